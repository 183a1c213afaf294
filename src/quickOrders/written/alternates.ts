// The alternates that a list names for a part. Only ever suggested.
import { labelOf } from "../../reading/rows.ts";

/** The place of the column of alternates; null if a list has none. */
export function findAlternates(headers: readonly string[]): number | null {
  const place = headers.findIndex((header) => labelOf(header) === "alternate");
  return place === -1 ? null : place;
}

const maxAlternates = 5;

/** The numbers that a cell of alternates may have: the whole, or several between marks. */
export function splitAlternates(cell: string): string[] {
  const text = cell.trim().replace(/\s+/g, " ");
  const pieces = text.split(/ ?[;,|] ?| or | \/ /i);
  const distinct = new Set([text, ...pieces].map((piece) => piece.trim()));
  return [...distinct].filter((piece) => /\d/.test(piece)).slice(0, maxAlternates);
}
