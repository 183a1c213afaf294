// The results page: the hits of a text, narrowed, counted by value, sorted, grouped by part, and a
// page of the parts.

import { listCorrected } from "../entries/mistypedNames.ts";
import type { OfferId } from "../partId.ts";
import { partNumberKey } from "../partNumber.ts";
import { readShelf } from "../replica/hitRank.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import { lookUpParts } from "../search/lookUpParts.ts";
import type { Suggestion } from "../search/suggestions.ts";
import { readTermTable } from "../terms/readTermTable.ts";
import type { OfferNarrowing } from "./browsedQueries.ts";
import {
  type BrowsedHit,
  collectHits,
  type HitKind,
  type HitSet,
  hasHits,
  hitKinds,
  isWildcard,
  readText,
} from "./collectHits.ts";

// What a text may mean: parts, or else a text near it that has hits.

type OtherTexts = {
  /** Parts that the text may mean, if it is no number in the catalog. */
  readonly suggestions: readonly Suggestion[];
  /** The text with its mistyped word corrected, if only that has hits; else null. */
  readonly corrected: string | null;
  /** The text without one of its words, if only that has hits, likeliest first. */
  readonly shorter: readonly string[];
};

const noOtherTexts: OtherTexts = { suggestions: [], corrected: null, shorter: [] };

/** Texts of more words are no names of parts, and each word costs a search. */
const maxWords = 6;

function readWords(text: string): readonly string[] {
  const words = text.split(/\s+/);
  return words.length > maxWords ? [] : words;
}

/** The last word is the likeliest to be mistyped, so it is left out first. */
function shorten(view: ReplicaView, text: string, now: Date): readonly string[] {
  const words = readWords(text);
  if (words.length < 2) return [];
  const texts = words.map((_, place) => words.toSpliced(place, 1).join(" "));
  return [...new Set(texts.reverse())].filter((one) => hasHits(view, one, now));
}

function correct(view: ReplicaView, text: string, now: Date): string | null {
  if (readWords(text).length === 0) return null;
  const corrected = listCorrected(view, readTermTable(view), text);
  return corrected.find((one) => hasHits(view, one, now)) ?? null;
}

function suggest(view: ReplicaView, text: string, hits: readonly BrowsedHit[], now: Date) {
  if (text === "" || hits.some(({ kind }) => kind === "number")) return [];
  const asked = { partNumbers: [text], partNames: text.length > 1 ? [text] : [] };
  const looked = lookUpParts(view, { ...asked, inStock: false, withSuggestions: true }, now);
  // Parts of a stock number that is one as written are hits of it.
  const others = looked.suggestions.filter(({ reason }) => hits.length === 0 || reason !== "nsn");
  // A text may mean a part as a number and as a name.
  return others.filter(
    ({ partNumber }, at) => others.findIndex((one) => one.partNumber === partNumber) === at,
  );
}

/** What a text with these hits may mean instead. */
function findOtherTexts(
  view: ReplicaView,
  text: string,
  hits: readonly BrowsedHit[],
  now: Date,
): OtherTexts {
  const suggestions = suggest(view, text, hits, now);
  if (hits.length > 0) return { ...noOtherTexts, suggestions };
  return { suggestions, corrected: correct(view, text, now), shorter: shorten(view, text, now) };
}

/** An empty list allows any value. */
export type BrowseFilter = OfferNarrowing & { readonly certificates: readonly string[] };

export const browseSorts = ["best", "number", "stock", "lead", "price"] as const;

export type BrowseOrder = {
  readonly by: (typeof browseSorts)[number];
  readonly isDescending: boolean;
};

/** The position of a part in an order: numbers, then the key of its number. */
export type PartPlace = readonly [number, number, number, string];

/** `after` and `before` are the places of the last part of the page before, or the first after. */
export type Browse = {
  readonly text: string;
  readonly filter: BrowseFilter;
  readonly order: BrowseOrder;
  readonly after: PartPlace | null;
  readonly before: PartPlace | null;
};

/** The account's unit prices of offers in minor units; those on request are missing. */
export type AccountPrices = ReadonlyMap<OfferId, number>;

type Counts = ReadonlyMap<string, number>;

/** The hits of each value, if the other filters stay as they are. */
type Facets = {
  readonly inStock: number;
  readonly vendors: Counts;
  readonly conditions: Counts;
  readonly certificates: Counts;
};

/** A part with its hits, in the order of their places; a page lists the first of them. */
type BrowsedPart = {
  readonly place: PartPlace;
  readonly kind: HitKind;
  readonly hits: readonly BrowsedHit[];
};

