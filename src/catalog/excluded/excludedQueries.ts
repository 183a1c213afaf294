// Rows that an operator leaves out of an import. Invariant: they stay out of the plan, so that
// nothing is written of them, but no offer counts as absent because its row is left out.
import type { Transaction } from "../../db/database.ts";
import type { ExcludedRow } from "../../imports/excluded/excludedRows.ts";
import { stagingTable } from "../import/importQueries.ts";
import { stagedStockTable } from "../import/stockQueries.ts";

/** A row that is left out although it would change or create an offer. */
export type SeparatedRow = {
  readonly line: number;
  readonly partNumber: string;
  /** The row as written, a JSON array. */
  readonly cells: string;
  readonly isUnpriced: boolean;
};

/**
 * Marks the accepted rows of a catalog that are left out. Call it after `settleIdentities`, before
 * loops of supersessions are found: a marked row leaves the links of its offer as they are.
 */
export async function markExcluded(tx: Transaction, excluded: readonly ExcludedRow[]) {
  if (excluded.length === 0) return;
  await tx.query({
    name: "mark_excluded",
    text: `update ${stagingTable} set excluded = true
      where not refused and line = any($1::integer[])`,
    values: [excluded.map(({ line }) => line)],
  });
}

/** Moves what is planned for marked rows of a catalog to a plan of its own. */
export async function separateExcluded(tx: Transaction): Promise<void> {
  await tx.query({
    name: "create_planned_excluded",
    text: `create temporary table planned_excluded (like planned_changes) on commit drop`,
  });
  await tx.query({
    name: "separate_excluded",
    text: `with separated as (
        delete from planned_changes p using ${stagingTable} s
        where s.ctid = p.staged and s.excluded
        returning p.*
      )
      insert into planned_excluded select * from separated`,
  });
}

/** The rows of the catalog that `separateExcluded` moved, by line. */
export function selectSeparated(tx: Transaction): Promise<SeparatedRow[]> {
  return tx.query<SeparatedRow>({
    name: "select_separated",
    text: `select s.line, s.part_number as "partNumber", coalesce(s.raw, '[]') as cells,
        s.list_price is null as "isUnpriced"
      from planned_excluded p join ${stagingTable} s on s.ctid = p.staged order by s.line`,
  });
}

/**
 * Moves what is planned for excluded rows of a stock file to a plan of its own; returns these rows,
 * by line. Call it once each planned row means one offer.
 */
export async function separateExcludedStock(
  tx: Transaction,
  excluded: readonly ExcludedRow[],
): Promise<SeparatedRow[]> {
  await tx.query({
    name: "create_excluded_stock",
    text: `create temporary table excluded_stock (like planned_stock) on commit drop`,
  });
  if (excluded.length === 0) return [];
  return tx.query<SeparatedRow>({
    name: "separate_excluded_stock",
    text: `with separated as (
        delete from planned_stock
        where line = any($1::integer[]) and before <> received
        returning *
      ),
      moved as (insert into excluded_stock select * from separated)
      select s.line, o.part_number as "partNumber", s.cells, false as "isUnpriced"
      from separated join ${stagedStockTable} s using (line) join offers o using (offer_id)
      order by s.line`,
    values: [excluded.map(({ line }) => line)],
  });
}
