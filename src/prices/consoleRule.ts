// A rule of an agreement in the console.
import type { Account } from "../accounts/account.ts";
import { operatorActor } from "../audit/actor.ts";
import { selectTradeCodes } from "../catalog/codeQueries.ts";
import {
  createEditMessages,
  describeLastChange,
  readTypedRow,
  renderBusy,
  renderTypedRow,
  toFieldFaults,
} from "../catalog/consoleTypedRow.ts";
import { zeroPriceColumn } from "../catalog/readOfferRecord.ts";
import type { Condition } from "../catalog/tradeCodes.ts";
import { agreementAddress } from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import type { RuleOfAccount, StoredRuleOfAccount } from "../home/consoleLoaders.ts";
import { suggestionsOf } from "../home/consolePickers.ts";
import { readRunId } from "../imports/run.ts";
import { catalogManagers, mayUse } from "../kit/access.ts";
import { utcDay } from "../kit/day.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDifferences } from "../kit/html/conflict.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import {
  renderCheckbox,
  renderSelect,
  renderTextField,
  type TextField,
} from "../kit/html/field.ts";
import {
  type FormState,
  freshForm,
  renderButtonLink,
  renderFaults,
  renderForm,
} from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderMessage, renderNotice } from "../kit/html/notice.ts";
import { formatAddress } from "../kit/html/pager.ts";
import { type Answer, answerPage, notFound, redirect } from "../kit/site/visit.ts";
import type { AgreementRule } from "./agreement.ts";
import { editRule } from "./agreements/editRule.ts";
import { type DoubtedPrice, selectRuleAboveList } from "./agreements/priceDoubtQueries.ts";
import { selectRule } from "./agreements/ruleEditQueries.ts";
import { questionsVersion, type RuleQuestions } from "./agreements/ruleQuestions.ts";
import {
  type RuleTextColumn,
  type RuleTexts,
  ruleTextColumns,
  ruleVersion,
} from "./agreements/ruleTexts.ts";
import {
  loadRuleOrigins,
  type RuleOrigins,
  renderOrigin,
  renderRuleState,
  texts,
} from "./console.ts";

const ruleLabels: Readonly<Record<RuleTextColumn, string>> = {
  part_number: "Part number",
  vendor: "Vendor",
  condition: "Condition",
  min_quantity: "Quantity break (from)",
  unit_price: "Unit price",
  currency: "Currency",
  discount_percent: "Discount (%)",
  order_min: "Minimum order quantity",
  order_multiple: "Order multiple",
  valid_from: "First day",
  valid_to: "Last day",
  [zeroPriceColumn]: "Free of charge",
};

function renderRow(...fields: readonly Html[]): Html {
  return html`<div class="fields">
${fields}</div>
`;
}

/** The fields that are filled determine what the rule applies to. */
function renderRuleFields(
  state: FormState,
  conditions: readonly Condition[],
  currency: string,
): Html {
  const field = (
    name: RuleTextColumn,
    more: Partial<Omit<TextField, "name" | "label">> = {},
  ): Html =>
    renderTextField(state, {
      autocomplete: "off",
      optional: true,
      ...more,
      name,
      label: ruleLabels[name],
    });
  const any = { value: "", text: "Any" };
  const hint = "Confirms a unit price of 0, or a discount of 100%.";
  const free = { name: zeroPriceColumn, label: ruleLabels[zeroPriceColumn], hint };
  const options = conditions.map(({ code, name }) => ({ value: code, text: `${code} ${name}` }));
  return html`${[
    html`<h2>Applies to</h2>
<p class="quiet">Enter a part number for one part, just a vendor for all of its offers, or neither for the whole account.</p>
`,
    renderRow(
      field("part_number", { code: true, suggestions: suggestionsOf("parts") }),
      field("vendor"),
    ),
    renderRow(
      renderSelect(state, {
        name: "condition",
        label: ruleLabels.condition,
        options: [any, ...options],
        hint: "Only for a part.",
      }),
      field("min_quantity", { digits: true, hint: "Defaults to 1." }),
    ),
    html`<h2>Price</h2>
<p class="quiet">A unit price (only for a part), or a discount on the list price.</p>
`,
    renderRow(
      field("unit_price"),
      field("currency", { maxLength: 3, code: true, hint: `Defaults to ${currency}.` }),
      field("discount_percent"),
    ),
    renderCheckbox(state, free),
    renderRow(
      field("order_min", { digits: true, hint: "Only for a part." }),
      field("order_multiple", { digits: true, hint: "Only for a part." }),
    ),
    html`<h2>Validity</h2>\n`,
    renderRow(
      field("valid_from", { type: "date", hint: "Defaults to today." }),
      field("valid_to", { type: "date", hint: "Inclusive. Leave empty for no end." }),
    ),
  ]}`;
}

