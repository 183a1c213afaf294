// The hits of a text: offers of that number, of numbers that begin with it, and of names and texts
// with its words. Invariant: an offer is one hit, of the best kind that has it.
import { utcDay } from "../../day.ts";
import type { OfferId } from "../partId.ts";
import { foldFullWidth, partNumberKey } from "../partNumber.ts";
import { listRankRanges, type RankRange } from "../replica/hitRank.ts";
import type { ReplicaView } from "../replica/replica.ts";
import { beforeRank, selectConditionRank, selectHits } from "../search/hitQueries.ts";
import { selectListedOffers } from "../search/listedQueries.ts";
import { listAnyHits } from "../search/nameQuestion.ts";
import { vendorToken } from "../search/nameTokens.ts";
import { nameKeys } from "../search/searchWords.ts";
import {
  type BrowsedOffer,
  type OfferNarrowing,
  selectBeginningIds,
  selectBrowsedOffers,
  selectIdsOfNumber,
} from "./browsedQueries.ts";

/** Best first. */
export const hitKinds = [
  "number",
  "beginning",
  "same name",
  "name",
  "name begins",
  "words",
] as const;

export type HitKind = (typeof hitKinds)[number];

export type BrowsedHit = Omit<BrowsedOffer, "nameKey"> & { readonly kind: HitKind };

/** There are more hits if not `isAll`. */
export type HitSet = { readonly hits: readonly BrowsedHit[]; readonly isAll: boolean };

const noHits: HitSet = { hits: [], isAll: true };

/** Text beyond this is no part number and no name that anybody seeks (decision 13). */
const maxTextLength = 200;

export function cleanText(text: string): string {
  return Array.from(text.trim()).slice(0, maxTextLength).join("");
}

function listRanges(
  view: ReplicaView,
  { conditions, inStock }: OfferNarrowing,
): readonly RankRange[] {
  if (conditions.length === 0) return listRankRanges(null, inStock);
  return conditions
    .flatMap((code) => {
      const rank = selectConditionRank(view, code);
      return rank === undefined ? [] : listRankRanges(rank, inStock);
    })
    .sort((one, other) => one.from - other.from);
}

function narrowToVendors(query: string, vendors: readonly string[]): string {
  if (vendors.length === 0) return query;
  return `(${vendors.map((vendor) => `"${vendorToken(vendor)}"`).join(" OR ")}) AND (${query})`;
}

/** Adds hits by name, best first, until there are `limit`. Returns whether that was all. */
function addNamed(
  view: ReplicaView,
  text: string,
  narrowing: OfferNarrowing,
  ids: Set<OfferId>,
  limit: number,
): boolean {
  const { queries, isAll } = listAnyHits(view, text);
  const ranges = listRanges(view, narrowing);
  for (const query of queries) {
    for (const { from, before } of ranges) {
      if (ids.size >= limit) return false;
      const narrowed = narrowToVendors(query, narrowing.vendors);
      const found = selectHits(view, narrowed, beforeRank(from), before, limit);
      for (const { offerId } of found) ids.add(offerId);
    }
  }
  return isAll;
}

/** The offers of a number as written, or else in ASCII. */
function findIdsOfNumber(view: ReplicaView, key: string, limit: number): OfferId[] {
  const asWritten = selectIdsOfNumber(view, key, limit);
  return asWritten.length > 0 ? asWritten : selectIdsOfNumber(view, foldFullWidth(key), limit);
}

function readKey(text: string): string {
  return text.includes("\0") || !text.isWellFormed() ? "" : partNumberKey(text);
}

/** The number of the part that a text names; undefined if it names none. */
export function findExactNumber(view: ReplicaView, text: string, now: Date): string | undefined {
  const key = readKey(cleanText(text));
  const ids = key === "" ? [] : findIdsOfNumber(view, key, 1);
  return selectListedOffers(view, ids, utcDay(now))[0]?.partNumber;
}

/** The kind of a hit that is not of the number itself. */
function createJudge(text: string, key: string): (offer: BrowsedOffer) => HitKind {
  const { exact, folded, prefixStart, prefixEnd } = nameKeys(text);
  return ({ partNumberKey, nameKey }) => {
    if (partNumberKey.startsWith(key)) return "beginning";
    if (folded === "" || nameKey === "") return "words";
    if (nameKey === exact) return "same name";
    if (nameKey === folded || nameKey.startsWith(`${folded}\u0001`)) return "name";
    return nameKey >= prefixStart && nameKey < prefixEnd ? "name begins" : "words";
  };
}

const anyOffer: OfferNarrowing = { vendors: [], conditions: [], inStock: false };

/** Collects up to `limit` hits; `narrowing` is applied before the limit. */
export function collectHits(
  view: ReplicaView,
  text: string,
  now: Date,
  limit: number,
  narrowing: OfferNarrowing = anyOffer,
): HitSet {
  const key = readKey(text);
  if (key === "") return noHits;
  const ofNumber = findIdsOfNumber(view, key, limit);
  const exact = new Set(ofNumber);
  const beginning = foldFullWidth(key);
  const beginnings = selectBeginningIds(view, beginning, narrowing, limit);
  const ids = new Set([...ofNumber, ...beginnings.ids]);
  // One letter is the beginning of a number only.
  const isName = Array.from(text).length > 1;
  const isAll = isName ? addNamed(view, text, narrowing, ids, limit) : true;
  const offers = selectBrowsedOffers(view, [...ids].slice(0, limit), utcDay(now));
  const judge = createJudge(text, beginning);
  const hits = offers.map((offer): BrowsedHit => {
    const { nameKey: _, ...fields } = offer;
    return { ...fields, kind: exact.has(offer.offerId) ? "number" : judge(offer) };
  });
  return { hits, isAll: isAll && ids.size < limit && beginnings.isAll };
}
