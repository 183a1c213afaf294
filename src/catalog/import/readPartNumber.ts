// Invariant: a part number that a spreadsheet has clearly rewritten is refused, since nobody orders
// "12-Mar", and a buyer of 12-3 would not find it.

import {
  cleanDashes,
  dropPlaceholder,
  type FeedRow,
  readLongText,
  readNumberText,
  refuseCell,
} from "../../imports/feedRow.ts";
import { describeRewriting } from "../../reading/rewritten.ts";
import { isPlaceholder } from "../../reading/words/placeholders.ts";
import { partNumberKey } from "../partNumber.ts";

export const maxPartNumberLength = 100;

/** Reads the part number of a row; null if there is none or it is refused. */
export function readPartNumber(row: FeedRow): string | null {
  const column = "part_number";
  const partNumber = readNumberText(row, column, maxPartNumberLength);
  if (partNumber !== null && isPlaceholder(partNumber)) {
    return refuseCell(row, column, "says that there is none");
  }
  const rewriting = partNumber === null ? undefined : describeRewriting(partNumber);
  if (rewriting === undefined) return partNumber;
  const suggestion = `probably ${rewriting.probably}; format the column as text`;
  return refuseCell(row, column, rewriting.reason, suggestion);
}

const maxAlternates = 100;

/** Reads part numbers separated by `|`, `;` or a comma with a space, each once. */
export function readPartNumbers(row: FeedRow, column: string): string[] {
  const text = readLongText(row, column, maxAlternates * (maxPartNumberLength + 1));
  if (text === null) return [];
  const numbers = cleanDashes(row, text)
    .split(/[|;]|,\s/)
    .map((number) => dropPlaceholder(row, number.trim()) ?? "");
  const byKey = new Map(
    numbers.filter((number) => number !== "").map((number) => [partNumberKey(number), number]),
  );
  if (byKey.size > maxAlternates) {
    refuseCell(row, column, `has more than ${maxAlternates} part numbers`);
  }
  const listed = [...byKey.values()];
  if (listed.some((number) => [...number].length > maxPartNumberLength)) {
    refuseCell(row, column, `contains a part number longer than ${maxPartNumberLength} characters`);
  }
  return listed;
}
