// Price agreements in the console, and the explanation of a price.
import { Type } from "typebox";
import type { Account, AccountId } from "../accounts/account.ts";
import type { OperatorAccount } from "../accounts/operatorAccountQueries.ts";
import { type StoredAuditEvent, selectAuditEvents } from "../audit/queries.ts";
import { filterKey } from "../catalog/partNumber.ts";
import { describeTerms, nameOffer } from "../catalog/sharedOffers.ts";
import type { Database } from "../db/database.ts";
import {
  accountAddress,
  agreementAddress,
  linkCatalogPart,
  quoteRequestAddress,
  runAddress,
} from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { readText } from "../home/consoleFilters.ts";
import { renderPicker } from "../home/consolePickers.ts";
import { catalogManagers, everyone, mayUse } from "../kit/access.ts";
import { limits } from "../kit/contract/limits.ts";
import { parseDay, utcDay } from "../kit/day.ts";
import { formatCount } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { renderTextField } from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  renderActions,
  renderButton,
  renderButtonLink,
  renderFaults,
  renderFilters,
} from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderAge, renderDay, renderMoment } from "../kit/html/moment.ts";
import { type Meaning, renderBadge } from "../kit/html/notice.ts";
import { byName, formatAddress, pageSize, paginate } from "../kit/html/pager.ts";
import { renderRows } from "../kit/html/table.ts";
import { renderTabs } from "../kit/html/tabs.ts";
import { list } from "../kit/list.ts";
import { formatMoney, type Price } from "../kit/price.ts";
import { answerPage } from "../kit/site/visit.ts";
import { quantityRange } from "../orders/sharedLines.ts";
import { writeCsv } from "../reading/files/writeCsv.ts";
import type { AgreementRule, RuleScope } from "./agreement.ts";
import { exportAgreement } from "./agreements/exportAgreement.ts";
import { type RuleOrigin, selectRuleOrigins } from "./agreements/ruleEditQueries.ts";
import {
  type ListedAgreement,
  type ListedRule,
  maxCounted,
  selectAgreements,
  selectListedRules,
} from "./agreements/ruleListQueries.ts";
import { isRuleId } from "./agreements/ruleTexts.ts";
import {
  type ExplainedOffer,
  explainOffers,
  listPriceSteps,
  type PriceStep,
} from "./explainOffers.ts";

/** The words of the agreements: the list, rules, and the explanation of a price. */
export const texts = {
  agreement: {
    title: (account: string) => `Agreement of ${account}`,
    rules: "Rules",
  },
  scopes: {
    part: "Parts",
    vendor: "Vendors",
    account: "Discount",
  },
  noneHints: {
    part: "A rule for a part sets its price or a discount. Add a rule here, or import a file.",
    vendor:
      "A rule for a vendor sets a discount on all of its offers. Add a rule here, or import a " +
      "file.",
    account:
      "The account discount applies if no other rule does. Add a rule here, or import a file.",
  },
  rules: {
    validFrom: (from: Html) => html`from ${from}`,
    validBetween: (from: Html, to: Html) => html`${from} to ${to}`,
  },
  origins: {
    opening: "When the account was created",
  },
  rule: {
    name: "rule",
  },
  form: {
    onlyParts: "Only for a part.",
  },
  explain: {
    form: "Explain price",
  },
  stepNames: {
    quote: "Quote",
    contract_line: "Rule for the part",
    vendor_rule: "Rule for the vendor",
    account_discount: "Account discount",
    list_price: "List price",
  },
};

// The parts of a rule as text: price, validity, state.

function describeTerm({ term }: AgreementRule): string {
  if (term.kind === "price") return formatMoney(term.price);
  return `${term.basisPoints / 100}% off list`;
}

function renderValidity({ validFrom, validTo }: AgreementRule): Content {
  if (validTo === null) return texts.rules.validFrom(renderDay(validFrom));
  return texts.rules.validBetween(renderDay(validFrom), renderDay(validTo));
}

export function renderRuleState({ validFrom, validTo }: AgreementRule, day: string): Content {
  if (day < validFrom) return renderBadge("neutral", "Scheduled");
  return validTo !== null && validTo < day
    ? renderBadge("neutral", "Ended")
    : renderBadge("good", "In force");
}

function describeOrderTerms({ orderMin, orderMultiple }: AgreementRule): string {
  const limits = [
    orderMin === null ? [] : [`min. ${orderMin}`],
    orderMultiple === null ? [] : [`packs of ${orderMultiple}`],
  ].flat();
  return limits.join(", ");
}

