// The prepared statements of `replicaWriter.ts`.
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { changingColumns, fixedColumns, type ReplicaOffer, type Value } from "./offerRecord.ts";
import { offerIdBits } from "./schema.ts";

/**
 * The columns after the rank, in the order of the parameters of `put` and `update`: an update sets
 * the changing ones and compares the fixed ones, which therefore come last. The parameters are not
 * numbered, because the driver would look each number up in a list (bench/README.md).
 */
const offerColumns = [...changingColumns, ...fixedColumns];

/** The parameters of `put` and `update`. */
export function writtenValues(offer: ReplicaOffer, rank: number): Value[] {
  return [rank, ...offerColumns.map((column) => offer[column])];
}

function assign(names: readonly string[], separator: string): string {
  return names.map((name) => `${name} = ?`).join(separator);
}

/** A write returns the last row id, which may be above what JavaScript represents exactly. */
function prepareWrite(file: DatabaseSync, text: string): StatementSync {
  const statement = file.prepare(text);
  statement.setReadBigInts(true);
  return statement;
}

const wordRow = `(? << ${offerIdBits} | ?)`;

/** Offers with a shelf life that are in memory at a time. */
const perishablesPerPage = 1_000;

export function prepareStatements(file: DatabaseSync) {
  const stored = `offer_id, rank, part_number_bare, wire, nsn, cage, name_key, vendor,
    interchangeable_keys`;
  const columns = ["rank", ...offerColumns];
  return {
    find: file.prepare(`select ${stored} from offers where offer_id = ?`),
    perishable: file.prepare(
      `select offer_id, rank, wire, nsn, cage, name_key, vendor, available_stock,
          shelf_life_expires, condition, list_price
        from offers
        where (shelf_life_expires, offer_id) > (?, ?) and shelf_life_expires < ?
        order by shelf_life_expires, offer_id limit ${perishablesPerPage}`,
    ),
    put: prepareWrite(
      file,
      `insert or replace into offers (${columns.join(", ")})
        values (${columns.map(() => "?").join(", ")})`,
    ),
    update: prepareWrite(
      file,
      `update offers set ${assign(["rank", ...changingColumns], ", ")}
        where ${assign(fixedColumns, " and ")}`,
    ),
    setRank: prepareWrite(file, "update offers set rank = ? where offer_id = ?"),
    remove: prepareWrite(file, "delete from offers where offer_id = ?"),
    insertWords: prepareWrite(file, `insert into words (rowid, forms) values (${wordRow}, ?)`),
    deleteWords: prepareWrite(file, `delete from words where rowid = ${wordRow}`),
    insertTerm: prepareWrite(file, "insert or ignore into terms values (?)"),
    insertKey: prepareWrite(file, "insert or ignore into interchangeable values (?, ?)"),
    deleteKey: prepareWrite(
      file,
      "delete from interchangeable where part_number_key = ? and offer_id = ?",
    ),
  };
}

export type Statements = ReturnType<typeof prepareStatements>;
