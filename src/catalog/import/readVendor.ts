import { type FeedRow, readText, refuseCell, requireCell } from "../../imports/feedRow.ts";
import { formatSuggestion } from "../../imports/suggestions.ts";

const vendorLength = 200;

/** Reads the vendor of a row. With `vendor`, the row may omit it and must not name another. */
export function readVendor(row: FeedRow, vendor: string | null): string | null {
  const cell = readText(row, "vendor", vendorLength);
  if (vendor === null) return requireCell(row, "vendor", cell);
  if (row.faults.some((fault) => fault.column === "vendor")) return null;
  if (cell === null || cell === vendor) return vendor;
  const suggestion = formatSuggestion([vendor]);
  return refuseCell(row, "vendor", "is not the vendor this import is for", suggestion);
}
