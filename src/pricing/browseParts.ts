// The search of people, with the prices that their own account pays.
import type { AccountId } from "../accounts/account.ts";
import type { CatalogReader } from "../catalog/catalogReader.ts";
import type { OfferId } from "../catalog/partId.ts";
import { type FoundParts, findParts, type PartSearch } from "../catalog/search/findParts.ts";
import { type AccountPrice, priceOffers } from "./priceOffers.ts";

/** Parts found, and the account's price of each offer by its id. */
export type PricedParts = FoundParts & { readonly prices: ReadonlyMap<OfferId, AccountPrice> };

/** Finds parts as `findParts` does, with the account's prices at `now`. */
export async function browseParts(
  catalog: CatalogReader,
  accountId: AccountId,
  search: PartSearch,
  now: Date,
): Promise<PricedParts> {
  const found = await findParts(catalog, search, now);
  const offers = [...found.exact, ...found.begun, ...found.named.map(({ offer }) => offer)];
  const offerIds = offers.map(({ offerId }) => offerId);
  return { ...found, prices: await priceOffers(catalog.db, accountId, offerIds, now) };
}
