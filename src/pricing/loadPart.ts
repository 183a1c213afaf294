// A part as an account sees it: its offers with the account's price, breaks and terms, and its
// replacements and alternates.
import type { AccountId } from "../accounts/account.ts";
import type { CatalogReader } from "../catalog/catalogReader.ts";
import { loadCatalogPart } from "../catalog/loadCatalogPart.ts";
import type { ListedOffer } from "../catalog/search/listedOffer.ts";
import type { Suggestion } from "../catalog/search/lookUpParts.ts";
import { utcDay } from "../day.ts";
import { explainOffers } from "./explainOffers.ts";
import type { OrderTerms } from "./orderTerms.ts";
import type { AccountPrice } from "./priceOffers.ts";

export type LoadedOffer = {
  readonly offer: ListedOffer;
  readonly price: AccountPrice;
  readonly terms: OrderTerms;
};

/** A part: its offers by condition and vendor, and its replacements and alternates. */
export type LoadedPart = {
  readonly offers: readonly LoadedOffer[];
  readonly instead: readonly Suggestion[];
};

/** Loads a part by its number; undefined if the catalog has no such part. */
export async function loadPart(
  catalog: CatalogReader,
  accountId: AccountId,
  partNumber: string,
  now: Date,
): Promise<LoadedPart | undefined> {
  const question = { partNumber, condition: null, vendor: null, quantity: 1, day: utcDay(now) };
  const [part, explained] = await Promise.all([
    loadCatalogPart(catalog, partNumber, now),
    explainOffers(catalog.db, accountId, question),
  ]);
  if (part === undefined) return undefined;
  const explainedOf = new Map(explained.map((one) => [one.offer.offerId, one]));
  const offers = part.offers.flatMap((offer) => {
    const found = explainedOf.get(offer.offerId);
    if (found === undefined) return [];
    return [{ offer, price: found.breaks, terms: found.terms }];
  });
  return offers.length === 0 ? undefined : { offers, instead: part.instead };
}