// Where the rules of an agreement come from: an edit, a file, or the opening of the account.

export type RuleOrigins = {
  readonly runs: ReadonlyMap<string, RuleOrigin>;
  /** The audit event of opening the account, if a rule has no run and there is one. */
  readonly opening: StoredAuditEvent | undefined;
};

/** The discount of a new account belongs to no run. */
function isOfOpening({ scope, runId }: AgreementRule): boolean {
  return scope === "account" && runId === null;
}

export async function loadRuleOrigins(
  db: Database,
  accountId: AccountId,
  rules: readonly AgreementRule[],
): Promise<RuleOrigins> {
  const filter = { accountId, action: "opened an account" };
  const [runs, [opening]] = await Promise.all([
    selectRuleOrigins(
      db,
      rules.flatMap(({ runId }) => runId ?? []),
    ),
    rules.some(isOfOpening) ? selectAuditEvents(db, filter, { before: null, limit: 1 }) : [],
  ]);
  return { runs, opening };
}

function renderOpening(opening: StoredAuditEvent | undefined): Content {
  if (opening === undefined) return texts.origins.opening;
  const { auditEventId, operatorName, at } = opening;
  const by = operatorName ?? "command line";
  return html`<a href="/console/audit/${auditEventId}">${texts.origins.opening}</a>, ${by},
${renderMoment(at)}`;
}

export function renderOrigin(rule: AgreementRule, { runs, opening }: RuleOrigins): Content {
  if (isOfOpening(rule)) return renderOpening(opening);
  const origin = rule.runId === null ? undefined : runs.get(rule.runId);
  if (origin === undefined) return html`<span class="quiet">unknown</span>`;
  const { mode, startedBy, fileName, at } = origin;
  if (mode === "edit") {
    const events = `/console/audit?kind=agreement+rule&subject=${rule.ruleId}`;
    return html`<a href="${events}">edited</a>, ${startedBy}, ${renderMoment(at)}`;
  }
  return html`<a href="${runAddress(origin.runId)}">run ${origin.runId}</a>, ${
    fileName ?? "file"
  }, ${renderMoment(at)}`;
}

const path = "/console/agreements";

const noValue = html`<span class="quiet">none</span>`;

function renderCount(count: number): string {
  return count < maxCounted ? formatCount(count) : `${formatCount(maxCounted)} or more`;
}

function renderLast({ lastRun, lastAt, lastMode }: ListedAgreement): Content {
  if (lastRun === null || lastAt === null) return noValue;
  const kind = lastMode === "edit" ? "edited" : `run ${lastRun}`;
  return html`${renderAge(lastAt)}, ${kind}`;
}

function renderEnds({ nextEnd, ending }: ListedAgreement): Content {
  if (nextEnd === null) return noValue;
  const soon = renderBadge("short", `${formatCount(ending)} within 30 days`);
  return html`${renderDay(nextEnd)} ${ending === 0 ? null : soon}`;
}

export const agreementList = list({
  name: "agreement list",
  of: { name: "agreement", isId: (text) => text !== "", idOf: ({ name }: ListedAgreement) => name },
  path,
  who: everyone,
  title: "Price agreements",
  sentence: "Prices and discounts agreed with accounts.",
  caption: "Accounts by name",
  filter: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 200, title: "Account begins with" })),
    view: Type.Optional(Type.Enum(["none"])),
  }),
  button: "Search",
  tabs: {
    name: "view",
    label: "Accounts",
    words: [
      [null, "With agreement"],
      ["none", "Without agreement"],
    ],
  },
  read: (db, { filter: { name: prefix = "", view }, now }, { after, limit }) => {
    const where = { prefix, after: after ?? "", hasRules: view === undefined };
    return selectAgreements(db, where, utcDay(now), limit);
  },
  columns: [
    {
      title: "Account",
      kind: "text",
      cell: ({ accountId, name }) => html`<a href="${agreementAddress(accountId)}">${name}</a>`,
    },
    { title: "Rules", kind: "number", cell: ({ rules }) => renderCount(rules) },
    { title: "In force", kind: "number", cell: ({ inForce }) => renderCount(inForce) },
    { title: "Next expiry", kind: "text", titled: true, cell: renderEnds },
    { title: "Last change", kind: "text", titled: true, cell: renderLast },
  ],
  none: ({ view }) => ({
    title: view === undefined ? "No matching agreements" : "No matching accounts",
    body: html`<p>An account pays list prices until its agreement has rules. Add rules on its page, or import a file.</p>`,
  }),
});

