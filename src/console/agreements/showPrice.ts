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
    faults.push({ field: "quantity", text: texts.explain.badQuantity(quantityRange) });
  }
  if (day === undefined) {
    faults.push({ field: "day", text: texts.explain.badDay });
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
  won: ["good", texts.outcomes.won],
  outranked: ["neutral", texts.outcomes.outranked],
  beaten: ["neutral", texts.outcomes.beaten],
  break_not_reached: ["neutral", texts.outcomes.break_not_reached],
  no_list_price: ["neutral", texts.outcomes.no_list_price],
  replaced: ["neutral", texts.outcomes.replaced],
  expired: ["neutral", texts.outcomes.expired],
  not_yet_valid: ["neutral", texts.outcomes.not_yet_valid],
  none: ["neutral", texts.outcomes.none],
};

function renderRule(accountId: string, { rule }: PriceStep): Content {
  if (rule === null) return null;
  const only = [rule.vendor, rule.condition].filter((name) => name !== null);
  const from = rule.minQuantity === 1 ? [] : [texts.steps.from(formatCount(rule.minQuantity))];
  const narrowing = [...only, ...from].map((text) => `, ${text}`).join("");
  const address = agreementAddress(accountId, `/rules/${rule.ruleId}`);
  return html`<a href="${address}">${describeTerm(rule)}</a>${narrowing}, ${renderValidity(rule)}`;
}

function renderSteps(accountId: string, explained: ExplainedOffer, origins: RuleOrigins): Html {
  const renderSource = ({ rule }: PriceStep) =>
    rule && html`<span class="quiet">${renderOrigin(rule, origins)}</span>`;
  const steps = listPriceSteps(explained);
  return renderRows(texts.steps.caption(nameOffer(explained.offer)), steps, [
    { title: texts.steps.step, kind: "words", cell: ({ step }) => texts.stepNames[step] },
    { title: texts.steps.rule, kind: "words", cell: (step) => renderRule(accountId, step) },
    {
      title: texts.steps.unitPrice,
      kind: "number",
      cell: ({ price }) => price && formatMoney(price),
    },
    {
      title: texts.steps.outcome,
      kind: "words",
      cell: ({ outcome }) => renderBadge(...outcomeWords[outcome]),
    },
    { title: texts.steps.source, kind: "prose", cell: renderSource },
  ]);
}

function renderPrice(price: Price | null): string {
  return price === null ? texts.explain.onRequest : formatMoney(price);
}

function renderExplained(
  accountId: string,
  explained: ExplainedOffer,
  quantity: number,
  origins: RuleOrigins,
): Html {
  const { offer, explanation, lineTotal, breaks, terms } = explained;
  const ladder = breaks.map(({ minQuantity, price }) =>
    texts.explain.step(formatMoney(price), formatCount(minQuantity)),
  );
  const price = renderPrice(explanation.price);
  const facts = renderDefinitions([
    { term: texts.explain.unitPrice, value: html`<strong>${price}</strong>` },
    { term: texts.explain.total(formatCount(quantity)), value: renderPrice(lineTotal) },
    ...(ladder.length === 0 ? [] : [{ term: texts.explain.byQuantity, value: ladder.join(", ") }]),
    { term: texts.explain.orderQuantity, value: describeTerms(terms) },
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
  renderPicker(state, "parts", { name: "part", label: texts.explain.partNumber, code: true }),
  renderTextField(state, {
    name: "quantity",
    label: texts.explain.quantity,
    digits: true,
    maxLength: 20,
  }),
  renderTextField(state, { name: "day", label: texts.explain.day, type: "date" }),
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
    return html`<p class="quiet">${texts.explain.hint}</p>
`;
  }
  const request = { partNumber, condition: null, vendor: null, quantity, day };
  const offers = await explainOffers(db, account.accountId, request);
  const [first] = offers;
  if (first === undefined) {
    const how = html`<p>${texts.explain.noPartHint(encodeURIComponent(partNumber))}</p>`;
    return renderEmptyState(texts.explain.noPart(partNumber), how);
  }
  const rules = offers.flatMap(({ explanation }) => explanation.considered.map(({ rule }) => rule));
  const origins = await loadRuleOrigins(db, account.accountId, rules);
  return html`<p>${texts.explain.part(linkCatalogPart(first.offer.partNumber))}</p>
${offers.map((offer) => renderExplained(account.accountId, offer, quantity, origins))}`;
}

export const showPrice: Handler<OperatorAccount> = async (context, visit, account) => {
  const question = readQuestion(visit.query, visit.now);
  const isWrong = question.state.faults.length > 0;
  const answer = isWrong ? null : await renderAnswer(context, account, question);
  const page = {
    title: texts.explain.title,
    sentence: texts.explain.sentence(account.name),
    above: { href: agreementAddress(account.accountId), text: texts.agreement.title(account.name) },
    body: html`${renderFaults(question.state)}${renderQuestion(account, question)}${answer}`,
  };
  return answerPage(page, isWrong ? 422 : 200);
};
