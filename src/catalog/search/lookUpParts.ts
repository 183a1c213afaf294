// The catalog lookup: entries in, offers out, in the order of the interface. The one way to the
// catalog for every door; what stands behind it can change without them.

import { utcDay } from "../../kit/day.ts";
import { findMeantNames } from "../entries/findMeantNames.ts";
import { limitEmptySearches, type NamedPart } from "../entries/nameSearch.ts";
import type { OfferId } from "../partId.ts";
import { foldFullWidth, partNumberKey } from "../partNumber.ts";
import {
  isSharedRank,
  isUnpricedRank,
  listRankRanges,
  type RankRange,
} from "../replica/hitRank.ts";
import { formsOfOffer } from "../replica/offerWords.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import { readTermTable } from "../terms/readTermTable.ts";
import {
  compareOffers,
  type FoundOffer,
  type FoundRow,
  type RankedOffer,
  readFoundOffer,
} from "./foundOffer.ts";
import { type OfferFilter, selectById, selectByNumbers } from "./foundQueries.ts";
import {
  afterRank,
  beforeRank,
  type Hit,
  selectConditionRank,
  selectHits,
  selectNamed,
  selectWordSources,
} from "./hitQueries.ts";
import { listHitQueries, type NameQuestion, readNameQuestion } from "./nameQuestion.ts";
import { findSuggestions, type NumberEntry, type Suggestion } from "./suggestions.ts";
import { type ContractPrices, keepPriced } from "./unpricedOffers.ts";

// Reads the hits of a name, best first, and stops as soon as there are enough. Invariant: an offer
// belongs to the first tier that has it.

/** A hit in the tier of its kind of match; lower tiers come first. */
type TieredHit = { readonly offerId: OfferId; readonly tier: number };

/** What is read: offers of a vendor (null means any) with ranks in these ranges. */
type HitFilter = {
  readonly vendor: string | null;
  readonly ranges: readonly RankRange[];
  readonly prices: ContractPrices | null;
};

/** `isAll` is true if there are no more. */
type NameHits = { readonly hits: readonly TieredHit[]; readonly isAll: boolean };

/**
 * The most hits of one price place that are sorted by price; the rest follow in the order of ids.
 */
const maxTied = 1_000;
/** The most hits of a loose query that are compared with the entry. */
const maxCompared = 2_000;
const maxPage = 500;
/** Of a name, the most offers without a list price of which contract prices are read. */
const maxUnpriced = 750;

/** Collects hits in order until there are `want`, plus those that may tie with the last. */
class HitCollection {
  readonly hits: TieredHit[] = [];
  readonly #seen = new Set<OfferId>();
  readonly #want: number;
  #lastRank = -1;

  constructor(want: number) {
    this.#want = want;
  }

  hasEnough(): boolean {
    return this.hits.length >= this.#want;
  }

