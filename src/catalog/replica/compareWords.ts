// Compares the indexes by which a replica file finds offers with its offers: words, fragments and
// interchangeable numbers. Invariants: memory grows by a few bytes per offer; no transaction lasts
// longer than a range of entries takes, so that a writer can empty its log in between.
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { listFragments } from "./fragments/fragmentWriter.ts";
import { formsOfOffer, type WordSource } from "./offerWords.ts";
import { offerIdBits } from "./schema.ts";

/** About how many entries are read in one transaction. */
const entriesPerRead = 100_000;

/** Numbers are entries of ranks that no word has; so are words that are missing in `terms`. */
const [rankOfFragments, rankOfKeys, rankOfUnlisted] = [-1, -2, -3];

const selectIndexed = `select offer_id, rank, part_number_bare, interchangeable_keys, wire, nsn,
    cage, name_key, vendor
  from offers where offer_id > ? order by offer_id`;
type IndexedOffer = readonly [
  offerId: number,
  rank: number,
  bareNumber: string,
  keys: string,
  wire: string,
  nsn: string | null,
  cage: string | null,
  nameKey: string,
  vendor: string,
];

type Entry = readonly [term: string, rank: number, offerId: number];
const entryQueries = {
  words: `select term, doc >> ${offerIdBits}, doc & (1 << ${offerIdBits}) - 1
    from temp.entries where term > ? order by term`,
  fragments: `select term, ${rankOfFragments}, doc
    from temp.pieces where term > ? order by term`,
  keys: `select part_number_key, ${rankOfKeys}, offer_id
    from interchangeable where part_number_key > ? order by part_number_key`,
};

/** FNV-1a. */
function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < term.length; place += 1) {
    hash = Math.imul(hash ^ term.charCodeAt(place), 0x01000193);
  }
  return hash;
}

function hashEntry(term: number, rank: number): number {
  const mixed = Math.imul(term ^ Math.imul(rank, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** A sum of 32 bits per offer. */
type Sums = {
  add(offerId: number, hash: number): void;
  /** The ids whose sum is not zero. */
  list(): number[];
};

/** Ids whose sums are in one array: ids have gaps. */
const blockIds = 64;

function createSums(): Sums {
  const blocks = new Map<number, Int32Array>();
  return {
    add(offerId, hash) {
      const block = Math.floor(offerId / blockIds);
      let sums = blocks.get(block);
      if (sums === undefined) {
        sums = new Int32Array(blockIds);
        blocks.set(block, sums);
      }
      const place = offerId - block * blockIds;
      sums[place] = (sums[place] ?? 0) + hash;
    },
    list() {
      const ids: number[] = [];
      for (const [block, sums] of blocks) {
        for (const [place, sum] of sums.entries()) {
          if (sum !== 0) ids.push(block * blockIds + place);
        }
      }
      return ids.sort((one, other) => one - other);
    },
  };
}

/** None if their JSON cannot be read. */
function listOrNone(list: () => Iterable<string>): Iterable<string> {
  try {
    return new Set(list());
  } catch {
    return [];
  }
}

/** Adds the entries that an offer must have; returns how many they are. */
function addIndexed(sums: Sums, offer: IndexedOffer): number {
  const [id, rank, number, keys, wire, nsn, cage, nameKey, vendor] = offer;
  const source: WordSource = { wire, nsn, cage, name_key: nameKey, vendor };
  const lists = [
    [rank, listOrNone(() => formsOfOffer(source).split(" "))],
    [rankOfFragments, listFragments(number)],
    [rankOfKeys, listOrNone(() => JSON.parse(keys) as string[])],
  ] as const;
  let count = 0;
  for (const [ofRank, terms] of lists) {
    for (const term of terms) {
      sums.add(id, hashEntry(hashTerm(term), ofRank));
      count += 1;
    }
  }
  return count;
}

type Ranges = { readonly file: DatabaseSync; readonly perRead: number };

/**
 * Reads the rows of a query in transactions of about `perRead` entries. Rows that are equal in the
 * first column are read in one. `visit` returns how many entries a row has.
 */
function readRanges<Row extends readonly [string | number, ...unknown[]]>(
  { file, perRead }: Ranges,
  query: string,
  first: Row[0],
  visit: (row: Row) => number,
): void {
  const rows = file.prepare(query);
  rows.setReturnArrays(true);
  let after: Row[0] | undefined = first;
  while (after !== undefined) {
    file.exec("begin");
    after = readRange(rows, after, perRead, visit);
    file.exec("commit");
  }
}

/** Returns where the next range begins; undefined after the last row. */
function readRange<Row extends readonly [string | number, ...unknown[]]>(
  rows: StatementSync,
  first: Row[0],
  perRead: number,
  visit: (row: Row) => number,
): Row[0] | undefined {
  let [last, count] = [first, 0];
  for (const found of rows.iterate(first)) {
    const row = found as unknown as Row;
    if (count >= perRead && row[0] !== last) return last;
    last = row[0];
    count += visit(row);
  }
  return undefined;
}

/** Subtracts the entries of an index. A word that is not listed is not found by its prefix. */
function subtractEntries(
  ranges: Ranges,
  query: string,
  sums: Sums,
  isListed: (term: string) => boolean = () => true,
): void {
  let [last, hash, listed] = ["", 0, false];
  readRanges<Entry>(ranges, query, "", ([term, rank, id]) => {
    if (term !== last) [last, hash, listed] = [term, hashTerm(term), isListed(term)];
    sums.add(id, -hashEntry(hash, listed ? rank : rankOfUnlisted));
    return 1;
  });
}

/**
 * Ids of offers whose indexed words, fragments or interchangeable numbers are wrong. Offers that
 * change meanwhile may be among them.
 */
export function compareWords(file: DatabaseSync, perRead: number = entriesPerRead): number[] {
  file.exec(`create virtual table if not exists temp.entries
      using fts5vocab(main, words, instance);
    create virtual table if not exists temp.pieces
      using fts5vocab(main, fragments, instance);`);
  const [ranges, sums] = [{ file, perRead }, createSums()];
  readRanges<IndexedOffer>(ranges, selectIndexed, Number.MIN_SAFE_INTEGER, (offer) =>
    addIndexed(sums, offer),
  );
  const listed = file.prepare("select 1 from terms where term = ?");
  const isWord = (term: string): boolean => listed.get(term) !== undefined;
  subtractEntries(ranges, entryQueries.words, sums, isWord);
  subtractEntries(ranges, entryQueries.fragments, sums);
  subtractEntries(ranges, entryQueries.keys, sums);
  return sums.list();
}
