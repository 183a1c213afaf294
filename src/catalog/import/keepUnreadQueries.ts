// The optional cells of staged rows that could not be read: an existing offer keeps what it has.
import type { Transaction } from "../../db/database.ts";
import { sameIdentity, stagingTable } from "./importQueries.ts";

/** The columns whose unreadable cells do not refuse their row, with those that depend on them. */
const optionalColumns = {
  lead_time_days: ["lead_time_days"],
  alternates: ["alternates", "alternate_keys"],
  interchangeable: ["interchangeable", "interchangeable_keys"],
  manufacturer: ["manufacturer"],
  cage: ["cage"],
  nsn: ["nsn"],
};

/** Fills the unread cells of staged rows from their offers. */
export async function fillUnreadCells(tx: Transaction): Promise<void> {
  const assignments = Object.entries(optionalColumns).flatMap(([column, dependent]) =>
    dependent.map(
      (name) => `${name} = case when '${column}' = any(s.unread) then o.${name} else s.${name} end`,
    ),
  );
  await tx.query({
    name: "fill_unread_cells",
    text: `update ${stagingTable} s set ${assignments.join(", ")} from offers o
      where s.unread is not null and not s.refused and ${sameIdentity}`,
  });
  await tx.query({
    name: "index_unread_rows",
    text: `create index on ${stagingTable} (line) where unread is not null`,
  });
}

/** A staged row whose words lack its CAGE code or NSN; `listPrice` is in minor units. */
type RowToIndex = {
  readonly line: number;
  readonly partName: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly condition: string;
  readonly listPrice: string | null;
  readonly cage: string | null;
  readonly nsn: string | null;
};

/** The rows after a line whose CAGE code or NSN was filled, by line. */
export function selectRowsToIndex(
  tx: Transaction,
  afterLine: number,
  limit: number,
): Promise<RowToIndex[]> {
  return tx.query<RowToIndex>({
    name: "select_rows_to_index",
    text: `select line, part_name as "partName", title, description, condition,
        list_price::text as "listPrice", cage, nsn
      from ${stagingTable}
      where unread is not null and unread && '{cage,nsn}' and not refused
        and num_nonnulls(cage, nsn) > 0 and line > $1
      order by line limit $2`,
    values: [afterLine, limit],
  });
}

/** Stores the words of rows, each a tsvector literal. */
export async function updateStagedWords(
  tx: Transaction,
  rows: readonly { readonly line: number; readonly words: string }[],
): Promise<void> {
  await tx.query({
    name: "update_staged_words",
    text: `update ${stagingTable} s set search = w.words::tsvector
      from unnest($1::integer[], $2::text[]) w(line, words)
      where s.unread is not null and s.line = w.line`,
    values: [rows.map(({ line }) => line), rows.map(({ words }) => words)],
  });
}
