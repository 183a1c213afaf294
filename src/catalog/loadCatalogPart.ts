import { utcDay } from "../day.ts";
import { partNumberKey } from "./partNumber.ts";
import type { LookupAccess } from "./replica/catalogAccess.ts";
import type { ListedOffer } from "./search/listedOffer.ts";
import { selectOffersOfPart } from "./search/listedQueries.ts";
import { lookUpParts, type Suggestion } from "./search/lookUpParts.ts";

/** A part at list prices: its offers by condition and vendor, replacements and alternates. */
export type CatalogPart = {
  readonly offers: readonly ListedOffer[];
  readonly instead: readonly Suggestion[];
};

/** The part of a number; undefined if the catalog has none. */
export async function loadCatalogPart(
  { catalog, replica }: LookupAccess,
  partNumber: string,
  now: Date,
): Promise<CatalogPart | undefined> {
  if (!partNumber.isWellFormed()) return undefined;
  const key = partNumberKey(partNumber);
  const offers = replica.read((view) => selectOffersOfPart(view, key, utcDay(now)));
  if (offers.length === 0) return undefined;
  const query = { partNumbers: [partNumber], partNames: [], inStock: false };
  const { suggestions } = await lookUpParts(catalog, { ...query, withSuggestions: true }, now);
  return { offers, instead: suggestions };
}
