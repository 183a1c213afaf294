import { type FeedRow, hasColumn, readWholeNumber, requireCell } from "../../imports/feedRow.ts";
import type { StockMode } from "../../imports/importRun.ts";
import { takeUnit } from "../../reading/quantity.ts";

/** The quantity on hand, which an offer computes from its counts; a file can state it. */
export const onHandColumn = {
  name: "on_hand",
  label: "On hand",
} as const;

const maxQuantity = 1_000_000_000;

/** Which column has the quantity: of a file with both, the one that its mode means. */
function findColumn(row: FeedRow, mode: StockMode): string {
  const { name } = onHandColumn;
  if (!hasColumn(row, name)) return "available_stock";
  return mode === "available" && hasColumn(row, "available_stock") ? "available_stock" : name;
}

/**
 * Reads the quantity of a row in units of `unit`, null if the file does not say in which. On hand
 * may be negative, if more was shipped than counted.
 */
export function readQuantity(row: FeedRow, mode: StockMode, unit: string | null): number | null {
  const column = findColumn(row, mode);
  const min = column === onHandColumn.name ? -maxQuantity : 0;
  const toNumber = (text: string) => takeUnit(text, unit);
  const quantity = readWholeNumber(row, column, [min, maxQuantity], toNumber);
  return requireCell(row, column, quantity);
}
