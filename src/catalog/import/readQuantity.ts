import { type FeedRow, hasColumn, readWholeNumber, requireCell } from "../../imports/feedRow.ts";

/** The quantity on hand, which an offer computes from its counts; a file can state it. */
export const onHandColumn = {
  name: "on_hand",
  label: "On hand",
  synonyms: "qty on hand, quantity on hand, stock on hand, QOH",
} as const;

const maxQuantity = 1_000_000_000;

/**
 * Reads the quantity of a row in units, from the column of the quantity on hand if the file has it:
 * that one may be negative, if more was shipped than counted.
 */
export function readQuantity(row: FeedRow): number | null {
  const column = hasColumn(row, onHandColumn.name) ? onHandColumn.name : "available_stock";
  const min = column === onHandColumn.name ? -maxQuantity : 0;
  return requireCell(row, column, readWholeNumber(row, column, min, maxQuantity));
}
