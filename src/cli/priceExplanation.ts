// How the explanation of a price is said, to machines and to people: every step that was asked, in
// its order, down to the list price (decision 64).
import { formatAmount, type Money, toWireMoney } from "../money.ts";
import type { AgreementRule } from "../pricing/agreement.ts";
import type { ExplainedOffer } from "../pricing/explainOffers.ts";
import type { ConsideredRule, RuleOutcome } from "../pricing/explainPrice.ts";
import { layOutTable } from "./printResult.ts";

type Step = {
  readonly step: "contract_line" | "vendor_rule" | "account_discount" | "list_price";
  /** `none`: the agreement has no such rule for the offer. */
  readonly outcome: RuleOutcome | "none";
  readonly price: Money | null;
  readonly rule: AgreementRule | null;
};

const stepOfScope = {
  part: "contract_line",
  vendor: "vendor_rule",
  account: "account_discount",
} as const;

/** The chain of decision 28: each step with its rules, or with the word that there is none. */
function listSteps({ offer, explanation }: ExplainedOffer): Step[] {
  const toStep = ({ rule, price, outcome }: ConsideredRule): Step => {
    return { step: stepOfScope[rule.scope], outcome, price, rule };
  };
  const asked = Map.groupBy(explanation.considered, ({ rule }) => rule.scope);
  const ofRules = (["part", "vendor", "account"] as const).flatMap((scope): Step[] => {
    const none: Step = { step: stepOfScope[scope], outcome: "none", price: null, rule: null };
    return asked.get(scope)?.map(toStep) ?? [none];
  });
  const price = { minor: offer.listPrice, currency: offer.currency };
  const outcome = explanation.rule === null ? "won" : "outranked";
  return [...ofRules, { step: "list_price", outcome, price, rule: null }];
}

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

function describeStep({ step, outcome, price, rule }: Step): Record<string, unknown> {
  return {
    step,
    outcome,
    unit_price: price === null ? null : toWireMoney(price),
    rule: rule === null ? null : describeRule(rule),
  };
}

/** The answer of `--json` for one offer. */
export function describePriceExplanation(explained: ExplainedOffer): Record<string, unknown> {
  const { offer, explanation, lineTotal, breaks, terms } = explained;
  return {
    part_number: offer.partNumber,
    vendor: offer.vendor,
    condition: offer.condition,
    unit_of_measure: offer.unitOfMeasure,
    unit_price: toWireMoney(explanation.price),
    line_total: toWireMoney(lineTotal),
    quantity_breaks: breaks.map(({ minQuantity, price }) => ({
      min_quantity: minQuantity,
      unit_price: toWireMoney(price),
    })),
    min_quantity: terms.minQuantity,
    multiple: terms.multiple,
    steps: listSteps(explained).map(describeStep),
  };
}

function showMoney(money: Money): string {
  return `${money.currency} ${formatAmount(money)}`;
}

function layOutStep({ step, outcome, price, rule }: Step): (string | number | null)[] {
  const narrowed = [rule?.vendor, rule?.condition].filter((name) => typeof name === "string");
  const discount = rule?.term.kind === "discount" ? ` (-${rule.term.basisPoints / 100} %)` : "";
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

const head = ["asked", "outcome", "unit price", "from", "only", "valid from", "to", "rule", "run"];

/** The answer for people for one offer, an empty line at its end. */
export function layOutPriceExplanation(explained: ExplainedOffer, quantity: number): string[] {
  const { offer, explanation, lineTotal, breaks, terms } = explained;
  const isOwn = terms.minQuantity !== offer.minQuantity || terms.multiple !== offer.multiple;
  const usual = isOwn ? `, others from ${offer.minQuantity} in multiples of ${offer.multiple}` : "";
  const { partNumber, vendor, condition, unitOfMeasure } = offer;
  const steps = breaks.map(({ minQuantity, price }) => `${showMoney(price)} from ${minQuantity}`);
  return [
    `${partNumber}, ${vendor}, ${condition}, ${unitOfMeasure}: ${showMoney(explanation.price)}, ` +
      `${quantity} for ${showMoney(lineTotal)}`,
    ...layOutTable(head, listSteps(explained).map(layOutStep)).map((line) => `  ${line}`),
    `  Breaks: ${steps.join(", ")}.`,
    `  Sold from ${terms.minQuantity} on in multiples of ${terms.multiple}${usual}.`,
    "",
  ];
}