// The page of a rule of an agreement, with warnings about rules that its author may not intend.

/** What is above the form, and the form as it was sent. */
type RenderedRule = {
  readonly above?: Content;
  readonly form?: FormState;
  /** The version that the form carries; absent: the current version. */
  readonly version?: string;
  readonly status?: 409 | 422;
  /** What is asked before the form is stored. */
  readonly asked?: RuleQuestions;
};

function ruleAddress(
  { accountId }: Pick<Account, "accountId">,
  rule: { readonly ruleId: string } | null,
): string {
  return agreementAddress(accountId, `/rules/${rule?.ruleId ?? "new"}`);
}

function renderAboveList(doubted: DoubtedPrice | undefined): Content {
  if (doubted === undefined) return null;
  const { price, listPrice } = doubted;
  const text = `${price} is above the list price (from ${listPrice}), but still applies.`;
  return renderNotice("short", "Check this rule", html`<p>${text}</p>`);
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
    return { rule: undefined, origins, aboveList: undefined };
  }
  const { ruleId } = rule;
  const stored = await selectRule(db, accountId, ruleId);
  const origins = await loadRuleOrigins(db, accountId, stored === undefined ? [] : [stored]);
  const aboveList = await selectRuleAboveList(db, ruleId, today);
  return { rule: stored, origins, aboveList };
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

async function answerRule(
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
  const page = {
    title: titleOf(stored),
    sentence: `Agreement of ${account.name}.`,
    above: { href: agreementAddress(account.accountId), text: texts.agreement.title(account.name) },
    primary: mayEdit ? renderAddBreak(account, stored) : undefined,
    body: html`${above}${renderAboveList(related.aboveList)}${renderSide(related, today)}${shown}`,
  };
  return answerPage(page, status);
}

const busyNotice = renderBusy("An import for this account is running");

const messages = createEditMessages({
  saved: ["stored", "Rule saved. It applies to new orders."],
  busy: busyNotice,
});

export const showRule: Handler<RuleOfAccount> = async (context, visit, place) => {
  const { query } = visit;
  const above = renderMessage(messages, query.text("done"), readRunId(query.text("run")));
  return answerRule(context, visit, place, { above });
};

async function store(
  context: ConsoleContext,
  visit: Visit,
  place: RuleOfAccount,
  typed: RuleTexts,
  confirmed: string | null,
): Promise<Answer> {
  const { account } = place;
  const version = visit.form.text("version");
  const rule = place.rule && { ruleId: place.rule.ruleId, version };
  const { maxPriceMove } = context;
  const earlier = visit.form.text("earlier");
  const endsEarlier = earlier === "end";
  const edit = { account, rule, texts: typed, maxPriceMove, confirmed, endsEarlier };
  const outcome = await editRule(context.db, edit, operatorActor(visit), visit.now);
  const form = freshForm({ ...typed, earlier });
  switch (outcome.outcome) {
    case "stored": {
      const to = ruleAddress(place.account, outcome);
      return redirect(`${to}?done=stored&run=${outcome.runId}`);
    }
    case "unchanged":
      return redirect(`${ruleAddress(place.account, place.rule)}?done=unchanged`);
    case "unknown":
      return notFound;
    case "refused": {
      const faults = toFieldFaults(outcome.faults, ruleLabels, "The rule");
      return answerRule(context, visit, place, { form: { ...form, faults }, version, status: 422 });
    }
    case "asked":
      return answerRule(context, visit, place, { asked: outcome, form, version, status: 422 });
    case "busy":
      return answerRule(context, visit, place, { above: busyNotice, form, version, status: 409 });
    case "conflict": {
      const { current, last } = outcome;
      const by = describeLastChange("rule", last);
      const above = renderDifferences(by, ruleLabels, current, typed);
      const latest = ruleVersion(current);
      return answerRule(context, visit, place, { above, form, version: latest, status: 409 });
    }
  }
}

/** Adds a rule, or stores what was typed of one. */
export const storeRule: Handler<RuleOfAccount> = (context, visit, place) =>
  store(
    context,
    visit,
    place,
    readTypedRow(visit.form, ruleTextColumns),
    visit.form.text("confirmed"),
  );

/** Stores the rule as it is, with another last day. */
export const endRule: Handler<StoredRuleOfAccount> = async (context, visit, place) => {
  const { texts: stored } = place.rule;
  const day = visit.form.text("valid_to").trim();
  if (day === "") {
    const faults = [{ field: "valid_to", text: "Last day: enter the day on which the rule ends." }];
    const version = visit.form.text("version");
    const form = { ...freshForm(stored), faults };
    return answerRule(context, visit, place, { form, version, status: 422 });
  }
  return store(context, visit, place, { ...stored, valid_to: day }, null);
};
