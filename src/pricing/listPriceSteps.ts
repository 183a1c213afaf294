// The explanation of a price as steps: every one that was asked, in its order, down to the list
// price (decision 64).
import type { Money } from "../money.ts";
import type { AgreementRule } from "./agreement.ts";
import type { ExplainedOffer } from "./explainOffers.ts";
import type { ConsideredRule, RuleOutcome } from "./explainPrice.ts";

/** A step of the chain of decision 28. */
export type PriceStep = {
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

/** The chain: each step with its rules, or with the word that there is none. */
export function listPriceSteps({ offer, explanation }: ExplainedOffer): PriceStep[] {
  const toStep = ({ rule, price, outcome }: ConsideredRule): PriceStep => {
    return { step: stepOfScope[rule.scope], outcome, price, rule };
  };
  const asked = Map.groupBy(explanation.considered, ({ rule }) => rule.scope);
  const ofRules = (["part", "vendor", "account"] as const).flatMap((scope): PriceStep[] => {
    const none: PriceStep = { step: stepOfScope[scope], outcome: "none", price: null, rule: null };
    return asked.get(scope)?.map(toStep) ?? [none];
  });
  const price = { minor: offer.listPrice, currency: offer.currency };
  const outcome = explanation.rule === null ? "won" : "outranked";
  return [...ofRules, { step: "list_price", outcome, price, rule: null }];
}
