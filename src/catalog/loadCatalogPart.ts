import { utcDay } from "../kit/day.ts";
import { partNumberKey } from "./partNumber.ts";
import type { ReplicaView } from "./replica/read/replicaView.ts";
import type { ListedOffer } from "./search/listedOffer.ts";
import { selectOffersOfPart } from "./search/listedQueries.ts";
import { lookUpParts } from "./search/lookUpParts.ts";
import type { Suggestion } from "./search/suggestions.ts";

/** A part at list prices: its offers by condition and vendor, replacements and alternates. */
export type CatalogPart = {
  readonly offers: readonly ListedOffer[];
  readonly instead: readonly Suggestion[];
};

/** The part of a number; undefined if the catalog has none. */
export function loadCatalogPart(
  view: ReplicaView,
  partNumber: string,
  now: Date,
): CatalogPart | undefined {
  if (!partNumber.isWellFormed()) return undefined;
  const offers = selectOffersOfPart(view, partNumberKey(partNumber), utcDay(now));
  if (offers.length === 0) return undefined;
  const query = { partNumbers: [partNumber], partNames: [], inStock: false };
  const { suggestions } = lookUpParts(view, { ...query, withSuggestions: true }, now);
  return { offers, instead: suggestions };
}
