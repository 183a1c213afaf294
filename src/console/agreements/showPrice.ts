// /console/agreements/:account/price: why an account pays what it pays, step by step, by the code
// that charges it.

import type { Account } from "../../accounts/account.ts";
import type { OperatorAccount } from "../../accounts/operatorAccountQueries.ts";
import { describeTerms, nameOffer } from "../../components/offerCells.ts";
import { limits } from "../../contract/limits.ts";
import { parseDay, utcDay } from "../../day.ts";
import { formatCount, formatMoney } from "../../html/amount.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderTextField } from "../../html/field.ts";
import { type FieldFault, type FormState, renderButton, renderFaults } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import { renderTable } from "../../html/table.ts";
import { type RuleOrigin, selectRuleOrigins } from "../../pricing/agreements/ruleEditQueries.ts";
import {
  type ExplainedOffer,
  explainOffers,
  listPriceSteps,
  type PriceStep,
} from "../../pricing/explainOffers.ts";
import type { Answer } from "../../site/visit.ts";
import { linkCatalogPart } from "../catalog/catalogAddress.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { agreementAddress, readShort } from "./agreementAddress.ts";
import { describeTerm, renderOrigin, renderValidity } from "./describeTerm.ts";

/** What the address asks for, as it was written, and what is wrong with it. */
type Asked = {
  readonly part: string;
  readonly quantity: number;
  readonly day: string;
  readonly state: FormState;
};

function readAsked(query: Visit["query"], now: Date): Asked {
  const part = readShort(query, "part");
  const typed = { quantity: readShort(query, "quantity", 20), day: readShort(query, "day", 20) };
  const quantity = typed.quantity === "" ? 1 : Number(typed.quantity.replaceAll(",", ""));
  const day = typed.day === "" ? utcDay(now) : parseDay(typed.day);
  const faults: FieldFault[] = [];
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > limits.quantity) {
    faults.push({ field: "quantity", text: "Quantity: write a whole number from 1 to 1,000,000." });
  }
  if (day === undefined) faults.push({ field: "day", text: "Day: write it as 2027-12-31." });
  const texts: Readonly<Record<string, string>> = {
    part,
    quantity: typed.quantity === "" ? "1" : typed.quantity,
    day: typed.day === "" ? utcDay(now) : typed.day,
  };
  return { part, quantity, day: day ?? "", state: { value: (name) => texts[name] ?? "", faults } };
}

const stepWords: Readonly<Record<PriceStep["step"], string>> = {
  contract_line: "Part line",
  vendor_rule: "Vendor rule",
  account_discount: "Discount",
  list_price: "List price",
};

const outcomeWords: Readonly<Record<PriceStep["outcome"], readonly [Meaning, string]>> = {
  won: ["good", "Sets the price"],
  outranked: ["neutral", "A narrower rule comes first"],
  beaten: ["neutral", "Another break is lower"],
  break_not_reached: ["neutral", "Quantity below its break"],
  replaced: ["neutral", "A later rule took its place"],
  expired: ["neutral", "Over by that day"],
  not_yet_valid: ["neutral", "Not begun by that day"],
  none: ["neutral", "There is none"],
};

function renderRule(accountId: string, { rule }: PriceStep): Content {
  if (rule === null) return null;
  const only = [rule.vendor, rule.condition].filter((name) => name !== null);
  const from = rule.minQuantity === 1 ? [] : [`from ${formatCount(rule.minQuantity)} on`];
  const narrowing = [...only, ...from].map((text) => `, ${text}`).join("");
  const address = agreementAddress(accountId, `/rules/${rule.ruleId}`);
  return html`<a href="${address}">${describeTerm(rule)}</a>${narrowing}, ${renderValidity(rule)}`;
}

