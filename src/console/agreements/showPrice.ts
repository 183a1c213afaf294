import type { Account } from "../../accounts/account.ts";
import type { OperatorAccount } from "../../accounts/operatorAccountQueries.ts";
import { describeTerms, nameOffer } from "../../components/offerCells.ts";
import { quantityRange } from "../../components/orderLines.ts";
import { limits } from "../../contract/limits.ts";
import { parseDay, utcDay } from "../../day.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderTextField } from "../../html/field.ts";
import { type FieldFault, type FormState, renderButton, renderFaults } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import { renderRows } from "../../html/table.ts";
import { formatMoney, type Price } from "../../price.ts";
import {
  type ExplainedOffer,
  explainOffers,
  listPriceSteps,
  type PriceStep,
} from "../../pricing/explainOffers.ts";
import { answerPage } from "../../site/visit.ts";
import { agreementAddress, linkCatalogPart } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { readText } from "../filters.ts";
import { renderPicker } from "../search/pickers.ts";
import { describeTerm, renderValidity } from "./describeTerm.ts";
import { loadRuleOrigins, type RuleOrigins, renderOrigin } from "./ruleOrigins.ts";
import { texts } from "./texts.ts";

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
};

function renderRule(accountId: string, { rule }: PriceStep): Content {
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
 aria-label="${texts.explain.form}">
${[
  renderPicker(state, "parts", { name: "part", label: "Part number", code: true }),
  renderTextField(state, {
    name: "quantity",
    label: "Quantity",
    digits: true,
    maxLength: 20,
  }),
  renderTextField(state, { name: "day", label: "Day", type: "date" }),
  renderButton({ text: texts.explain.form }),
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
