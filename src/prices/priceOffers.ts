// The account's prices of the offers of a lookup or a search.
import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { Queryable } from "../db/database.ts";
import { utcDay } from "../kit/day.ts";
import type { PricedOffer } from "./agreement.ts";
import type { OrderTerms } from "./orderTerms.ts";
import { selectAgreementFor } from "./queries.ts";
import { listPriceBreaks, type PriceBreak } from "./unitPrice.ts";

/** The account's price of an offer at every quantity; see `listPriceBreaks`. */
export type AccountPrice = readonly PriceBreak[];

/** The account's prices of these offers at `now`, the same as those of an order. */
export async function priceOffers(
  db: Queryable,
  accountId: AccountId,
  offers: readonly (PricedOffer & OrderTerms & { readonly offerId: OfferId })[],
  now: Date,
): Promise<Map<OfferId, AccountPrice>> {
  const agreement = await selectAgreementFor(db, accountId, offers, utcDay(now));
  return new Map(offers.map((offer) => [offer.offerId, listPriceBreaks(offer, agreement)]));
}