export type Browsed = OtherTexts & {
  readonly parts: readonly BrowsedPart[];
  readonly facets: Facets;
  /** If false, there are more hits than were counted and sorted. */
  readonly isAll: boolean;
  readonly offerCount: number;
  readonly partCount: number;
  /** The number of parts before this page. */
  readonly skipped: number;
};

export const partsPerPage = 20;
export const offersPerPart = 3;
/** The most hits that are counted and sorted: a text of one letter may have a million. */
export const maxHits = 3_000;

const last = Number.MAX_SAFE_INTEGER;

type Collected = HitSet & OtherTexts;

/** The number of texts whose hits are cached: the next page and each filter use them. */
const maxCached = 8;
type Cache = { readonly state: string; readonly collected: Map<string, Collected> };
const caches = new WeakMap<ReplicaView, Cache>();

function collectCached(
  view: ReplicaView,
  text: string,
  now: Date,
  narrowing?: OfferNarrowing,
): Collected {
  const state = view.identify();
  const known = caches.get(view);
  const cache = known?.state === state ? known : { state, collected: new Map() };
  caches.set(view, cache);
  const name = JSON.stringify([now.toISOString().slice(0, 10), text, narrowing]);
  const cached = cache.collected.get(name);
  if (cached !== undefined) return cached;
  const set = collectHits(view, text, now, maxHits, narrowing);
  const others = narrowing ? noOtherTexts : findOtherTexts(view, text, set.hits, now);
  const found = { ...set, ...others };
  const [oldest] = cache.collected.keys();
  if (cache.collected.size >= maxCached && oldest !== undefined) cache.collected.delete(oldest);
  cache.collected.set(name, found);
  return found;
}

/** If not all hits are known, those of the filter are collected by themselves. */
function collect(view: ReplicaView, { text, filter }: Browse, now: Date) {
  const cleaned = readText(view, text);
  const all = collectCached(view, cleaned, now);
  const { vendors, conditions, inStock } = filter;
  const isNarrowed = inStock || vendors.length > 0 || conditions.length > 0;
  if (all.isAll || !isNarrowed) return { ...all, counted: all.hits };
  const narrowed = collectCached(view, cleaned, now, { vendors, conditions, inStock });
  const { suggestions, corrected, shorter } = all;
  return { ...narrowed, suggestions, corrected, shorter, counted: all.hits };
}

/** The filters that a hit fails. */
function findFailed(hit: BrowsedHit, filter: BrowseFilter): (keyof Facets)[] {
  const failed: (keyof Facets)[] = [];
  if (filter.inStock && hit.stock === 0) failed.push("inStock");
  const passes = (values: readonly string[], value: string | null) =>
    values.length === 0 || (value !== null && values.includes(value));
  if (!passes(filter.vendors, hit.vendor)) failed.push("vendors");
  if (!passes(filter.conditions, hit.condition)) failed.push("conditions");
  if (!passes(filter.certificates, hit.certificate)) failed.push("certificates");
  return failed;
}

function countFacets(hits: readonly BrowsedHit[], filter: BrowseFilter): Facets {
  const counts = { vendors: new Map(), conditions: new Map(), certificates: new Map() };
  let inStock = 0;
  for (const hit of hits) {
    const failed = findFailed(hit, filter);
    if (failed.length > 1) continue;
    const counts_ = (facet: keyof Facets) => failed.length === 0 || failed[0] === facet;
    if (hit.stock > 0 && counts_("inStock")) inStock += 1;
    const add = (facet: "vendors" | "conditions" | "certificates", value: string | null) => {
      if (value === null || !counts_(facet)) return;
      counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1);
    };
    add("vendors", hit.vendor);
    add("conditions", hit.condition);
    add("certificates", hit.certificate);
  }
  return { inStock, ...counts };
}

/** Hits of beginnings are in the order of numbers, those that are not sold after the others. */
function placeBest({ kind, isSold, rank, listPrice, partNumberKey: key }: BrowsedHit): PartPlace {
  const tier = hitKinds.indexOf(kind);
  if (kind === "beginning") return [tier, isSold ? 0 : 1, 0, key];
  return [tier, rank, listPrice ?? last, key];
}

function placeOf(
  hit: BrowsedHit,
  { by, isDescending }: BrowseOrder,
  prices: AccountPrices,
): PartPlace {
  const { rank, leadTimeDays, partNumberKey: key, stock } = hit;
  const sign = isDescending ? -1 : 1;
  switch (by) {
    case "best":
      return placeBest(hit);
    case "number":
      return [0, 0, 0, key];
    case "stock":
      return [sign * stock, rank, 0, key];
    case "lead":
      return [leadTimeDays === null ? last : sign * leadTimeDays, rank, 0, key];
    case "price": {
      const price = prices.get(hit.offerId);
      return [price === undefined ? last : sign * price, rank, 0, key];
    }
  }
}

