// Whether what is written for a part is a number of the catalog, only written otherwise. Pure. It
// decides nothing: a person confirms such a number.
import { partNumberKey } from "../../catalog/partNumber.ts";
import type { RowOnPage } from "../pageQueries.ts";
import { comparePartNumbers } from "./comparePartNumbers.ts";

/** Whether a text has a part number as a word of its own: "P/N 123-4 REV A" has 123-4, not 23-4. */
function statesNumber(text: string, partNumber: string): boolean {
  const [words, number] = [text, partNumber].map((one) => ` ${one.toUpperCase()} `);
  const plain = words?.replace(/[\s,;:()"']+/g, " ").replace(/[.]+(?= )/g, "");
  return plain?.includes(number ?? "") ?? false;
}

/**
 * Whether a text has a part number, or is its stock number. `ofStockNumber` is the key of the only
 * part that has the whole stock number that is written.
 */
export function meansNumber(
  text: string,
  partNumber: string,
  ofStockNumber: string | undefined,
): boolean {
  return statesNumber(text, partNumber) || partNumberKey(partNumber) === ofStockNumber;
}

type SuggestedRow = Pick<RowOnPage, "partNumber" | "suggestions" | "readings" | "state">;

/** The only number that a row without a part can mean, as the catalog writes it. */
export function findNumberToConfirm(
  { partNumber, suggestions, readings, state }: SuggestedRow,
  ofStockNumber: string | undefined,
): string | undefined {
  const [only, ...others] = suggestions;
  if (only === undefined || others.length > 0 || readings !== null) return undefined;
  const text = partNumber ?? "";
  const isMeant =
    meansNumber(text, only, ofStockNumber) || comparePartNumbers(text, only) !== undefined;
  return state === "not_found" && isMeant ? only : undefined;
}
