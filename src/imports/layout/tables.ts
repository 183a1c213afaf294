// Tables beside each other in one sheet. Invariant: columns of two tables are never mixed.
import { findNamedColumn, headerWordsKey, type NamedColumn } from "../../reading/header.ts";
import { isBlank } from "./cellTexts.ts";

/** The places of a table's columns, from the first to before the end. */
export type TableRange = { readonly start: number; readonly end: number };

/** A table has at least so many headers. */
const minHeaders = 2;

/**
 * The tables of a header: two if a blank column is between headers, and those after it repeat one of
 * those before it, in words or in meaning. Else one, as wide as the header.
 */
export function findTables(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  rules: readonly NamedColumn[],
): readonly TableRange[] {
  const whole = [{ start: 0, end: header.length }];
  const isEmpty = (place: number) =>
    isBlank(header[place]) && rows.every((cells) => isBlank(cells[place]));
  const namesOf = (from: number, to: number) =>
    header.slice(from, to).flatMap((cell) => {
      if (isBlank(cell)) return [];
      return [findNamedColumn(cell, rules) ?? headerWordsKey(cell)];
    });
  for (const gap of header.keys()) {
    if (!isEmpty(gap)) continue;
    const [left, right] = [namesOf(0, gap), namesOf(gap + 1, header.length)];
    const isRepeated = right.some((name) => left.includes(name));
    if (Math.min(left.length, right.length) < minHeaders || !isRepeated) continue;
    const start = header.findIndex((_, place) => place > gap && !isEmpty(place));
    return [
      { start: 0, end: gap },
      { start, end: header.length },
    ];
  }
  return whole;
}
