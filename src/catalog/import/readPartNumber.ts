// The part number of a row. Invariant: a number that a spreadsheet has unmistakably rewritten is
// refused, since nobody orders "12-Mar", and whoever orders 12-3 would not find it (decision 65).
import { type FeedRow, readNumberText, refuseCell } from "../../imports/feedRow.ts";
import { describeRewriting } from "./looksRewritten.ts";

/** The longest part number, in characters. */
export const partNumberLength = 100;

/** The part number of a row; null where there is none or it is refused. */
export function readPartNumber(row: FeedRow): string | null {
  const column = "part_number";
  const partNumber = readNumberText(row, column, partNumberLength);
  const rewriting = partNumber === null ? undefined : describeRewriting(partNumber);
  if (rewriting === undefined) return partNumber;
  const suggestion = `it was probably ${rewriting.probably}; format the column as text`;
  return refuseCell(row, column, rewriting.reason, suggestion);
}