function renderSteps(
  accountId: string,
  explained: ExplainedOffer,
  origins: ReadonlyMap<string, RuleOrigin>,
): Html {
  return renderTable({
    caption: `What was asked for ${nameOffer(explained.offer)}`,
    columns: [
      { title: "Asked", kind: "words" },
      { title: "Rule", kind: "words" },
      { title: "Unit price by it", kind: "number" },
      { title: "Outcome", kind: "words" },
      { title: "Brought by", kind: "prose" },
    ],
    rows: listPriceSteps(explained).map((step) => ({
      cells: [
        stepWords[step.step],
        renderRule(accountId, step),
        step.price === null ? null : formatMoney(step.price),
        renderBadge(...outcomeWords[step.outcome]),
        step.rule === null
          ? null
          : html`<span class="quiet">${renderOrigin(step.rule, origins)}</span>`,
      ],
    })),
  });
}

function renderExplained(
  accountId: string,
  explained: ExplainedOffer,
  quantity: number,
  origins: ReadonlyMap<string, RuleOrigin>,
): Html {
  const { offer, explanation, lineTotal, breaks, terms } = explained;
  const ladder = breaks.map(
    ({ minQuantity, price }) => `${formatMoney(price)} from ${formatCount(minQuantity)}`,
  );
  const facts = renderDefinitions([
    { term: "Unit price", value: html`<strong>${formatMoney(explanation.price)}</strong>` },
    { term: `Price of ${formatCount(quantity)}`, value: formatMoney(lineTotal) },
    { term: "By quantity", value: ladder.join(", ") },
    { term: "Sold", value: describeTerms(terms) },
  ]);
  return html`<h2>${nameOffer(offer)}</h2>
${facts}${renderSteps(accountId, explained, origins)}`;
}

function renderQuestion(account: Account, { state }: Asked): Html {
  return html`<form class="filters" action="${agreementAddress(account.accountId, "/price")}"
 aria-label="Explain a price">
${[
  renderTextField(state, { name: "part", label: "Part number", code: true, maxLength: 200 }),
  renderTextField(state, { name: "quantity", label: "Quantity", digits: true, maxLength: 20 }),
  renderTextField(state, { name: "day", label: "Day", type: "date" }),
  renderButton({ text: "Explain" }),
]}</form>
`;
}

async function renderAnswer({ db }: ConsoleContext, account: Account, asked: Asked): Promise<Html> {
  const { part: partNumber, quantity, day } = asked;
  if (partNumber === "") {
    return html`<p class="quiet">Every rule that could be for the part is shown in the order in
which it is asked, down to the list price, with what became of it.</p>
`;
  }
  const question = { partNumber, condition: null, vendor: null, quantity, day };
  const offers = await explainOffers(db, account.accountId, question);
  const [first] = offers;
  if (first === undefined) {
    const how = html`<p>Punctuation is part of a number.
<a href="/console/catalog?q=${encodeURIComponent(partNumber)}">Search the catalog for it.</a></p>`;
    return renderEmptyState(`There is no part “${partNumber}”`, how);
  }
  const runs = offers.flatMap(({ explanation }) =>
    explanation.considered.flatMap(({ rule }) => rule.runId ?? []),
  );
  const origins = await selectRuleOrigins(db, runs);
  return html`<p>Part ${linkCatalogPart(first.offer.partNumber)}. Stock, status and the quantity
itself are not judged here.</p>
${offers.map((offer) => renderExplained(account.accountId, offer, quantity, origins))}`;
}

export async function showPrice(
  context: ConsoleContext,
  visit: Visit,
  account: OperatorAccount,
): Promise<Answer> {
  const asked = readAsked(visit.query, visit.now);
  const isWrong = asked.state.faults.length > 0;
  const answer = isWrong ? null : await renderAnswer(context, account, asked);
  return {
    kind: "page",
    ...(isWrong && { status: 422 as const }),
    page: {
      title: "Explain a price",
      sentence: `What ${account.name} pays for a part, and which of its rules says so.`,
      above: { href: agreementAddress(account.accountId), text: `Agreement of ${account.name}` },
      body: html`${renderFaults(asked.state)}${renderQuestion(account, asked)}${answer}`,
    },
  };
}
