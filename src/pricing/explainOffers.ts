// Every offer of a part with the price an account pays for it and how that comes about (decision
// 64). It reads the rules that do not hold as well, so that it can say so.
import type { AccountId } from "../accounts/account.ts";
import type { Offer } from "../catalog/offer.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import { selectOffersOfPart } from "../catalog/queries.ts";
import type { Queryable } from "../db/database.ts";
import type { Money } from "../money.ts";
import { type AgreementRule, toPricedOffer } from "./agreement.ts";
import {
  type ConsideredRule,
  explainPrice,
  type PriceExplanation,
  type RuleOutcome,
} from "./explainPrice.ts";
import { findOrderTerms, type OrderTerms } from "./orderTerms.ts";
import { selectFullAgreement } from "./queries.ts";
import { listPriceBreaks, type PriceBreak } from "./unitPrice.ts";

/** What is asked: `day` is YYYY-MM-DD in UTC; null of condition or vendor is any. */
export type PriceQuestion = {
  readonly partNumber: string;
  readonly condition: string | null;
  readonly vendor: string | null;
  readonly quantity: number;
  readonly day: string;
};

/** An offer, what `quantity` units of it cost the account in all, and why. */
export type ExplainedOffer = {
  readonly offer: Offer;
  readonly explanation: PriceExplanation;
  readonly lineTotal: Money;
  readonly breaks: readonly PriceBreak[];
  readonly terms: OrderTerms;
};

/**
 * Explains the account's price of each offer of a part, by condition and vendor; none where the
 * catalog has no such offer. Does not judge stock, status or the quantity.
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
    const priced = toPricedOffer(offer);
    const explanation = explainPrice(priced, agreement.judgeRules(priced), quantity);
    const { minor, currency } = explanation.price;
    return {
      offer,
      explanation,
      lineTotal: { minor: minor * BigInt(quantity), currency },
      breaks: listPriceBreaks(priced, agreement),
      terms: findOrderTerms(priced, agreement),
    };
  });
}

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
