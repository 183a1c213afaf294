// Writes a replica file. The caller starts and ends transactions: rows and the place that they show
// belong into one, so that a reader sees all of a change or nothing.
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { CopiedRow } from "../../db/readCopy.ts";
import {
  formsOfOffer,
  type OfferValues,
  rankOfOffer,
  readOfferValues,
  replicatedColumns,
} from "./offerRecord.ts";
import { offerIdBits } from "./schema.ts";

export type ConditionRanks = ReadonlyMap<string, number>;

/** What ranks depend on: the day that judges shelf life, and the order of conditions. */
export type RankBasis = { readonly day: string; readonly conditionRanks: ConditionRanks };

export type ReplicaWriter = {
  /** Inserts offers into a new file, without their words. */
  insert(rows: readonly CopiedRow[], basis: RankBasis): void;
  /** Inserts the words of all offers. */
  insertWords(): void;
  /** Inserts offers, or replaces those with the same ids. */
  put(rows: readonly CopiedRow[], basis: RankBasis): void;
  /** Deletes the offers of these ids that the file has. */
  delete(offerIds: Iterable<number>): void;
  /** Gives the offers with a shelf life their rank of another day. */
  renewRanks(basis: RankBasis): void;
  /** Writes the changes of words so far, which `put`, `delete` and `renewRanks` only collect. */
  writeWords(): void;
  /** Forgets them instead. */
  discard(): void;
};

type StoredOffer = Pick<
  OfferValues,
  "offer_id" | "wire" | "nsn" | "cage" | "interchangeable_keys"
> & { readonly rank: number };

/** Words to insert, or, without forms, to delete. */
type WordChange = {
  readonly rank: number;
  readonly offerId: number;
  readonly forms: string | null;
};

const columns = ["rank", ...replicatedColumns];
const wordRow = `(? << ${offerIdBits} | ?)`;

// Inside a JSON string every quote is escaped, so this can only be the field.
const endOfTexts = ',"condition":"';

/** Whether two versions of an offer are found by the same words: their texts are. */
function haveSameWords(one: StoredOffer, other: OfferValues): boolean {
  const textsOf = (wire: unknown) => String(wire).slice(0, String(wire).indexOf(endOfTexts));
  return (
    one.nsn === other.nsn && one.cage === other.cage && textsOf(one.wire) === textsOf(other.wire)
  );
}

/** Deletions come first, and the index takes row ids fastest in their order. */
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

/** A write returns the last row id, which may be above what JavaScript represents exactly. */
function prepareWrite(db: DatabaseSync, text: string): StatementSync {
  const statement = db.prepare(text);
  statement.setReadBigInts(true);
  return statement;
}

export function createReplicaWriter(db: DatabaseSync): ReplicaWriter {
  const storedColumns = "offer_id, rank, wire, nsn, cage, interchangeable_keys";
  const reads = {
    stored: db.prepare(`select ${storedColumns} from offers where offer_id = ?`),
    all: db.prepare(`select ${storedColumns} from offers order by rank, offer_id`),
    perishable: db.prepare(
      `select offer_id, rank, wire, nsn, cage, available_stock, shelf_life_expires, condition,
          list_price
        from offers where shelf_life_expires is not null`,
    ),
  };
  const put = prepareWrite(
    db,
    `insert or replace into offers (${columns.join(", ")})
      values (${columns.map(() => "?").join(", ")})`,
  );
  const setRank = prepareWrite(db, "update offers set rank = ? where offer_id = ?");
  const remove = prepareWrite(db, "delete from offers where offer_id = ?");
  const insertWords = prepareWrite(db, `insert into words (rowid, forms) values (${wordRow}, ?)`);
  const deleteWords = prepareWrite(db, `delete from words where rowid = ${wordRow}`);
  const insertTerm = prepareWrite(db, "insert or ignore into terms values (?)");
  const insertKey = prepareWrite(db, "insert or ignore into interchangeable values (?, ?)");
  const deleteKey = prepareWrite(
    db,
    "delete from interchangeable where part_number_key = ? and offer_id = ?",
  );
  const changes: WordChange[] = [];

  function insertRow(row: CopiedRow, { day, conditionRanks }: RankBasis) {
    const offer = readOfferValues(row);
    const rank = rankOfOffer(offer, conditionRanks, day);
    put.run(rank, ...replicatedColumns.map((column) => offer[column]));
    for (const key of readKeys(offer.interchangeable_keys)) {
      insertKey.run(key, offer.offer_id);
    }
    return { offer, rank };
  }

  function findStored(offerId: number): StoredOffer | undefined {
    return reads.stored.get(offerId) as StoredOffer | undefined;
  }

  function forgetKeys({ offer_id, interchangeable_keys }: StoredOffer): void {
    for (const key of readKeys(interchangeable_keys)) deleteKey.run(key, offer_id);
  }

  function putRow(row: CopiedRow, basis: RankBasis): void {
    const offerId = Number(row[0]);
    const stored = findStored(offerId);
    if (stored !== undefined) forgetKeys(stored);
    const { offer, rank } = insertRow(row, basis);
    if (stored !== undefined) {
      if (stored.rank === rank && haveSameWords(stored, offer)) return;
      changes.push({ rank: stored.rank, offerId, forms: null });
    }
    changes.push({ rank, offerId, forms: formsOfOffer(offer) });
  }

  return {
    insert(rows, basis) {
      for (const row of rows) insertRow(row, basis);
    },
    insertWords() {
      for (const stored of reads.all.iterate() as Iterable<StoredOffer>) {
        insertWords.run(stored.rank, stored.offer_id, formsOfOffer(stored));
      }
      db.exec(`create virtual table temp.vocabulary using fts5vocab(main, words, row);
        insert into terms select term from temp.vocabulary order by term;
        drop table temp.vocabulary;`);
    },
    put(rows, basis) {
      for (const row of rows) putRow(row, basis);
    },
    delete(offerIds) {
      for (const offerId of offerIds) {
        const stored = findStored(offerId);
        if (stored === undefined) continue;
        forgetKeys(stored);
        remove.run(offerId);
        changes.push({ rank: stored.rank, offerId, forms: null });
      }
    },
    renewRanks({ day, conditionRanks }) {
      type Perishable = OfferValues & { readonly rank: number };
      for (const offer of reads.perishable.all() as Perishable[]) {
        const rank = rankOfOffer(offer, conditionRanks, day);
        if (rank === offer.rank) continue;
        const offerId = Number(offer.offer_id);
        setRank.run(rank, offerId);
        changes.push({ rank: offer.rank, offerId, forms: null });
        changes.push({ rank, offerId, forms: formsOfOffer(offer) });
      }
    },
    writeWords() {
      for (const { rank, offerId, forms } of changes.sort(compareChanges)) {
        if (forms === null) deleteWords.run(rank, offerId);
        else {
          insertWords.run(rank, offerId, forms);
          for (const term of forms.split(" ")) insertTerm.run(term);
        }
      }
      changes.length = 0;
    },
    discard() {
      changes.length = 0;
    },
  };
}
