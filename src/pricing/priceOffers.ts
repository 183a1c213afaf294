// The account's prices of the offers of a lookup or a search (decision 20).
import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import { type FoundParts, findParts, type PartSearch } from "../catalog/search/findParts.ts";
import { utcDay } from "../day.ts";
import type { Queryable } from "../db/database.ts";
import type { PricedOffer } from "./agreement.ts";
import type { OrderTerms } from "./orderTerms.ts";
import { selectAgreementFor } from "./queries.ts";
import { listPriceBreaks, type PriceBreak } from "./unitPrice.ts";

/** The account's price of an offer at every quantity; see `listPriceBreaks`. */
export type AccountPrice = readonly PriceBreak[];

/** The account's prices of these offers at `now`, the same as those of an order (decision 28). */
export async function priceOffers(
  db: Queryable,
  accountId: AccountId,
  offers: readonly (PricedOffer & OrderTerms & { readonly offerId: OfferId })[],
  now: Date,
): Promise<Map<OfferId, AccountPrice>> {
  const agreement = await selectAgreementFor(db, accountId, offers, utcDay(now));
  return new Map(offers.map((offer) => [offer.offerId, listPriceBreaks(offer, agreement)]));
}

/** The parts found, and the account's price of each offer by its id. */
export type PricedParts = FoundParts & { readonly prices: ReadonlyMap<OfferId, AccountPrice> };

/** Calls `findParts` and adds the account's prices at `now`. */
export async function browseParts(
  { db, replica }: CatalogAccess,
  accountId: AccountId,
  search: PartSearch,
  now: Date,
): Promise<PricedParts> {
  const found = replica.read((view) => findParts(view, search, now));
  const offers = [...found.exact, ...found.prefixed, ...found.named.map(({ offer }) => offer)];
  return { ...found, prices: await priceOffers(db, accountId, offers, now) };
}