const scopes: readonly RuleScope[] = ["part", "vendor", "account"];

type RuleFilter = { readonly scope: RuleScope; readonly text: string; readonly after: string };

function readFilter(query: Visit["query"]): RuleFilter {
  const named = query.text("of");
  const scope = named === "vendor" || named === "account" ? named : "part";
  return { scope, text: readText(query, "q"), after: readText(query, "after") };
}

function listAddress(accountId: string, { scope, text, after }: RuleFilter): string {
  const of = scope === "part" ? null : scope;
  return formatAddress(agreementAddress(accountId), { of, q: text, after });
}

function renderSubject(rule: ListedRule): Content {
  if (rule.scope === "part") return linkCatalogPart(rule.partNumber ?? "");
  return rule.scope === "vendor" ? rule.vendor : "All offers";
}

function describeNarrowing({ scope, vendor, condition, minQuantity }: ListedRule): string {
  const only = [scope === "part" ? vendor : null, condition].filter((name) => name !== null);
  const from = minQuantity === 1 ? [] : [`from ${formatCount(minQuantity)}`];
  return [...only, ...from].join(", ");
}

function renderRules(
  accountId: string,
  rules: readonly ListedRule[],
  origins: RuleOrigins,
  { day, verb, scope }: { day: string; verb: string; scope: RuleScope },
): Html {
  const renderSource = (rule: ListedRule) =>
    html`<span class="quiet">${renderOrigin(rule, origins)}</span>`;
  const link = ({ ruleId }: ListedRule) =>
    html`<a href="${agreementAddress(accountId, `/rules/${ruleId}`)}"
 aria-label="${verb} rule ${ruleId}">${verb}</a>`;
  return renderRows("Rules of the agreement", rules, [
    { title: "Applies to", kind: scope === "part" ? "code" : "text", cell: renderSubject },
    { title: "Terms", kind: "words", cell: describeNarrowing },
    { title: "Price", kind: "number", cell: describeTerm },
    { title: "Order quantity", kind: "words", cell: describeOrderTerms },
    { title: "Valid", kind: "words", cell: renderValidity },
    {
      title: "State",
      kind: "words",
      corner: true,
      cell: (rule) => renderRuleState(rule, day),
    },
    { title: "Source", kind: "prose", cell: renderSource },
    { title: "Actions", kind: "actions", cell: link },
  ]);
}

function renderSearch(accountId: string, { scope, text }: RuleFilter): Content {
  if (scope === "account") return null;
  const label = scope === "part" ? "Part number begins with" : "Vendor begins with";
  return renderFilters({
    action: agreementAddress(accountId),
    label: "Rules",
    hidden: { of: scope === "part" ? null : scope },
    fields: html`<label for="rules-q">${label}</label>
<input id="rules-q" type="search" name="q" value="${text}" maxlength="200" autocomplete="off"
 spellcheck="false">
`,
    button: "Search",
  });
}

function renderNone({ scope, text }: RuleFilter): Html {
  if (text !== "") {
    const how = html`<p>Enter the beginning of the part number or vendor, with its punctuation.</p>`;
    return renderEmptyState(`No rules for “${text}”`, how);
  }
  const how = html`<p>${texts.noneHints[scope]}</p>`;
  return renderEmptyState("No rules yet", how);
}

function renderLinks(accountId: string, mayEdit: boolean): Html {
  const price = renderButtonLink(agreementAddress(accountId, "/price"), "Explain price", "plain");
  const csv = html`<a class="button plain" href="${agreementAddress(accountId, "/agreement.csv")}"
>Download CSV</a>`;
  if (!mayEdit) return renderActions(price, csv);
  const file = `/console/imports/new?kind=agreement&account=${accountId}`;
  return renderActions(price, csv, renderButtonLink(file, "Import file", "plain"));
}

