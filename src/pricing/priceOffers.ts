// The account's prices of the offers of a lookup or a search (decision 20).
import type { AccountId } from "../accounts/account.ts";
import type { Offer } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import { selectOffers } from "../catalog/queries.ts";
import type { LookupAccess } from "../catalog/replica/catalogAccess.ts";
import { type FoundParts, findParts, type PartSearch } from "../catalog/search/findParts.ts";
import { utcDay } from "../day.ts";
import type { Queryable } from "../db/database.ts";
import { selectAgreement } from "./queries.ts";
import { listPriceBreaks, type PriceBreak } from "./unitPrice.ts";

/** The account's price of an offer at every quantity; see `listPriceBreaks`. */
export type AccountPrice = readonly PriceBreak[];

/** The account's prices of these offers at `now`, the same as those of an order (decision 28). */
export async function priceOffers(
  db: Queryable,
  accountId: AccountId,
  offerIds: readonly OfferId[],
  now: Date,
): Promise<Map<OfferId, AccountPrice>> {
  if (offerIds.length === 0) return new Map();
  return priceFound(db, accountId, await selectOffers(db, offerIds, utcDay(now)), now);
}

/** The same of offers as they were found. */
async function priceFound(
  db: Queryable,
  accountId: AccountId,
  offers: readonly Offer[],
  now: Date,
): Promise<Map<OfferId, AccountPrice>> {
  const offerIds = offers.map(({ offerId }) => offerId);
  const agreement = await selectAgreement(db, accountId, offerIds, utcDay(now));
  return new Map(offers.map((offer) => [offer.offerId, listPriceBreaks(offer, agreement)]));
}

/** The parts found, and the account's price of each offer by its id. */
export type PricedParts = FoundParts & { readonly prices: ReadonlyMap<OfferId, AccountPrice> };

/** Calls `findParts` and adds the account's prices at `now`. */
export async function browseParts(
  access: LookupAccess,
  accountId: AccountId,
  search: PartSearch,
  now: Date,
): Promise<PricedParts> {
  const found = await findParts(access, search, now);
  const offers = [...found.exact, ...found.prefixed, ...found.named.map(({ offer }) => offer)];
  return { ...found, prices: await priceFound(access.db, accountId, offers, now) };
}
