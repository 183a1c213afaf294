// Formats the explanation of a price: every rule that was checked, in order, and the list price.
import { toWireMoney } from "../money.ts";
import { formatMoney, type Price, toWirePrice } from "../price.ts";
import type { AgreementRule } from "../pricing/agreement.ts";
import { type ExplainedOffer, listPriceSteps, type PriceStep } from "../pricing/explainOffers.ts";
import { formatTable } from "./printResult.ts";

function describeRule(rule: AgreementRule): Record<string, unknown> {
  const { term } = rule;
  return {
    rule_id: rule.ruleId,
    run_id: rule.runId,
    vendor: rule.vendor,
    condition: rule.condition,
    min_quantity: rule.minQuantity,
    order_min: rule.orderMin,
    order_multiple: rule.orderMultiple,
    discount_percent: term.kind === "discount" ? term.basisPoints / 100 : null,
    valid_from: rule.validFrom,
    valid_to: rule.validTo,
  };
}

function describeStep({ step, outcome, price, rule }: PriceStep): Record<string, unknown> {
  return {
    step,
    outcome,
    unit_price: price === null ? null : toWirePrice(price),
    rule: rule === null ? null : describeRule(rule),
  };
}

/** The output of `--json` for one offer. */
export function describePriceExplanation(explained: ExplainedOffer): Record<string, unknown> {
  const { offer, explanation, lineTotal, breaks, terms } = explained;
  return {
    part_number: offer.partNumber,
    vendor: offer.vendor,
    condition: offer.condition,
    unit_of_measure: offer.unitOfMeasure,
    unit_price: explanation.price && toWirePrice(explanation.price),
    line_total: lineTotal && toWireMoney(lineTotal),
    quantity_breaks: breaks.map(({ minQuantity, price }) => ({
      min_quantity: minQuantity,
      unit_price: toWirePrice(price),
    })),
    min_quantity: terms.minQuantity,
    multiple: terms.multiple,
    steps: listPriceSteps(explained).map(describeStep),
  };
}

function showMoney(money: Price | null): string {
  if (money === null) return "on request";
  return formatMoney(money);
}

function formatStep({ step, outcome, price, rule }: PriceStep): (string | number | null)[] {
  const narrowed = [rule?.vendor, rule?.condition].filter((name) => typeof name === "string");
  const discount = rule?.term.kind === "discount" ? ` (-${rule.term.basisPoints / 100}%)` : "";
  return [
    step.replaceAll("_", " "),
    outcome.replaceAll("_", " "),
    price === null ? null : `${showMoney(price)}${discount}`,
    rule === null ? null : String(rule.minQuantity),
    narrowed.length === 0 ? null : narrowed.join(", "),
    rule?.validFrom ?? null,
    rule?.validTo ?? null,
    rule?.ruleId ?? null,
    rule?.runId ?? null,
  ];
}

const head = ["step", "outcome", "unit price", "from", "only", "valid from", "to", "rule", "run"];

/** Ends with an empty line. */
export function formatPriceExplanation(explained: ExplainedOffer, quantity: number): string[] {
  const { offer, explanation, lineTotal, breaks, terms } = explained;
  const isOwn = terms.minQuantity !== offer.minQuantity || terms.multiple !== offer.multiple;
  const usual = isOwn ? ` (others: min. ${offer.minQuantity}, multiples of ${offer.multiple})` : "";
  const { partNumber, vendor, condition, unitOfMeasure } = offer;
  const steps = breaks.map(({ minQuantity, price }) => `${showMoney(price)} from ${minQuantity}`);
  const total = lineTotal === null ? "" : `, ${quantity} for ${showMoney(lineTotal)}`;
  return [
    `${partNumber}, ${vendor}, ${condition}, ${unitOfMeasure}: ` +
      `${showMoney(explanation.price)}${total}`,
    ...formatTable(head, listPriceSteps(explained).map(formatStep)).map((line) => `  ${line}`),
    ...(steps.length === 0 ? [] : [`  Breaks: ${steps.join(", ")}.`]),
    `  Min. ${terms.minQuantity}, multiples of ${terms.multiple}${usual}.`,
    "",
  ];
}
