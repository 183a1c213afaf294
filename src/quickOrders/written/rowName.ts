// The name of the part in a row of a list.
import { isName, labelOf } from "../../reading/rows.ts";

/** The place of the column of descriptions; null if a list has none. */
export function findNameColumn(headers: readonly string[]): number | null {
  const place = headers.findIndex((header) => labelOf(header) === "name");
  return place === -1 ? null : place;
}

/**
 * The name by which the part of a row can be searched: what is written for its number, if that is a
 * name, or its cell below the header of descriptions; null if it has none.
 */
export function findRowName(
  headers: readonly string[],
  cells: readonly string[],
  partNumber: string | null,
): string | null {
  if (partNumber !== null && isName(partNumber)) return partNumber.trim();
  const cell = cells[findNameColumn(headers) ?? -1]?.trim() ?? "";
  return /\p{L}{3}/u.test(cell) ? cell : null;
}
