// Every offer of a part with the price an account pays for it and how that comes about (decision
// 64). It reads the rules that do not hold as well, so that it can say so.
import type { AccountId } from "../accounts/account.ts";
import type { Offer } from "../catalog/offer.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import { selectOffersOfPart } from "../catalog/queries.ts";
import type { Queryable } from "../db/database.ts";
import type { Money } from "../money.ts";
import { explainPrice, type PriceExplanation } from "./explainPrice.ts";
import { findOrderTerms, type OrderTerms } from "./orderTerms.ts";
import { selectFullAgreement } from "./queries.ts";
import { toPricedOffer } from "./toPricedOffer.ts";
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
