// Writes a replica file. The caller starts and ends transactions: rows and the place that they show
// belong in one transaction, so that a reader sees all of a change or nothing.
import type { DatabaseSync } from "node:sqlite";
import type { CopiedRow } from "../../db/readCopy.ts";
import { createFragmentWriter, type FragmentWriter } from "./fragmentWriter.ts";
import type { ConditionRanks, RankBasis } from "./hitRank.ts";
import { type FoundBy, rankOfOffer, toReplicaOffer } from "./offerRecord.ts";
import { formsOfOffer, textsOfWire, type WordSource } from "./offerWords.ts";
import { prepareStatements, type Statements, writtenValues } from "./writerQueries.ts";

export type ReplicaWriter = {
  /** Inserts offers into a new file, without what they are found by. */
  insert(rows: readonly CopiedRow[], basis: RankBasis): void;
  /** Inserts the fragments of the numbers of all offers into a new file. */
  insertFragments(): void;
  /** Inserts the words of all offers into a new file; yields after each few thousand. */
  insertWords(): Generator<void>;
  /** Inserts offers, or replaces those with the same ids. */
  put(rows: readonly CopiedRow[], basis: RankBasis): void;
  /** Deletes the offers of these ids that the file has. */
  delete(offerIds: Iterable<number>): void;
  /**
   * Updates the ranks of offers whose shelf life ends between `fromDay`, for which they are, and
   * the day of `basis`, with their words.
   */
  renewRanks(fromDay: string, basis: RankBasis): void;
  /** Writes the changes of words and fragments, which `put` and `delete` only collect. */
  writeWords(): void;
  /** Discards them. */
  discard(): void;
};

type StoredOffer = Pick<FoundBy, "offer_id" | "interchangeable_keys"> &
  WordSource & { readonly rank: number; readonly part_number_bare: string };

type RankedOffer = FoundBy & { readonly rank: number };

/** Words to insert; without forms, words to delete. */
type WordChange = {
  readonly rank: number;
  readonly offerId: number;
  readonly forms: string | null;
};

/**
 * Whether two versions of an offer are found by the same words, judged by the texts they come from.
 */
function haveSameWords(one: WordSource, other: WordSource): boolean {
  return (
    one.nsn === other.nsn &&
    one.cage === other.cage &&
    one.name_key === other.name_key &&
    one.vendor === other.vendor &&
    textsOfWire(one.wire) === textsOfWire(other.wire)
  );
}

/** Deletions come first; the index is written fastest in the order of row ids. */
function compareChanges(one: WordChange, other: WordChange): number {
  return (
    one.rank - other.rank ||
    one.offerId - other.offerId ||
    Number(one.forms !== null) - Number(other.forms !== null)
  );
}

function readKeys(list: string | number | null): readonly string[] {
  return list === "[]" ? [] : (JSON.parse(String(list)) as string[]);
}

export function readConditionRanks(file: DatabaseSync): ConditionRanks {
  const rows = file.prepare("select code, rank from conditions").all();
  return new Map(rows.map(({ code, rank }) => [String(code), Number(rank)]));
}

export function writeConditionRanks(file: DatabaseSync, ranks: ConditionRanks): void {
  const insert = file.prepare("insert into conditions values (?, ?)");
  for (const [code, rank] of ranks) insert.run(code, rank);
}

/** Inserts an offer, or replaces the one with the same id. */
function writeRow(statements: Statements, row: CopiedRow, basis: RankBasis, replaces: boolean) {
  const { put, update, insertKey } = statements;
  const offer = toReplicaOffer(row);
  const rank = rankOfOffer(offer, basis);
  const values = writtenValues(offer, rank);
  if (!replaces || update.run(...values).changes === 0n) put.run(...values);
  for (const key of readKeys(offer.interchangeable_keys)) insertKey.run(key, offer.offer_id);
  return { offer, rank };
}

function findStored({ find }: Statements, offerId: number): StoredOffer | undefined {
  return find.get(offerId) as StoredOffer | undefined;
}

function forgetKeys({ deleteKey }: Statements, { offer_id, interchangeable_keys }: StoredOffer) {
  for (const key of readKeys(interchangeable_keys)) deleteKey.run(key, offer_id);
}