  /** Whether the next hit may belong before the last one. */
  mayTie(): boolean {
    return isSharedRank(this.#lastRank) && this.hits.length < this.#want + maxTied;
  }

  /** Returns false if there are enough; then not all of these were added. */
  addAll(hits: readonly Hit[], tier: number): boolean {
    return hits.every((hit) => this.#add(hit, tier));
  }

  /** Returns false if there are enough hits without this one. */
  #add({ offerId, rank }: Hit, tier: number): boolean {
    if (this.#seen.has(offerId)) return true;
    if (this.hasEnough() && rank !== this.#lastRank) return false;
    this.#seen.add(offerId);
    this.hits.push({ offerId, tier });
    this.#lastRank = rank;
    return true;
  }
}

/** The hits of a loose query that begin with the entry. */
function keepBeginnings(
  view: ReplicaView,
  { keys: { prefixStart, prefixEnd } }: NameQuestion,
  hits: readonly Hit[],
): readonly Hit[] {
  const ids = hits.map(({ offerId }) => offerId);
  const kept = selectNamed(view, ids, prefixStart, prefixEnd);
  return hits.filter(({ offerId }) => kept.has(offerId));
}

/** The hits of a loose query with all words of the entry. */
function keepWords(
  view: ReplicaView,
  { search: { prefix, folded, words, identity } }: NameQuestion,
  hits: readonly Hit[],
): readonly Hit[] {
  const ids = hits.map(({ offerId }) => offerId);
  const sources = new Map(selectWordSources(view, ids).map((source) => [source.offer_id, source]));
  return hits.filter(({ offerId }) => {
    const source = sources.get(offerId);
    const forms = new Set(source && formsOfOffer(source).split(" "));
    const hasAll = (all: readonly string[]) => all.every((word) => forms.has(word));
    const hasLast =
      (folded.length > 0 && hasAll(folded)) || [...forms].some((form) => form.startsWith(prefix));
    return (hasLast && hasAll(words)) || (identity !== null && forms.has(identity));
  });
}

/** One kind of match. */
type Tier = {
  readonly query: string;
  readonly tier: number;
  /** Removes hits of a loose query that do not match the entry. */
  readonly keep: (page: readonly Hit[]) => readonly Hit[];
  readonly maxRead: number;
};

type NameReading = {
  readonly want: number;
  readonly prices: ContractPrices | null;
  readonly collection: HitCollection;
  /** How many offers without a list price were read. */
  unpriced: number;
};

const hasListPrice = ({ rank }: Hit): boolean => !isUnpricedRank(rank);

/** The hits of a page that have a price for the account. */
function keepShown(page: readonly Hit[], reading: NameReading): readonly Hit[] {
  if (reading.prices === null) return page;
  const left = maxUnpriced - reading.unpriced;
  const unpriced = page.filter((hit) => !hasListPrice(hit));
  reading.unpriced += unpriced.length;
  const over = new Set(unpriced.slice(left));
  return keepPriced(
    reading.prices,
    page.filter((hit) => !over.has(hit)),
    hasListPrice,
  );
}

/** Whether further offers of a rank without list prices are left out. */
function areOver({ prices, unpriced }: NameReading): boolean {
  return prices !== null && (!prices.exist || unpriced >= maxUnpriced);
}

/** Reads the hits of a query in a range of ranks. Returns false if there are enough. */
function readRange(
  view: ReplicaView,
  { query, tier, keep, maxRead }: Tier,
  { from, before }: RankRange,
  reading: NameReading,
): boolean {
  const { want, collection } = reading;
  let after = beforeRank(from);
  let read = 0;
  for (let limit = want + 1; ; limit = Math.min(4 * limit, maxPage)) {
    const page = selectHits(view, query, after, before, limit);
    if (!collection.addAll(keepShown(keep(page), reading), tier)) return false;
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return true;
    if (collection.hasEnough() && !collection.mayTie()) return false;
    read += page.length;
    if (read >= maxRead) return true;
    after = isUnpricedRank(last.rank) && areOver(reading) ? afterRank(last.rank) : last;
  }
}

/** Returns at least `want` hits. Offers whose part number is the entry come first. */
function readNameHits(
  view: ReplicaView,
  question: NameQuestion,
  ofNumber: readonly Hit[],
  { vendor, ranges, prices }: HitFilter,
  want: number,
): NameHits {
  const collection = new HitCollection(want);
  const reading = { want, prices, collection, unpriced: 0 };
  const { hits } = collection;
  if (!collection.addAll(keepShown(ofNumber, reading), 0)) return { hits, isAll: false };
  const keepers = { beginning: keepBeginnings, words: keepWords };
  for (const [place, write] of listHitQueries(view, question, vendor).entries()) {
    if (collection.hasEnough()) return { hits, isAll: false };
    const { query, loose } = write();
    if (query === "") continue;
    const keep = (page: readonly Hit[]) =>
      loose === null ? page : keepers[loose](view, question, page);
    const maxRead = loose === null ? Number.POSITIVE_INFINITY : maxCompared;
    const tier = { query, tier: place + 1, keep, maxRead };
    for (const range of ranges) {
      if (!readRange(view, tier, range, reading)) return { hits, isAll: false };
    }
  }
  return { hits, isAll: true };
}

export type Lookup = {
  readonly partNumbers: readonly string[];
  readonly partNames: readonly string[];
  readonly inStock: boolean;
  readonly withSuggestions: boolean;
  /** Only offers of this condition, of this vendor; any where left out. */
  readonly condition?: string | null;
  readonly vendor?: string | null;
  /** Shows only offers with a list price or one of these prices; all offers if left out. */
  readonly prices?: ContractPrices | null;
  /** Whether offers come with what their prices depend on. */
  readonly withTerms?: boolean;
};

type EntryMatch = {
  readonly entry: string;
  readonly kind: "part_number" | "part_name";
  readonly offerIds: readonly OfferId[];
};

/** `offers` has each offer once, in the order of the entries; `matches` has every entry, as sent. */
export type LookupAnswer = {
  readonly offers: readonly FoundOffer[];
  readonly matches: readonly EntryMatch[];
  readonly suggestions: readonly Suggestion[];
};

/** The most offers that a name returns. */
export const maxFound = 25;

/** The filter of a lookup, and its day. */
type LookupFilter = OfferFilter & {
  readonly day: string;
  readonly inStock: boolean;
  readonly prices: ContractPrices | null;
};

/** Text that PostgreSQL cannot store is in no catalog, so it is not searched for. */
function canBeStored(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/** Matches entries with what each of them found, and adds it to `offers`. */
function matchEntries(
  entries: readonly string[],
  kind: EntryMatch["kind"],
  found: readonly (readonly FoundOffer[])[],
  offers: Map<OfferId, FoundOffer>,
): EntryMatch[] {
  return entries.map((entry, index) => {
    const ofEntry = found[index] ?? [];
    for (const offer of ofEntry) if (!offers.has(offer.offerId)) offers.set(offer.offerId, offer);
    return { entry, kind, offerIds: ofEntry.map((offer) => offer.offerId) };
  });
}

function readNumber(entry: string): NumberEntry {
  return { entry, key: canBeStored(entry) ? partNumberKey(entry) : "" };
}

/** The offers of each key, best first, at its place. An empty key has none. */
function readByKeys(
  view: ReplicaView,
  keys: readonly string[],
  filter: LookupFilter,
): RankedOffer[][] {
  const { day, inStock } = filter;
  // A repeated key is read once. A set would look each key up among all unique texts of the thread.
  const places = keys.map((key) => keys.indexOf(key));
  const distinct = keys.map((key, place) => (places[place] === place ? key : ""));
  const ofKeys = selectByNumbers(view, distinct, filter).map((rows) => {
    const offers = rows.map((row) => readFoundOffer(row, day));
    const kept = inStock ? offers.filter(({ isInStock }) => isInStock) : offers;
    return kept.length > 1 ? kept.sort(compareOffers) : kept;
  });
  return places.map((place) => ofKeys[place] ?? []);
}

/** `exact` has the offers of each number; one without any gets those of its form in ASCII. */
function findByNumber(
  view: ReplicaView,
  entries: readonly NumberEntry[],
  exact: readonly (readonly RankedOffer[])[],
  filter: LookupFilter,
): (readonly RankedOffer[])[] {
  const folded = entries.map(({ key }, place) => {
    const ascii = exact[place]?.length === 0 ? foldFullWidth(key) : key;
    return ascii === key ? "" : ascii;
  });
  const inAscii = folded.some((key) => key !== "") ? readByKeys(view, folded, filter) : [];
  return exact.map((found, place) => {
    const offers = found.length > 0 ? found : (inAscii[place] ?? []);
    return keepPriced(filter.prices, offers, ({ isPriced }) => isPriced);
  });
}

/** The distinct questions of names, and the place of each name's, or -1 where it has none. */
function collectQuestions(names: readonly string[]): {
  questions: NameQuestion[];
  places: number[];
} {
  const questions: NameQuestion[] = [];
  const placeOf = new Map<string, number>();
  const places = names.map((name) => {
    const question = canBeStored(name) ? readNameQuestion(name) : undefined;
    if (question === undefined) return -1;
    const asked = `${question.text}\n${question.partNumberKey}`;
    const known = placeOf.get(asked);
    if (known !== undefined) return known;
    placeOf.set(asked, questions.length);
    return questions.push(question) - 1;
  });
  return { questions, places };
}

function toHitFilter(view: ReplicaView, filter: LookupFilter): HitFilter {
  const { condition, vendor, inStock, prices } = filter;
  if (condition === null) return { vendor, prices, ranges: listRankRanges(null, inStock) };
  const rank = selectConditionRank(view, condition);
  return { vendor, prices, ranges: rank === undefined ? [] : listRankRanges(rank, inStock) };
}

/** The best offers of hits, at most `maxFound`, in order. */
function rankHits(
  { hits }: NameHits,
  rows: ReadonlyMap<OfferId, FoundRow>,
  { day, inStock }: LookupFilter,
): RankedOffer[] {
  const tierOf = new Map(hits.map(({ offerId, tier }) => [offerId, tier]));
  const tier = ({ offerId }: RankedOffer) => tierOf.get(offerId) ?? 0;
  return hits
    .flatMap(({ offerId }) => rows.get(offerId) ?? [])
    .map((row) => readFoundOffer(row, day))
    .filter(({ isInStock }) => isInStock || !inStock)
    .sort((one, other) => tier(one) - tier(other) || compareOffers(one, other))
    .slice(0, maxFound);
}

/**
 * Finds the best offers of each name, at most `maxFound`, in order. `ofNumbers` has, for each
 * question, the offers whose part number is that entry.
 */
function findByName(
  view: ReplicaView,
  questions: readonly NameQuestion[],
  ofNumbers: readonly (readonly RankedOffer[])[],
  filter: LookupFilter,
): RankedOffer[][] {
  if (questions.length === 0) return [];
  const hitFilter = toHitFilter(view, filter);
  const readHits = (place: number, want: number) =>
    readNameHits(view, questions[place] as NameQuestion, ofNumbers[place] ?? [], hitFilter, want);
  const selectRows = (read: readonly NameHits[]) => {
    const ids = read.flatMap(({ hits }) => hits.map(({ offerId }) => offerId));
    return selectById(view, new Set(ids), filter);
  };
  const all = questions.map((_, place) => readHits(place, maxFound));
  const rows = selectRows(all);
  return all.map((first, place) => {
    let hits = first;
    let offers = rankHits(hits, rows, filter);
    // Ranks are for the replica's day: on another day, some hits may be out of stock.
    while (offers.length < maxFound && !hits.isAll && hits.hits.length >= maxFound) {
      hits = readHits(place, 4 * hits.hits.length);
      offers = rankHits(hits, selectRows([hits]), filter);
    }
    return offers;
  });
}

function readNamedParts(offers: readonly FoundOffer[]): NamedPart[] {
  return offers.map(({ wire }) => {
    const part = JSON.parse(`{${wire}`) as { part_number: string; part_name: string | null };
    return { partNumber: part.part_number, partName: part.part_name };
  });
}

/** What the names may mean; `found` is what they find, at their `places`. */
function suggestNames(
  view: ReplicaView,
  { partNames }: Lookup,
  places: readonly number[],
  found: readonly (readonly FoundOffer[])[],
  filter: LookupFilter,
): Suggestion[] {
  const limitOne = limitEmptySearches((name) => {
    const question = readNameQuestion(name);
    if (question === undefined) return [];
    return readNamedParts(findByName(view, [question], [], filter)[0] ?? []);
  });
  if (partNames.length === 0) return [];
  const table = readTermTable(view);
  const entryAt = new Map(
    partNames.flatMap((entry, index) => {
      const place = places[index] ?? -1;
      return place < 0 ? [] : [[place, entry] as const];
    }),
  );
  const meant = new Map(
    [...entryAt].map(([place, entry]) => {
      const ofEntry = readNamedParts(found[place] ?? []);
      return [place, findMeantNames({ view, table, find: limitOne() }, entry, ofEntry)];
    }),
  );
  return partNames.flatMap((entry, index) =>
    (meant.get(places[index] ?? -1) ?? []).map((one) => ({ entry, ...one })),
  );
}

/** Finds the offers of up to 50 entries. Does not check counts or lengths; the contract does. */
export function lookUpParts(view: ReplicaView, lookup: Lookup, now: Date): LookupAnswer {
  const { inStock, condition = null, vendor = null, prices = null, withTerms = false } = lookup;
  const filter = { day: utcDay(now), inStock, condition, vendor, prices, withTerms };
  const numbers = lookup.partNumbers.map(readNumber);
  const { questions, places } = collectQuestions(lookup.partNames);
  const keys = [...numbers.map(({ key }) => key), ...questions.map((one) => one.partNumberKey)];
  const ofKeys = readByKeys(view, keys, filter);
  const ofNumbers = findByNumber(view, numbers, ofKeys.slice(0, numbers.length), filter);
  const ofQuestions = findByName(view, questions, ofKeys.slice(numbers.length), filter);
  const suggestions = lookup.withSuggestions
    ? [
        ...findSuggestions(view, numbers, filter),
        ...suggestNames(view, lookup, places, ofQuestions, filter),
      ]
    : [];
  const ofNames = places.map((place) => ofQuestions[place] ?? []);
  const offers = new Map<OfferId, FoundOffer>();
  const matches = [
    ...matchEntries(lookup.partNumbers, "part_number", ofNumbers, offers),
    ...matchEntries(lookup.partNames, "part_name", ofNames, offers),
  ];
  return { offers: [...offers.values()], matches, suggestions };
}
