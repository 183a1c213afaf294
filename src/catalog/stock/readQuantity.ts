import {
  cellOf,
  type FeedRow,
  hasColumn,
  readWholeNumber,
  requireCell,
} from "../../imports/feedRow.ts";
import type { StockMode } from "../../imports/importRun.ts";
import { codeSynonyms } from "../import/codeLists.ts";

/** The quantity on hand, which an offer computes from its counts; a file can state it. */
export const onHandColumn = {
  name: "on_hand",
  label: "On hand",
  synonyms: "qty on hand, quantity on hand, stock on hand, QOH",
} as const;

const maxQuantity = 1_000_000_000;

/** Which column has the quantity: of a file with both, the one that its mode means. */
function findColumn(row: FeedRow, mode: StockMode): string {
  const { name } = onHandColumn;
  if (!hasColumn(row, name)) return "available_stock";
  return mode === "available" && hasColumn(row, "available_stock") ? "available_stock" : name;
}

const counted = /^([\d.,' ]*\d) ?(\p{L}{2,})\.?$/u;

/** The row with the number alone, if its quantity repeats its unit: "8 ea" of a row in EA. */
function withoutUnit(row: FeedRow, column: string, unit: string | null): FeedRow {
  const place = row.columns.places.get(column);
  const [, amount, word] = counted.exec(cellOf(row, column).trim()) ?? [];
  if (place === undefined || amount === undefined || word === undefined) return row;
  const written = word.toUpperCase();
  if ((codeSynonyms.units[written] ?? written) !== unit) return row;
  return { ...row, cells: row.cells.with(place, amount) };
}

/**
 * Reads the quantity of a row in units of `unit`, null if the file does not say in which. On hand
 * may be negative, if more was shipped than counted.
 */
export function readQuantity(row: FeedRow, mode: StockMode, unit: string | null): number | null {
  const column = findColumn(row, mode);
  const min = column === onHandColumn.name ? -maxQuantity : 0;
  const bare = withoutUnit(row, column, unit);
  return requireCell(row, column, readWholeNumber(bare, column, min, maxQuantity));
}
