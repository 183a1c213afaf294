// The page of a rule of an agreement, with warnings about rules that its author may not intend.

import type { Account } from "../../accounts/account.ts";
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import { utcDay } from "../../day.ts";
import { renderCard } from "../../html/card.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { type FormState, freshForm, renderFaults, renderForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import type { AgreementRule } from "../../pricing/agreement.ts";
import { listAgreementIssues, maxComparedRules } from "../../pricing/agreements/agreementIssues.ts";
import {
  type PriceAboveList,
  selectRuleAboveList,
} from "../../pricing/agreements/priceAboveListQueries.ts";
import {
  type RuleOrigin,
  selectRuleOrigins,
  selectRulesBeside,
} from "../../pricing/agreements/ruleEditQueries.ts";
import { type RuleTexts, ruleVersion } from "../../pricing/agreements/ruleTexts.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { catalogManagers, mayUse } from "../access.ts";
import { agreementAddress } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import type { RuleOfAccount } from "../loaders.ts";
import { renderTypedRow } from "../typedRow.ts";
import { renderOrigin, renderRuleState } from "./describeTerm.ts";
import { renderRuleFields, ruleLabels } from "./renderRuleFields.ts";

/** What is above the form, and the form as it was sent. */
export type RenderedRule = {
  readonly above?: Content;
  readonly form?: FormState;
  /** The version that the form carries; absent: the current version. */
  readonly version?: string;
  readonly status?: 409 | 422;
};

export function ruleAddress(
  { accountId }: Pick<Account, "accountId">,
  rule: { readonly ruleId: string } | null,
): string {
  return agreementAddress(accountId, `/rules/${rule?.ruleId ?? "new"}`);
}

function renderWarnings({ beside, aboveList }: RelatedRules, today: string): Content {
  const warnings = listAgreementIssues(beside, today);
  if (aboveList !== undefined) {
    const { price, listPrice } = aboveList;
    warnings.push(`${price} is above the list price (from ${listPrice}), and still applies.`);
  }
  if (warnings.length === 0) return null;
  const points = warnings.map((warning) => html`<li>${warning}</li>\n`);
  const title = "Rule saved with warnings";
  return renderNotice("short", title, html`<ul>\n${points}</ul>`);
}

function renderEnd(address: string, version: string, today: string): Html {
  const body = html`<p>The rule stays in force until the end of this day.</p>
<div class="field">
<label for="end-day">Last day</label>
<input id="end-day" name="valid_to" type="date" value="${today}">
</div>
`;
  const form = renderForm({
    action: `${address}/end`,
    label: "End the rule",
    hidden: { version },
    body,
    button: { text: "End rule" },
  });
  return renderCard({ title: "End", body: form });
}

function titleOf(texts: RuleTexts | undefined): string {
  if (texts === undefined) return "New rule";
  const { part_number: part, vendor } = texts;
  if (part !== "") return `Rule for ${part}`;
  return vendor === "" ? "Account discount" : `Rule for ${vendor}`;
}

type RelatedRules = {
  readonly beside: readonly AgreementRule[];
  readonly rule: AgreementRule | undefined;
  readonly origins: ReadonlyMap<string, RuleOrigin>;
  readonly aboveList: PriceAboveList | undefined;
};

async function loadRelatedRules(
  { db }: ConsoleContext,
  { account: { accountId }, rule }: RuleOfAccount,
  today: string,
): Promise<RelatedRules> {
  if (rule === null) {
    return { beside: [], rule: undefined, origins: new Map(), aboveList: undefined };
  }
  const { ruleId } = rule;
  const beside = await selectRulesBeside(db, accountId, ruleId, maxComparedRules + 1);
  const stored = beside.find((one) => one.ruleId === ruleId);
  const origins = await selectRuleOrigins(db, stored?.runId == null ? [] : [stored.runId]);
  const aboveList = await selectRuleAboveList(db, ruleId, today);
  return { beside, rule: stored, origins, aboveList };
}

function renderSide({ rule, origins }: RelatedRules, today: string): Html | null {
  if (rule === undefined) return null;
  return renderDefinitions([
    { term: "State", value: renderRuleState(rule, today) },
    { term: "Source", value: renderOrigin(rule, origins) },
  ]);
}

export async function answerRule(
  context: ConsoleContext,
  visit: Visit,
  place: RuleOfAccount,
  { above, form, version, status }: RenderedRule,
): Promise<Answer> {
  const { account, rule } = place;
  const texts = rule?.texts;
  const today = utcDay(visit.now);
  const related = await loadRelatedRules(context, place, today);
  const { conditions } = await selectTradeCodes(context.db);
  const mayEdit = mayUse(catalogManagers, visit.signedIn);
  const known = version ?? (texts === undefined ? "" : ruleVersion(texts));
  const state = form ?? freshForm(texts ?? { part_number: visit.query.text("part") });
  const action = ruleAddress(account, rule);
  const edit = renderForm({
    action,
    label: "Rule",
    hidden: { version: known },
    body: [renderFaults(state), renderRuleFields(state, conditions, account.currency)],
    button: { text: rule === null ? "Add rule" : "Save rule", kind: "primary" },
  });
  const canEnd = texts !== undefined && (texts.valid_to === "" || texts.valid_to > today);
  const end = canEnd ? renderEnd(action, known, today) : null;
  const shown =
    mayEdit || texts === undefined ? html`${edit}${end}` : renderTypedRow(ruleLabels, texts);
  const warnings = renderWarnings(related, today);
  const page = {
    title: titleOf(texts),
    sentence: `Agreement of ${account.name}.`,
    above: { href: agreementAddress(account.accountId), text: `Agreement of ${account.name}` },
    body: html`${above}${warnings}${renderSide(related, today)}${shown}`,
  };
  return answerPage(page, status);
}