/** Inserts or replaces an offer; returns the changes of its words, and collects its number. */
function putRow(
  statements: Statements,
  row: CopiedRow,
  basis: RankBasis,
  fragments: FragmentWriter,
): WordChange[] {
  const offerId = Number(row[0]);
  const stored = findStored(statements, offerId);
  if (stored !== undefined) forgetKeys(statements, stored);
  const { offer, rank } = writeRow(statements, row, basis, stored !== undefined);
  fragments.collect(offerId, stored?.part_number_bare ?? null, String(offer.part_number_bare));
  if (stored?.rank === rank && haveSameWords(stored, offer)) return [];
  const inserted = { rank, offerId, forms: formsOfOffer(offer) };
  return stored === undefined
    ? [inserted]
    : [{ rank: stored.rank, offerId, forms: null }, inserted];
}

/** Words of offers that are inserted at a time. */
const offersPerStep = 5_000;

/** The index is written fastest in the order of row ids, which begin with the rank. */
function* insertAllWords(file: DatabaseSync, statements: Statements): Generator<void> {
  let count = 0;
  const ranked = file.prepare("select rank, offer_id from offers order by rank, offer_id");
  for (const { rank, offer_id: offerId } of ranked.iterate()) {
    const offer = findStored(statements, Number(offerId)) as StoredOffer;
    statements.insertWords.run(Number(rank), Number(offerId), formsOfOffer(offer));
    count += 1;
    if (count % offersPerStep === 0) yield;
  }
  insertAllTerms(file);
}

function insertAllTerms(file: DatabaseSync): void {
  file.exec(`create virtual table temp.vocabulary using fts5vocab(main, words, row);
    insert into terms select term from temp.vocabulary order by term;
    drop table temp.vocabulary;`);
}

/** Updates the rank of an offer for another day; returns the changes of its words. */
function renewRank({ setRank }: Statements, offer: RankedOffer, basis: RankBasis): WordChange[] {
  const rank = rankOfOffer(offer, basis);
  if (rank === offer.rank) return [];
  const offerId = Number(offer.offer_id);
  setRank.run(rank, offerId);
  return [
    { rank: offer.rank, offerId, forms: null },
    { rank, offerId, forms: formsOfOffer(offer) },
  ];
}

function writeChanges(statements: Statements, changes: WordChange[]): void {
  for (const change of changes.sort(compareChanges)) writeChange(statements, change);
}

/** Updates the ranks that differ between two days. An expired offer ranks as out of stock. */
function renewAllRanks(statements: Statements, fromDay: string, basis: RankBasis): void {
  const [first, end] = fromDay < basis.day ? [fromDay, basis.day] : [basis.day, fromDay];
  let after: readonly [string, number] = [first, -1];
  for (;;) {
    const page = statements.perishable.all(...after, end) as RankedOffer[];
    writeChanges(
      statements,
      page.flatMap((offer) => renewRank(statements, offer, basis)),
    );
    const last = page.at(-1);
    if (last === undefined) return;
    after = [String(last.shelf_life_expires), Number(last.offer_id)];
  }
}

function writeChange({ deleteWords, insertWords, insertTerm }: Statements, change: WordChange) {
  const { rank, offerId, forms } = change;
  if (forms === null) {
    deleteWords.run(rank, offerId);
    return;
  }
  insertWords.run(rank, offerId, forms);
  for (const term of forms.split(" ")) insertTerm.run(term);
}

export function createReplicaWriter(file: DatabaseSync): ReplicaWriter {
  const statements = prepareStatements(file);
  const fragments = createFragmentWriter(file);
  const changes: WordChange[] = [];
  return {
    insert(rows, basis) {
      for (const row of rows) writeRow(statements, row, basis, false);
    },
    insertFragments: fragments.insertAll,
    insertWords: () => insertAllWords(file, statements),
    put(rows, basis) {
      for (const row of rows) changes.push(...putRow(statements, row, basis, fragments));
    },
    delete(offerIds) {
      for (const offerId of offerIds) {
        const stored = findStored(statements, offerId);
        if (stored === undefined) continue;
        forgetKeys(statements, stored);
        statements.remove.run(offerId);
        changes.push({ rank: stored.rank, offerId, forms: null });
        fragments.collect(offerId, stored.part_number_bare, null);
      }
    },
    renewRanks: (fromDay, basis) => renewAllRanks(statements, fromDay, basis),
    writeWords() {
      writeChanges(statements, changes);
      changes.length = 0;
      fragments.write();
    },
    discard() {
      changes.length = 0;
      fragments.discard();
    },
  };
}