export const showAgreement: Handler<OperatorAccount> = async (
  { db },
  visit,
  { accountId, name, currency },
) => {
  const { query, now, signedIn } = visit;
  const filter = readFilter(query);
  const { scope, text, after } = filter;
  const prefix = scope === "part" ? filterKey(text) : text;
  const from = isRuleId(after) ? after : null;
  const asked = { scope, prefix, after: from };
  const found = await selectListedRules(db, accountId, asked, pageSize + 1);
  const { rows: rules, pager } = paginate(found, {
    after: from,
    keyOf: ({ ruleId }) => ruleId,
    addressOf: (next) => listAddress(accountId, { ...filter, after: next ?? "" }),
    ...byName,
  });
  const origins = await loadRuleOrigins(db, accountId, rules);
  const tabs = scopes.map((one) => ({
    href: listAddress(accountId, { scope: one, text: "", after: "" }),
    text: texts.scopes[one],
    current: one === scope,
  }));
  const mayEdit = mayUse(catalogManagers, signedIn);
  const how = { day: utcDay(now), verb: mayEdit ? "Edit" : "Show", scope };
  const list = html`${renderRules(accountId, rules, origins, how)}${pager}`;
  const add = renderButtonLink(agreementAddress(accountId, "/rules/new"), "Add rule", "primary");
  return answerPage({
    title: texts.agreement.title(name),
    sentence:
      `Prices in ${currency}. Rules for parts apply first, then rules for vendors, the account ` +
      "discount, and the list price.",
    above: { href: accountAddress(accountId), text: name },
    ...(mayEdit && { primary: add }),
    body: html`${[
      renderLinks(accountId, mayEdit),
      renderTabs("Rules", tabs),
      renderSearch(accountId, filter),
      rules.length === 0 ? renderNone(filter) : list,
    ]}`,
  });
};

const csvFile = { name: "agreement.csv", type: "text/csv; charset=utf-8" };

export const sendAgreementFile: Handler<OperatorAccount> = async (
  { files },
  visit,
  { accountId },
) => {
  return files.send(visit, csvFile, (session, target) =>
    writeCsv(exportAgreement(session, accountId), target),
  );
};

/** The question in the address, as it was typed, with its faults. */
type PriceQuestion = {
  readonly part: string;
  readonly quantity: number;
  readonly day: string;
  readonly state: FormState;
};

function readQuestion(query: Visit["query"], now: Date): PriceQuestion {
  const part = readText(query, "part");
  const typed = { quantity: readText(query, "quantity", 20), day: readText(query, "day", 20) };
  const quantity = typed.quantity === "" ? 1 : Number(typed.quantity.replaceAll(",", ""));
  const day = typed.day === "" ? utcDay(now) : parseDay(typed.day);
  const faults: FieldFault[] = [];
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > limits.quantity) {
    faults.push({ field: "quantity", text: `Quantity: enter ${quantityRange}.` });
  }
  if (day === undefined) {
    faults.push({ field: "day", text: "Day: enter a date such as 2027-12-31." });
  }
  const shown = new Map([
    ["part", part],
    ["quantity", typed.quantity === "" ? "1" : typed.quantity],
    ["day", typed.day === "" ? utcDay(now) : typed.day],
  ]);
  const state: FormState = { value: (name) => shown.get(name) ?? "", faults };
  return { part, quantity, day: day ?? "", state };
}

const outcomeWords: Readonly<Record<PriceStep["outcome"], readonly [Meaning, string]>> = {
  won: ["good", "Sets the price"],
  outranked: ["neutral", "A more specific rule applies"],
  beaten: ["neutral", "Another quantity break is cheaper"],
  break_not_reached: ["neutral", "Quantity too low"],
  no_list_price: ["neutral", "No list price"],
  replaced: ["neutral", "Replaced by a newer rule"],
  expired: ["neutral", "Ended before this day"],
  not_yet_valid: ["neutral", "Starts after this day"],
  none: ["neutral", "No rule"],
  in_force: ["good", "Sets the price of its lines"],
  corrected: ["neutral", "Corrected"],
  used_up: ["neutral", "Used up"],
};

function renderRule(accountId: string, { rule, quote }: PriceStep): Content {
  if (quote !== undefined) {
    const { requestId, requestNumber, left, validUntil } = quote;
    const link = html`<a href="${quoteRequestAddress(requestId)}">${requestNumber}</a>`;
    return html`${link}, ${formatCount(left)} left, until ${renderDay(validUntil)}`;
  }
  if (rule === null) return null;
  const only = [rule.vendor, rule.condition].filter((name) => name !== null);
  const from = rule.minQuantity === 1 ? [] : [`from ${formatCount(rule.minQuantity)}`];
  const narrowing = [...only, ...from].map((text) => `, ${text}`).join("");
  const address = agreementAddress(accountId, `/rules/${rule.ruleId}`);
  return html`<a href="${address}">${describeTerm(rule)}</a>${narrowing}, ${renderValidity(rule)}`;
}

