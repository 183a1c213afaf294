// The catalog lookup: entries in, offers out, in the order of the interface (decisions 12 to 19).
// The one way to the catalog for every door; what stands behind it can change without them.
import { utcDay } from "../../day.ts";
import type { Queryable } from "../../db/database.ts";
import type { CatalogReader } from "../catalogReader.ts";
import type { OfferId } from "../partId.ts";
import { barePartNumber, foldFullWidth, partNumberKey } from "../partNumber.ts";
import { type FoundOffer, readRankedOffers, type UnrankedOffer } from "./foundOffer.ts";
import { countOfVendor, type NameQuestion, selectByName } from "./nameQueries.ts";
import { hasEndlessWord, nameKeys, searchName, searchWords } from "./searchWords.ts";
import type { LookupFilter } from "./selectFoundText.ts";
import { type SuggestionReason, selectSuggestions } from "./suggestionQueries.ts";

export type Lookup = {
  readonly partNumbers: readonly string[];
  readonly partNames: readonly string[];
  readonly inStock: boolean;
  readonly withSuggestions: boolean;
  /** Only offers of this condition, of this vendor; any where left out. */
  readonly condition?: string | null;
  readonly vendor?: string | null;
  /**
   * Among names and suggestions, only offers with a price for this account; all where left out.
   * Numbers always give all offers (`lookUpForAccount` leaves some out).
   */
  readonly pricedFor?: string | null;
};

type EntryMatch = {
  readonly entry: string;
  readonly kind: "part_number" | "part_name";
  readonly offerIds: readonly OfferId[];
};

export type Suggestion = {
  readonly entry: string;
  readonly partNumber: string;
  readonly reason: SuggestionReason;
};

/**
 * `offers` has each offer once, in the order of the entries; `matches` has every entry, as sent.
 */
export type LookupAnswer = {
  readonly offers: readonly FoundOffer[];
  readonly matches: readonly EntryMatch[];
  readonly suggestions: readonly Suggestion[];
};

/** Text that PostgreSQL cannot hold is in no catalog, so it is not asked for. */
function canBeStored(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/**
 * The distinct questions of the entries, and the place of each entry's, or -1 where it has none.
 */
function collectQuestions<Question>(
  entries: readonly string[],
  toKey: (entry: string) => string,
  toQuestion: (entry: string, key: string) => Question,
): { questions: Question[]; places: number[] } {
  const questions: Question[] = [];
  const placeOf = new Map<string, number>();
  const places = entries.map((entry) => {
    const key = canBeStored(entry) ? toKey(entry) : "";
    if (key === "") return -1;
    const known = placeOf.get(key);
    if (known !== undefined) return known;
    placeOf.set(key, questions.length);
    return questions.push(toQuestion(entry, key)) - 1;
  });
  return { questions, places };
}

function matchEntries(
  entries: readonly string[],
  kind: EntryMatch["kind"],
  places: readonly number[],
  found: readonly (readonly FoundOffer[])[],
  offers: Map<OfferId, FoundOffer>,
): EntryMatch[] {
  return entries.map((entry, index) => {
    const ofEntry = found[places[index] ?? -1] ?? [];
    for (const offer of ofEntry) if (!offers.has(offer.offerId)) offers.set(offer.offerId, offer);
    return { entry, kind, offerIds: ofEntry.map((offer) => offer.offerId) };
  });
}

async function findSuggestions(
  db: Queryable,
  entries: readonly string[],
  filter: LookupFilter,
): Promise<Suggestion[]> {
  const asked = entries.filter((entry) => canBeStored(entry) && partNumberKey(entry) !== "");
  if (asked.length === 0) return [];
  const keys = asked.map((entry) => foldFullWidth(partNumberKey(entry)));
  const rows = await selectSuggestions(db, keys, keys.map(barePartNumber), filter);
  return rows.map(({ ord, partNumber, reason }) => ({
    entry: asked[ord - 1] ?? "",
    partNumber,
    reason,
  }));
}

/** Finds numbers by their keys; those without an offer by their keys in ASCII. */
async function findByNumber(
  catalog: CatalogReader,
  keys: readonly string[],
  filter: LookupFilter,
): Promise<(readonly UnrankedOffer[])[]> {
  const found = await catalog.findByNumber(
    [...new Set([...keys, ...keys.map(foldFullWidth)])],
    filter,
  );
  return keys.map((key) => {
    const exact = found.get(key) ?? [];
    return exact.length > 0 ? exact : (found.get(foldFullWidth(key)) ?? []);
  });
}

/** Two names ask the same where their words and their reading as a part number agree. */
function nameQuestionKey(entry: string): string {
  const key = hasEndlessWord(entry) ? "" : searchWords(entry).join(" ");
  return key === "" ? "" : `${key}\n${partNumberKey(entry)}`;
}

function toNameQuestion(entry: string): NameQuestion {
  return {
    partNumberKey: foldFullWidth(partNumberKey(entry)),
    keys: nameKeys(entry),
    search: searchName(entry),
  };
}

/**
 * Whether a vendor has so few offers of any of the names that reading the frequent best first would
 * read for long and find little: how many at most, infinite where no vendor is asked for.
 */
async function countMostOfVendor(
  db: Queryable,
  questions: readonly NameQuestion[],
  { vendor }: LookupFilter,
): Promise<number> {
  if (vendor === null) return Number.POSITIVE_INFINITY;
  const counting = questions.map((question) => countOfVendor(db, question, vendor));
  return Math.max(...(await Promise.all(counting)));
}

async function findByName(
  { db, countWords }: CatalogReader,
  questions: readonly NameQuestion[],
  filter: LookupFilter,
  now: Date,
): Promise<FoundOffer[][]> {
  if (questions.length === 0) return [];
  const most = await countMostOfVendor(db, questions, filter);
  if (most === 0) return questions.map(() => []);
  const counts = await countWords(now);
  const found = await selectByName(db, questions, counts, filter, most);
  return readRankedOffers(found, questions.length);
}

/**
 * Finds the offers of up to 50 entries in one round trip for the numbers, which lookups at the same
 * time may share, one for the names, once a minute two, and, where asked for, one for suggestions.
 * Does not check counts or lengths: that is the contract's. Fails only as the database fails.
 */
export async function lookUpParts(
  catalog: CatalogReader,
  lookup: Lookup,
  now: Date,
): Promise<LookupAnswer> {
  const { inStock, condition = null, vendor = null, pricedFor = null } = lookup;
  const filter: LookupFilter = { day: utcDay(now), inStock, condition, vendor, pricedFor };
  const numbers = collectQuestions(lookup.partNumbers, partNumberKey, (_, key) => key);
  const names = collectQuestions(lookup.partNames, nameQuestionKey, toNameQuestion);
  const [foundByNumber, foundByName, suggestions] = await Promise.all([
    findByNumber(catalog, numbers.questions, filter),
    findByName(catalog, names.questions, filter, now),
    lookup.withSuggestions ? findSuggestions(catalog.db, lookup.partNumbers, filter) : [],
  ]);
  const offers = new Map<OfferId, FoundOffer>();
  const matches = [
    ...matchEntries(lookup.partNumbers, "part_number", numbers.places, foundByNumber, offers),
    ...matchEntries(lookup.partNames, "part_name", names.places, foundByName, offers),
  ];
  return { offers: [...offers.values()], matches, suggestions };
}
