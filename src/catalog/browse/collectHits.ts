// The hits of a text: offers of that number, of numbers that begin with it or contain it, and of
// names and texts with its words. Invariant: an offer is one hit, of the best kind that has it.
import { utcDay } from "../../kit/day.ts";
import type { OfferId } from "../partId.ts";
import { barePartNumber, foldFullWidth, partNumberKey } from "../partNumber.ts";
import { listRankRanges, type RankRange } from "../replica/hitRank.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import { beforeRank, selectConditionRank, selectHits } from "../search/hitQueries.ts";
import { selectListedOffers } from "../search/listedQueries.ts";
import { type AnyHits, listAnyHits, listWordBeginnings } from "../search/nameQuestion.ts";
import { vendorToken, wordsToken } from "../search/nameTokens.ts";
import { nameKeys, searchWords } from "../search/searchWords.ts";
import {
  type BrowsedOffer,
  type NumberFragment,
  type OfferNarrowing,
  selectBeginningIds,
  selectBrowsedOffers,
  selectContainingIds,
  selectIdsOfNumber,
} from "./browsedQueries.ts";

/** Best first. */
export const hitKinds = [
  "number",
  "beginning",
  "fragment",
  "same name",
  "name",
  "name begins",
  "same words",
  "words",
  "fragment of letters",
  "word beginnings",
] as const;

export type HitKind = (typeof hitKinds)[number];

export type BrowsedHit = Omit<BrowsedOffer, "nameKey"> & { readonly kind: HitKind };

/** There are more hits if not `isAll`. */
export type HitSet = { readonly hits: readonly BrowsedHit[]; readonly isAll: boolean };

const noHits: HitSet = { hits: [], isAll: true };

/** There are more if not `isAll`. */
type FoundIds = { readonly ids: ReadonlySet<OfferId>; readonly isAll: boolean };

const nothing: FoundIds = { ids: new Set(), isAll: true };

/** Text beyond this is no part number and no name that anybody seeks. */
const maxTextLength = 200;

function cleanText(text: string): string {
  return Array.from(text.trim()).slice(0, maxTextLength).join("");
}

/** A text that ends with an asterisk is the beginning of a number, as any text may be. */
export const isWildcard = (text: string): boolean => /[^\s*]\s*\*+$/.test(text.trim());

