// Finds the header of a file among its first records. Invariant: a record above the header that may
// be a row stops the reading; it is never skipped.
import { countFilled, type FileRecord, UnreadableFile } from "../../files/fileRecord.ts";
import { findNamedColumn, headerKey } from "../../reading/header.ts";
import {
  type ColumnMapping,
  type ColumnRule,
  type FeedColumns,
  matchFeedColumns,
  placeColumns,
} from "../feedColumns.ts";
import { describeGuesses, guessColumns } from "./guessColumns.ts";

/** The first records of a file, among which is the header. */
export const headRecords = 50;

/** A header names at least so many columns. */
const minNamed = 2;

/** How many columns the cells of a record name, by known words or by the mapping. */
function countNamed(
  cells: readonly string[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): number {
  const keys = new Set(cells.filter((cell) => cell !== "").map(headerKey));
  const mapped = [...mapping.headers].filter(([, header]) => keys.has(headerKey(header)));
  const named = cells.flatMap((cell) => findNamedColumn(cell, rules) ?? []);
  return new Set([...mapped.map(([name]) => name), ...named]).size;
}

/** Whether all filled cells of a record are words, and there are nearly as many as in any other. */
function isShapedLikeHeader({ cells }: Pick<FileRecord, "cells">, widest: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  const isWide = filled.length >= 3 && filled.length * 2 > widest;
  return isWide && filled.every((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell));
}

/**
 * The place of the record that names most columns, the first of several; if none names two, of the
 * first that has a word in every cell; undefined if there is none.
 */
export function findHeaderPlace(
  records: readonly Pick<FileRecord, "cells">[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): number | undefined {
  const counts = records
    .slice(0, headRecords)
    .map(({ cells }) => countNamed(cells, rules, mapping));
  const most = Math.max(0, ...counts);
  if (most >= minNamed) return counts.indexOf(most);
  const head = records.slice(0, headRecords);
  const widest = Math.max(0, ...head.map(({ cells }) => countFilled(cells)));
  const shaped = head.findIndex((record) => isShapedLikeHeader(record, widest));
  return shaped === -1 ? undefined : shaped;
}

/** Whether a record above the header has so many cells that it may be a row. */
export function mayBeRow(
  { cells }: Pick<FileRecord, "cells">,
  header: Pick<FileRecord, "cells">,
): boolean {
  return countFilled(cells) * 2 > Math.max(countFilled(header.cells), 4);
}

/** Where the rows of a file begin; `above` are titles, which are not rows. */
export type FoundHeader = {
  readonly header: FileRecord;
  readonly columns: FeedColumns;
  readonly above: readonly FileRecord[];
  readonly below: readonly FileRecord[];
};

function describeDoubt(header: FileRecord, rows: readonly FileRecord[]): string {
  const [first] = rows;
  return (
    `Line ${header.line} looks like the header, but line ${first?.line} above it may be a row. ` +
    "Select the header, or delete the lines above it."
  );
}

/** The header at the line that the mapping names. */
function findAt(records: readonly FileRecord[], line: number): number {
  const place = records.findIndex((record) => record.line === line);
  if (place !== -1) return place;
  throw new UnreadableFile(`Line ${line} should be the header but is empty.`);
}

/**
 * Finds the header: at the line that the mapping names, or the record that names most columns, or
 * the first record. Throws `UnreadableFile` with all that is wrong with its columns, or if a record
 * above it may be a row. `records` begin the file, or at the line that the mapping names.
 */
export function findHeader(
  records: readonly FileRecord[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): FoundHeader {
  const { headerLine } = mapping;
  const place =
    headerLine === undefined
      ? (findHeaderPlace(records, rules, mapping) ?? 0)
      : findAt(records, headerLine);
  const header = records[place];
  if (header === undefined) throw new UnreadableFile("The file is empty: it has no header line.");
  const above = records.slice(0, place);
  const rows = headerLine === undefined ? above.filter((record) => mayBeRow(record, header)) : [];
  if (rows.length > 0) throw new UnreadableFile(describeDoubt(header, rows));
  const below = records.slice(place + 1);
  const columns = matchWithGuesses(header, below, rules, mapping);
  return { header, columns: withTableWidth(columns, below), above, below };
}

/** As `matchFeedColumns`; an error also has the columns that the values suggest. */
function matchWithGuesses(
  header: FileRecord,
  below: readonly FileRecord[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): FeedColumns {
  const rows = below.map(({ cells }) => cells);
  try {
    return matchFeedColumns(header, rules, mapping, rows);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const guesses = describeGuesses(guessColumns(header.cells, rows, rules, mapping), rules);
    if (guesses === "") throw error;
    throw new UnreadableFile(`${error.message} ${guesses}`, { cause: error });
  }
}

/** Whether all columns that a file needs are found by a record. */
export function isWholeHeader(
  { cells }: Pick<FileRecord, "cells">,
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): boolean {
  return placeColumns(cells, rules, mapping).faults.length === 0;
}

/**
 * Whether a record below the header is the header again, perhaps in other words. Throws
 * `UnreadableFile` if it is another header: the rows below it have other columns.
 */
export function isHeaderAgain(
  { cells, line }: FileRecord,
  { places }: FeedColumns,
  rules: readonly ColumnRule[],
): boolean {
  const named = cells.flatMap((cell, place) => {
    const name = findNamedColumn(cell, rules);
    return name === undefined ? [] : [{ name, place }];
  });
  if (new Set(named.map(({ name }) => name)).size < Math.max(3, places.size / 2)) return false;
  if (named.every(({ name, place }) => places.get(name) === place)) return true;
  throw new UnreadableFile(
    `Line ${line} looks like the header of another table. Split the file there, and import each ` +
      "part.",
  );
}

/**
 * The columns as wide as the rows, if all first rows end with the same number of empty cells that
 * have no header: such a program ends every row with delimiters.
 */
function withTableWidth(columns: FeedColumns, rows: readonly FileRecord[]): FeedColumns {
  const [first] = rows;
  const width = first?.cells.length ?? 0;
  const isWider = width > columns.width && rows.every(({ cells }) => cells.length === width);
  const isEmpty = rows.every(({ cells }) => countFilled(cells.slice(columns.width)) === 0);
  return isWider && isEmpty ? { ...columns, width } : columns;
}
