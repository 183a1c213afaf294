// The page of a rule of an agreement, with warnings about rules that its author may not intend.

import type { Account } from "../../accounts/account.ts";
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import { utcDay } from "../../day.ts";
import { renderCard } from "../../html/card.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderSelect } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  renderButtonLink,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { formatAddress } from "../../html/pager.ts";
import { catalogManagers, mayUse } from "../../kit/access.ts";
import type { AgreementRule } from "../../pricing/agreement.ts";
import { listAgreementIssues, maxComparedRules } from "../../pricing/agreements/agreementIssues.ts";
import {
  type DoubtedPrice,
  selectRuleAboveList,
} from "../../pricing/agreements/priceDoubtQueries.ts";
import { selectRulesBeside } from "../../pricing/agreements/ruleEditQueries.ts";
import { questionsVersion, type RuleQuestions } from "../../pricing/agreements/ruleQuestions.ts";
import { type RuleTexts, ruleVersion } from "../../pricing/agreements/ruleTexts.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { agreementAddress } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import type { RuleOfAccount } from "../loaders.ts";
import { renderTypedRow } from "../typedRow.ts";
import { renderRuleState } from "./describeTerm.ts";
import { renderRuleFields, ruleLabels } from "./renderRuleFields.ts";
import { loadRuleOrigins, type RuleOrigins, renderOrigin } from "./ruleOrigins.ts";
import { texts } from "./texts.ts";

/** What is above the form, and the form as it was sent. */
export type RenderedRule = {
  readonly above?: Content;
  readonly form?: FormState;
  /** The version that the form carries; absent: the current version. */
  readonly version?: string;
  readonly status?: 409 | 422;
  /** What is asked before the form is stored. */
  readonly asked?: RuleQuestions;
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
    warnings.push(`${price} is above the list price (from ${listPrice}), but still applies.`);
  }
  if (warnings.length === 0) return null;
  const points = warnings.map((warning) => html`<li>${warning}</li>\n`);
  const title = "Check this rule";
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

function titleOf(stored: RuleTexts | undefined): string {
  if (stored === undefined) return "New rule";
  const { part_number: part, vendor } = stored;
  if (part !== "") return `Rule for ${part}`;
  return vendor === "" ? "Account discount" : `Rule for ${vendor}`;
}

function nameSaving(isNew: boolean, asked: RuleQuestions | undefined): string {
  if (asked !== undefined) return "Save anyway";
  return isNew ? "Add rule" : "Save rule";
}

/**
 * What is asked, and whether the rules that started before end. If the new rule ends, they apply
 * again after it, so then they stay unless a person ends them.
 */
function renderQuestions({ questions, earlier }: RuleQuestions, sent: FormState): Html {
  const points = questions.map((question) => html`<li>${question}</li>\n`);
  const body = html`<ul>\n${points}</ul>\n<p>Correct the rule, or save it as is.</p>`;
  const end = { value: "end", text: "End them the day before this rule starts" };
  const leave = {
    value: "leave",
    text: "Leave them: this rule takes precedence while both are in force",
  };
  const isTemporary = sent.value("valid_to").trim() !== "";
  const choice = renderSelect(sent, {
    name: "earlier",
    label: "Earlier rules still in force",
    options: isTemporary ? [leave, end] : [end, leave],
  });
  const notice = renderNotice("short", "Not saved yet: check this rule", body);
  return html`${notice}${earlier.length === 0 ? null : choice}`;
}

type RelatedRules = {
  readonly beside: readonly AgreementRule[];
  readonly rule: AgreementRule | undefined;
  readonly origins: RuleOrigins;
  readonly aboveList: DoubtedPrice | undefined;
};

async function loadRelatedRules(
  { db }: ConsoleContext,
  { account: { accountId }, rule }: RuleOfAccount,
  today: string,
): Promise<RelatedRules> {
  if (rule === null) {
    const origins = { runs: new Map(), opening: undefined };
    return { beside: [], rule: undefined, origins, aboveList: undefined };
  }
  const { ruleId } = rule;
  const beside = await selectRulesBeside(db, accountId, ruleId, maxComparedRules + 1);
  const stored = beside.find((one) => one.ruleId === ruleId);
  const origins = await loadRuleOrigins(db, accountId, stored === undefined ? [] : [stored]);
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

/** What another break of the same part has in common. */
const commonColumns = ["vendor", "condition", "currency", "valid_from", "valid_to"] as const;

function readPrefilled({ query }: Visit): Readonly<Record<string, string>> {
  const common = commonColumns.map((column) => [column, query.text(column)] as const);
  return { ...Object.fromEntries(common), part_number: query.text("part") };
}

/** Leads to the form of a rule that has another quantity. */
function renderAddBreak(account: Account, stored: RuleTexts | undefined): Html | undefined {
  if (stored === undefined || stored.part_number === "") return undefined;
  const common = commonColumns.map((column) => [column, stored[column]] as const);
  const query = { part: stored.part_number, ...Object.fromEntries(common) };
  const address = formatAddress(ruleAddress(account, null), query);
  return renderButtonLink(address, "Add another break", "plain");
}

export async function answerRule(
  context: ConsoleContext,
  visit: Visit,
  place: RuleOfAccount,
  { above, form, version, status, asked }: RenderedRule,
): Promise<Answer> {
  const { account, rule } = place;
  const stored = rule?.texts;
  const today = utcDay(visit.now);
  const related = await loadRelatedRules(context, place, today);
  const { conditions } = await selectTradeCodes(context.db);
  const mayEdit = mayUse(catalogManagers, visit.signedIn);
  const known = version ?? (stored === undefined ? "" : ruleVersion(stored));
  const state = form ?? freshForm(stored ?? readPrefilled(visit));
  const action = ruleAddress(account, rule);
  const edit = renderForm({
    action,
    label: "Rule",
    hidden: { version: known, ...(asked && { confirmed: questionsVersion(asked.questions) }) },
    body: [
      renderFaults(state),
      asked && renderQuestions(asked, state),
      renderRuleFields(state, conditions, account.currency),
    ],
    button: { text: nameSaving(rule === null, asked), kind: "primary" },
  });
  const canEnd = stored !== undefined && (stored.valid_to === "" || stored.valid_to > today);
  const end = canEnd ? renderEnd(action, known, today) : null;
  const shown =
    mayEdit || stored === undefined ? html`${edit}${end}` : renderTypedRow(ruleLabels, stored);
  const warnings = renderWarnings(related, today);
  const page = {
    title: titleOf(stored),
    sentence: `Agreement of ${account.name}.`,
    above: { href: agreementAddress(account.accountId), text: texts.agreement.title(account.name) },
    primary: mayEdit ? renderAddBreak(account, stored) : undefined,
    body: html`${above}${warnings}${renderSide(related, today)}${shown}`,
  };
  return answerPage(page, status);
}
