// Compares the full-text indexes of a replica file with its offers. Invariant: memory grows by one
// number per block of offers.
import type { DatabaseSync } from "node:sqlite";
import { listFragments } from "./fragments/fragmentWriter.ts";
import { formsOfOffer, type WordSource } from "./offerWords.ts";
import { offerIdBits } from "./schema.ts";

const blockIds = 4_096;
const maxShown = 1_000;

type IndexedOffer = WordSource & {
  readonly offer_id: number;
  readonly rank: number;
  readonly number: string;
};
type Entry = { readonly term: string; readonly rank: number; readonly id: number };

/** Fragments of numbers are entries of a rank that no word has. */
const rankOfFragments = -1;

const selectIndexed = `select offer_id, rank, part_number_bare as number, wire, nsn, cage, name_key,
    vendor
  from offers`;
const selectEntries = `select term, rank, id from (
    select term, doc >> ${offerIdBits} as rank, doc & (1 << ${offerIdBits}) - 1 as id
    from temp.entries
    union all select term, ${rankOfFragments}, doc from temp.pieces
  )`;
/** Words that are missing in `terms` are not found by prefix. */
const selectUnlisted = `select term from temp.vocabulary where term not in (select term from terms)
  limit ${maxShown}`;
const selectOtherKeys = `select o.offer_id as id
    from offers o, json_each(o.interchangeable_keys) key
    where not exists (
      select 1 from interchangeable i
      where i.part_number_key = key.value and i.offer_id = o.offer_id
    )
  union
  select i.offer_id from interchangeable i where not exists (
    select 1 from offers o, json_each(o.interchangeable_keys) key
    where o.offer_id = i.offer_id and key.value = i.part_number_key
  )
  limit ${maxShown}`;

/** FNV-1a. */
function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < term.length; place += 1) {
    hash = Math.imul(hash ^ term.charCodeAt(place), 0x01000193);
  }
  return hash;
}

/** None if its JSON cannot be read. */
function listTerms(offer: WordSource): Iterable<string> {
  try {
    return new Set(formsOfOffer(offer).split(" "));
  } catch {
    return [];
  }
}

function* readIndexed(file: DatabaseSync, from: number, before: number): Generator<Entry> {
  const offers = file.prepare(`${selectIndexed} where offer_id >= ? and offer_id < ?`);
  for (const row of offers.iterate(from, before)) {
    const { offer_id: id, rank, number, ...words } = row as IndexedOffer;
    for (const term of listTerms(words)) yield { term, rank, id };
    for (const term of listFragments(number)) yield { term, rank: rankOfFragments, id };
  }
}

const readEntries = (file: DatabaseSync, where: string): Iterable<Entry> =>
  file.prepare(`${selectEntries} ${where}`).iterate() as Iterable<Entry>;

/** Adds the hashes of entries, times 1 or -1, to the sums of their blocks. */
function addEntries(sums: Map<number, number>, entries: Iterable<Entry>, sign: 1 | -1): void {
  let [last, hash] = ["", hashTerm("")];
  for (const { term, rank, id } of entries) {
    if (term !== last) [last, hash] = [term, hashTerm(term)];
    const block = Math.floor(id / blockIds);
    const mixed = Math.imul(hash ^ Math.imul(id, 0x9e3779b1), rank | 1);
    sums.set(block, ((sums.get(block) ?? 0) + sign * mixed) | 0);
  }
}

/** The offers of a block whose words differ from the index. */
function listDifferent(file: DatabaseSync, block: number): number[] {
  const [from, before] = [block * blockIds, (block + 1) * blockIds];
  const write = ({ term, rank, id }: Entry): string => `${term} ${rank} ${id}`;
  const indexed = new Set(Array.from(readIndexed(file, from, before), write));
  const entries = new Set(
    Array.from(readEntries(file, `where id >= ${from} and id < ${before}`), write),
  );
  return [...indexed.symmetricDifference(entries)].map((entry) => Number(entry.split(" ")[2]));
}

/** Ids of the first offers whose indexed words, fragments or interchangeable numbers are wrong. */
export function compareWords(file: DatabaseSync): number[] {
  file.exec(`create virtual table temp.entries using fts5vocab(main, words, instance);
    create virtual table temp.pieces using fts5vocab(main, fragments, instance);
    create virtual table temp.vocabulary using fts5vocab(main, words, row);
    begin`);
  const sums = new Map<number, number>();
  addEntries(sums, readIndexed(file, 0, Number.MAX_SAFE_INTEGER), 1);
  addEntries(sums, readEntries(file, ""), -1);
  const ids = new Set<number>();
  for (const [block, sum] of sums) {
    if (sum === 0 || ids.size >= maxShown) continue;
    for (const id of listDifferent(file, block)) ids.add(id);
  }
  const idsOfTerm = file.prepare(`${selectEntries} where term = ? limit ${maxShown}`);
  const unlisted = file.prepare(selectUnlisted).all();
  const misfound = unlisted.flatMap(({ term }) => idsOfTerm.all(String(term)));
  for (const { id } of [...misfound, ...file.prepare(selectOtherKeys).all()]) ids.add(Number(id));
  file.exec("commit");
  return [...ids].sort((one, other) => one - other);
}