/** A text as it is searched for: without its wildcard, unless a number has it. */
export function readText(view: ReplicaView, written: string): string {
  const text = cleanText(written);
  if (!isWildcard(text) || findIdsOfNumber(view, readKey(text), 1).length > 0) return text;
  return text.replace(/\s*\*+$/, "");
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

/** The best hits by name, at most `limit` of each kind of match. */
function findNamed(
  view: ReplicaView,
  { queries, isAll }: AnyHits,
  narrowing: OfferNarrowing,
  limit: number,
): FoundIds {
  const ids = new Set<OfferId>();
  const ranges = listRanges(view, narrowing);
  for (const query of queries) {
    for (const { from, before } of ranges) {
      if (ids.size >= limit) return { ids, isAll: false };
      const narrowed = narrowToVendors(query, narrowing.vendors);
      const found = selectHits(view, narrowed, beforeRank(from), before, limit);
      for (const { offerId } of found) ids.add(offerId);
    }
  }
  return { ids, isAll };
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

/** Fewer letters and digits are within too many numbers to mean one. */
const minFragment = 4;
/** The best of at least this many offers that contain a fragment are chosen. */
const minContaining = 1_000;
/** At most this share of the hits is found by a fragment, so that names are found too. */
const maxFragmentShare = 0.5;
const digit = /\p{N}/u;
const outerPunctuation = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** What must be within a number for a text with this key; null if the text is too short. */
function readFragment(key: string): NumberFragment | null {
  const inner = key.replace(outerPunctuation, "");
  const bare = barePartNumber(inner);
  return Array.from(bare).length < minFragment ? null : { key: inner, bare };
}

/** Offers whose number contains the text, best first, except those of `known`. */
function findContaining(
  view: ReplicaView,
  key: string,
  narrowing: OfferNarrowing,
  known: readonly OfferId[],
  limit: number,
): FoundIds {
  const fragment = readFragment(key);
  if (fragment === null) return nothing;
  // What is known contains the text too.
  const containing = Math.max(limit, minContaining) + known.length;
  const { ids, isAll } = selectContainingIds(view, fragment, narrowing, containing);
  const others = new Set(ids).difference(new Set(known));
  const most = Math.ceil(limit * maxFragmentShare);
  return { ids: new Set([...others].slice(0, most)), isAll: isAll && others.size <= most };
}

function judgeName(text: string): (nameKey: string) => HitKind {
  const { exact, folded, prefixStart, prefixEnd } = nameKeys(searchWords(text));
  const words = wordsToken(folded.split(" "));
  const hasSameWords = (nameKey: string): boolean => {
    const [own = ""] = nameKey.split("\u0001", 1);
    return own.length === folded.length && wordsToken(own.split(" ")) === words;
  };
  return (nameKey) => {
    if (folded === "" || nameKey === "") return "words";
    if (nameKey === exact) return "same name";
    if (nameKey === folded || nameKey.startsWith(`${folded}\u0001`)) return "name";
    if (nameKey >= prefixStart && nameKey < prefixEnd) return "name begins";
    return hasSameWords(nameKey) ? "same words" : "words";
  };
}

type Found = {
  readonly ofNumber: ReadonlySet<OfferId>;
  readonly containing: ReadonlySet<OfferId>;
  readonly named: ReadonlySet<OfferId>;
};

/** What is found by a fragment of letters only may be meant as a word, so names come first. */
function createJudge(text: string, key: string, found: Found): (offer: BrowsedOffer) => HitKind {
  const kindOfName = judgeName(text);
  const isNumber = digit.test(key);
  return ({ offerId, partNumberKey, nameKey }) => {
    if (found.ofNumber.has(offerId)) return "number";
    if (partNumberKey.startsWith(key)) return "beginning";
    const contains = found.containing.has(offerId);
    if (contains && isNumber) return "fragment";
    if (found.named.has(offerId)) return kindOfName(nameKey);
    return "fragment of letters";
  };
}

const anyOffer: OfferNarrowing = { vendors: [], conditions: [], inStock: false };

function loadHits(
  view: ReplicaView,
  ids: Iterable<OfferId>,
  day: string,
  kindOf: (offer: BrowsedOffer) => HitKind,
): BrowsedHit[] {
  return selectBrowsedOffers(view, [...ids], day).map((offer) => {
    const { nameKey: _, ...fields } = offer;
    return { ...fields, kind: kindOf(offer) };
  });
}

/** Hits with all words of the text, of which only the last may be cut short. */
function collectWritten(
  view: ReplicaView,
  text: string,
  now: Date,
  limit: number,
  narrowing: OfferNarrowing,
): HitSet {
  const written = readKey(text);
  if (written === "") return noHits;
  const key = foldFullWidth(written);
  const ofNumber = findIdsOfNumber(view, written, limit);
  const beginnings = selectBeginningIds(view, key, narrowing, limit);
  const containing = findContaining(view, key, narrowing, beginnings.ids, limit);
  // One letter is the beginning of a number only.
  const isName = Array.from(text).length > 1;
  const named = isName ? findNamed(view, listAnyHits(view, text), narrowing, limit) : nothing;
  const fragments = [...containing.ids];
  const byName = digit.test(key) ? [...fragments, ...named.ids] : [...named.ids, ...fragments];
  const ids = new Set([...ofNumber, ...beginnings.ids, ...byName]);
  const found = { ofNumber: new Set(ofNumber), containing: containing.ids, named: named.ids };
  const judge = createJudge(text, key, found);
  const hits = loadHits(view, [...ids].slice(0, limit), utcDay(now), judge);
  const areAll = [beginnings, containing, named].every(({ isAll }) => isAll);
  return { hits, isAll: areAll && ids.size < limit };
}

/** Whether something has all words of a text, of which only the last may be cut short. */
export function hasHits(view: ReplicaView, text: string, now: Date): boolean {
  return collectWritten(view, text, now, 1, anyOffer).hits.length > 0;
}

/**
 * Collects up to `limit` hits; `narrowing` is applied before the limit. If a text has none, with
 * or without `narrowing`, each of its words may be cut short.
 */
export function collectHits(
  view: ReplicaView,
  text: string,
  now: Date,
  limit: number,
  narrowing: OfferNarrowing = anyOffer,
): HitSet {
  const found = collectWritten(view, text, now, limit, narrowing);
  if (found.hits.length > 0 || readKey(text) === "") return found;
  if (narrowing !== anyOffer && hasHits(view, text, now)) return found;
  const { ids, isAll } = findNamed(view, listWordBeginnings(view, text), narrowing, limit);
  const hits = loadHits(view, [...ids].slice(0, limit), utcDay(now), () => "word beginnings");
  return { hits, isAll: found.isAll && isAll && ids.size < limit };
}