function comparePlaces(one: PartPlace, other: PartPlace, { by, isDescending }: BrowseOrder) {
  const byKey = one[3] < other[3] ? -1 : Number(one[3] > other[3]);
  return (
    one[0] - other[0] ||
    one[1] - other[1] ||
    one[2] - other[2] ||
    (by === "number" && isDescending ? -byKey : byKey)
  );
}

function groupByPart(
  hits: readonly BrowsedHit[],
  order: BrowseOrder,
  prices: AccountPrices,
): BrowsedPart[] {
  const placed = hits.map((hit) => ({ hit, place: placeOf(hit, order, prices) }));
  const groups = [...Map.groupBy(placed, ({ hit }) => hit.partNumberKey).values()];
  const parts = groups.map((group): BrowsedPart => {
    // Offers of a beginning share a place.
    const sorted = group.sort(
      (one, other) =>
        comparePlaces(one.place, other.place, order) ||
        one.hit.rank - other.hit.rank ||
        one.hit.offerId - other.hit.offerId,
    );
    const [first] = sorted as [(typeof sorted)[number], ...typeof sorted];
    return { place: first.place, kind: first.hit.kind, hits: sorted.map(({ hit }) => hit) };
  });
  return parts.sort((one, other) => comparePlaces(one.place, other.place, order));
}

function findStart(parts: readonly BrowsedPart[], { after, before, order }: Browse): number {
  const isAt = (place: PartPlace) => (part: BrowsedPart) =>
    comparePlaces(part.place, place, order) >= 0;
  if (after !== null) {
    const at = parts.findIndex((part) => comparePlaces(part.place, after, order) > 0);
    return at < 0 ? parts.length : at;
  }
  if (before === null) return 0;
  const at = parts.findIndex(isAt(before));
  return Math.max(0, (at < 0 ? parts.length : at) - partsPerPage);
}

/** Whether the offers of a part have an order of their own: no column orders them. */
export function isOrderedInParts({ by }: BrowseOrder): boolean {
  return by === "best" || by === "number";
}

/**
 * The offers of one part as a page lists them: in stock first, then by condition, then by the
 * account's price; those on request last.
 */
export function orderOffers(
  offers: readonly Pick<BrowsedHit, "offerId" | "rank">[],
  prices: AccountPrices,
): OfferId[] {
  const priceOf = (offerId: OfferId) => prices.get(offerId) ?? last;
  const ordered = offers.toSorted(
    (one, other) =>
      readShelf(one.rank) - readShelf(other.rank) ||
      priceOf(one.offerId) - priceOf(other.offerId) ||
      one.offerId - other.offerId,
  );
  return ordered.map(({ offerId }) => offerId);
}

/** The hits that pass the filters, at most `maxHits`, and what is known of all. */
export type FoundHits = Omit<Browsed, "parts" | "offerCount" | "partCount" | "skipped"> & {
  readonly hits: readonly BrowsedHit[];
};

/**
 * What a text may mean beside its hits: nothing if it asks for beginnings, and no hit, unless the
 * best come first.
 */
function keepSuggestions(
  suggestions: readonly Suggestion[],
  hits: readonly BrowsedHit[],
  { text, order }: Browse,
): readonly Suggestion[] {
  if (hits.length === 0 || order.by === "best") {
    return hits.length > 0 && isWildcard(text) ? [] : suggestions;
  }
  const found = new Set(hits.map(({ partNumberKey }) => partNumberKey));
  return suggestions.filter((one) => !found.has(partNumberKey(one.partNumber)));
}

/** Finds the hits of a text, which may be a number, the beginning of one, or a name. */
export function findHits(view: ReplicaView, browse: Browse, now: Date): FoundHits {
  const { counted, hits, ...others } = collect(view, browse, now);
  return {
    ...others,
    suggestions: keepSuggestions(others.suggestions, counted, browse),
    hits: hits.filter((hit) => findFailed(hit, browse.filter).length === 0),
    facets: countFacets(counted, browse.filter),
  };
}

/** A page of the parts of hits; `prices` are needed only to sort by price. */
export function listParts(found: FoundHits, browse: Browse, prices: AccountPrices): Browsed {
  const { hits, ...others } = found;
  const parts = groupByPart(hits, browse.order, prices);
  const skipped = findStart(parts, browse);
  return {
    ...others,
    parts: parts.slice(skipped, skipped + partsPerPage),
    offerCount: hits.length,
    partCount: parts.length,
    skipped,
  };
}