function renderSteps(accountId: string, explained: ExplainedOffer, origins: RuleOrigins): Html {
  const renderSource = ({ rule }: PriceStep) =>
    rule && html`<span class="quiet">${renderOrigin(rule, origins)}</span>`;
  const steps = listPriceSteps(explained);
  return renderRows(`Price steps for ${nameOffer(explained.offer)}`, steps, [
    { title: "Step", kind: "words", cell: ({ step }) => texts.stepNames[step] },
    { title: "Rule", kind: "words", cell: (step) => renderRule(accountId, step) },
    {
      title: "Unit price",
      kind: "number",
      cell: ({ price }) => price && formatMoney(price),
    },
    {
      title: "Outcome",
      kind: "words",
      cell: ({ outcome }) => renderBadge(...outcomeWords[outcome]),
    },
    { title: "Source", kind: "prose", cell: renderSource },
  ]);
}

function renderPrice(price: Price | null): string {
  return price === null ? "On request" : formatMoney(price);
}

function renderExplained(
  accountId: string,
  explained: ExplainedOffer,
  quantity: number,
  origins: RuleOrigins,
): Html {
  const { offer, explanation, lineTotal, breaks, terms } = explained;
  const ladder = breaks.map(
    ({ minQuantity, price }) => `${formatMoney(price)} from ${formatCount(minQuantity)}`,
  );
  const price = renderPrice(explanation.price);
  const facts = renderDefinitions([
    { term: "Unit price", value: html`<strong>${price}</strong>` },
    { term: `Total for ${formatCount(quantity)}`, value: renderPrice(lineTotal) },
    ...(ladder.length === 0 ? [] : [{ term: "By quantity", value: ladder.join(", ") }]),
    { term: "Order quantity", value: describeTerms(terms) },
  ]);
  return renderCard({
    title: nameOffer(offer),
    body: html`${facts}${renderSteps(accountId, explained, origins)}`,
  });
}

function renderQuestion(account: Account, { state }: PriceQuestion): Html {
  return html`<form class="filters" action="${agreementAddress(account.accountId, "/price")}"
 aria-label="Explain price">
${[
  renderPicker(state, "parts", { name: "part", label: "Part number", code: true }),
  renderTextField(state, {
    name: "quantity",
    label: "Quantity",
    digits: true,
    maxLength: 20,
  }),
  renderTextField(state, { name: "day", label: "Day", type: "date" }),
  renderButton({ text: "Explain price" }),
]}</form>
`;
}

async function renderAnswer(
  { db }: ConsoleContext,
  account: Account,
  question: PriceQuestion,
): Promise<Html> {
  const { part: partNumber, quantity, day } = question;
  if (partNumber === "") {
    return html`<p class="quiet">Shows every rule that could apply to the part, in order, down to the list price.</p>
`;
  }
  const request = { partNumber, condition: null, vendor: null, quantity, day };
  const offers = await explainOffers(db, account.accountId, request);
  const [first] = offers;
  if (first === undefined) {
    const how = html`<p>Enter the complete part number, with its punctuation.
<a href="/console/catalog?q=${encodeURIComponent(partNumber)}">Search the catalog</a></p>`;
    return renderEmptyState(`No part “${partNumber}”`, how);
  }
  const rules = offers.flatMap(({ explanation }) => explanation.considered.map(({ rule }) => rule));
  const origins = await loadRuleOrigins(db, account.accountId, rules);
  return html`<p>Part ${linkCatalogPart(first.offer.partNumber)}. Stock, status and order quantity are not
checked here.</p>
${offers.map((offer) => renderExplained(account.accountId, offer, quantity, origins))}`;
}

export const showPrice: Handler<OperatorAccount> = async (context, visit, account) => {
  const question = readQuestion(visit.query, visit.now);
  const isWrong = question.state.faults.length > 0;
  const answer = isWrong ? null : await renderAnswer(context, account, question);
  const page = {
    title: "Price explanation",
    sentence: `What ${account.name} pays for a part, and which rule sets the price.`,
    above: { href: agreementAddress(account.accountId), text: texts.agreement.title(account.name) },
    body: html`${renderFaults(question.state)}${renderQuestion(account, question)}${answer}`,
  };
  return answerPage(page, isWrong ? 422 : 200);
};
