// A record by names as the cells of a row to be written.
import type { WrittenCell } from "./writtenCell.ts";

/** Texts by the names of their columns; null is an empty cell. */
export type WrittenRecord = Readonly<Record<string, string | null>>;

/** The cells of `columns` in order; those of `numbers` as numbers, all others as texts. */
export function toWrittenCells(
  record: WrittenRecord,
  columns: readonly string[],
  numbers: ReadonlySet<string>,
): WrittenCell[] {
  return columns.map((column) => {
    const value = record[column] ?? "";
    return value !== "" && numbers.has(column) ? { number: value } : value;
  });
}
