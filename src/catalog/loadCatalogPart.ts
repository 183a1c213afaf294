import { utcDay } from "../day.ts";
import type { CatalogReader } from "./catalogReader.ts";
import { partNumberKey } from "./partNumber.ts";
import { selectOffersOfPart } from "./queries.ts";
import type { ListedOffer } from "./search/listedOffer.ts";
import { selectListedOffers } from "./search/listedQueries.ts";
import { lookUpParts, type Suggestion } from "./search/lookUpParts.ts";

/** A part at list prices: its offers by condition and vendor, replacements and alternates. */
export type CatalogPart = {
  readonly offers: readonly ListedOffer[];
  readonly instead: readonly Suggestion[];
};

/** The part of a number; undefined if the catalog has none. */
export async function loadCatalogPart(
  catalog: CatalogReader,
  partNumber: string,
  now: Date,
): Promise<CatalogPart | undefined> {
  if (!partNumber.isWellFormed()) return undefined;
  const { db } = catalog;
  const day = utcDay(now);
  const query = { partNumbers: [partNumber], partNames: [], inStock: false };
  const [ofPart, { suggestions }] = await Promise.all([
    selectOffersOfPart(db, partNumberKey(partNumber), day),
    lookUpParts(catalog, { ...query, withSuggestions: true }, now),
  ]);
  const offerIds = ofPart.map(({ offerId }) => offerId);
  const listed = await selectListedOffers(db, offerIds, day);
  const offerOf = new Map(listed.map((offer) => [offer.offerId, offer]));
  const offers = offerIds.flatMap((offerId) => offerOf.get(offerId) ?? []);
  return offers.length === 0 ? undefined : { offers, instead: suggestions };
}
