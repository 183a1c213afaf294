// The offers of a part with the account's price and how it is chosen. It reads rules that are not
// in force as well, to list them.
import type { AccountId } from "../accounts/account.ts";
import type { Offer } from "../catalog/offer.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import { selectOffersOfPart } from "../catalog/queries.ts";
import type { Queryable } from "../db/database.ts";
import type { Money } from "../kit/money.ts";
import { multiplyPrice, type Price } from "../kit/price.ts";
import type { AgreementRule } from "./agreement.ts";
import {
  type ConsideredRule,
  explainPrice,
  type PriceExplanation,
  type RuleOutcome,
} from "./explainPrice.ts";
import { findOrderTerms, type OrderTerms } from "./orderTerms.ts";
import { selectFullAgreement } from "./queries.ts";
import { listPriceBreaks, type PriceBreak } from "./unitPrice.ts";

/** `day` is YYYY-MM-DD in UTC; a condition or vendor of null is any. */
export type PriceQuestion = {
  readonly partNumber: string;
  readonly condition: string | null;
  readonly vendor: string | null;
  readonly quantity: number;
  readonly day: string;
};

/** An offer, the total the account pays for `quantity` units of it (null: on request), and why. */
export type ExplainedOffer = {
  readonly offer: Offer;
  readonly explanation: PriceExplanation;
  readonly lineTotal: Money | null;
  readonly breaks: readonly PriceBreak[];
  readonly terms: OrderTerms;
};

/**
 * Explains the account's price of each offer of a part, by condition and vendor. Does not check
 * stock, status or the quantity.
 */
export async function explainOffers(
  db: Queryable,
  accountId: AccountId,
  question: PriceQuestion,
): Promise<ExplainedOffer[]> {
  const { condition, vendor, quantity, day } = question;
  const ofPart = await selectOffersOfPart(db, partNumberKey(question.partNumber), day);
  const offers = ofPart.filter(
    (offer) =>
      (condition === null || offer.condition === condition) &&
      (vendor === null || offer.vendor === vendor),
  );
  const offerIds = offers.map(({ offerId }) => offerId);
  const agreement = await selectFullAgreement(db, accountId, offerIds, day);
  return offers.map((offer) => {
    const explanation = explainPrice(offer, agreement.findRules(offer), quantity);
    const { price } = explanation;
    return {
      offer,
      explanation,
      lineTotal: price && multiplyPrice(price, quantity),
      breaks: listPriceBreaks(offer, agreement),
      terms: findOrderTerms(offer, agreement),
    };
  });
}

/** A step of the price chain. */
export type PriceStep = {
  readonly step: "contract_line" | "vendor_rule" | "account_discount" | "list_price";
  /** `none`: the agreement has no such rule for the offer. */
  readonly outcome: RuleOutcome | "none";
  readonly price: Price | null;
  readonly rule: AgreementRule | null;
};

const stepOfScope = {
  part: "contract_line",
  vendor: "vendor_rule",
  account: "account_discount",
} as const;

/** The price chain down to the list price: each step with its rules, or with `none`. */
export function listPriceSteps({ offer, explanation }: ExplainedOffer): PriceStep[] {
  const toStep = ({ rule, price, outcome }: ConsideredRule): PriceStep => {
    return { step: stepOfScope[rule.scope], outcome, price, rule };
  };
  const byScope = Map.groupBy(explanation.considered, ({ rule }) => rule.scope);
  const ofRules = (["part", "vendor", "account"] as const).flatMap((scope): PriceStep[] => {
    const none: PriceStep = { step: stepOfScope[scope], outcome: "none", price: null, rule: null };
    return byScope.get(scope)?.map(toStep) ?? [none];
  });
  const price = offer.listPrice;
  const chosen = explanation.rule === null ? "won" : "outranked";
  const outcome = price === null ? "no_list_price" : chosen;
  return [...ofRules, { step: "list_price", outcome, price, rule: null }];
}
