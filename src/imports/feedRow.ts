// Reads the cells of one record. Each reader returns null if the cell is empty or refused, and
// records why. Invariant: nothing is coerced or rounded; a cell is read as written or not at all.

import { parseDay } from "../day.ts";
import type { CellKind, FormatCurrency } from "../files/fileRecord.ts";
import { groupDigits } from "../money.ts";
import { type CleaningTally, countCleaned } from "./cleanedCells.ts";
import { cleanText, foldSynonym, isPlaceholder, normalizeDashes } from "./cleanText.ts";
import { readDecimalText } from "./decimalText.ts";
import type { FeedColumns } from "./feedColumns.ts";
import { formatSuggestion, suggestDay } from "./suggestions.ts";
import type { ReadingTally } from "./values/readingTally.ts";

/**
 * What is wrong with a row; `column` is null for the whole row. `suggestion` describes how to
 * correct it, if that is clear; it is never applied automatically.
 */
export type CellFault = {
  readonly column: string | null;
  readonly value: string;
  readonly reason: string;
  readonly suggestion: string | null;
  /** Whether other cells of its row make it wrong, so that no translation corrects it. */
  readonly isOfRow?: true;
};

export type FeedRow = {
  readonly columns: FeedColumns;
  readonly cells: readonly string[];
  /** The types of the cells of a spreadsheet. */
  readonly kinds?: readonly CellKind[] | undefined;
  /** By place, the currencies that the formats of its numbers show. */
  readonly currencies?: ReadonlyMap<number, FormatCurrency> | undefined;
  readonly faults: CellFault[];
  readonly cleaned: CleaningTally;
  /** What is read of parts of cells; without it, cells are only read as a whole. */
  readonly readings?: ReadingTally;
};

/** A cell, translated if the file's mapping says so; if empty, the fixed value of the column. */
export function cellOf(row: FeedRow, column: string): string {
  const { places, fixed } = row.columns;
  const place = places.get(column);
  const cell = place === undefined ? "" : (row.cells[place] ?? "");
  return cell === "" ? (fixed?.get(column) ?? "") : cell;
}

/** Whether the file has a column or a fixed value for it. */
export function hasColumn({ columns }: FeedRow, column: string): boolean {
  return columns.places.has(column) || columns.fixed?.has(column) === true;
}

/** Whether a cell has content, even if it is refused later. */
export function isFilled(row: FeedRow, column: string): boolean {
  const clean = cleanText(cellOf(row, column));
  return clean.outcome === "refused" || clean.text !== null;
}

/** Records that a cell is refused, with a suggestion if there is one. */
export function refuseCell(
  row: FeedRow,
  column: string,
  reason: string,
  suggestion: string | null = null,
): null {
  row.faults.push({ column, value: cellOf(row, column), reason, suggestion });
  return null;
}

/** As `refuseCell`, of a cell that only contradicts other cells of its row. */
export function refuseInRow(
  row: FeedRow,
  column: string,
  reason: string,
  suggestion: string | null,
): null {
  row.faults.push({ column, value: cellOf(row, column), reason, suggestion, isOfRow: true });
  return null;
}

/** Whether a cell is a number of a spreadsheet, so that a point in it separates decimals. */
export function isSpreadsheetNumber(row: FeedRow, column: string): boolean {
  const place = row.columns.places.get(column);
  return place !== undefined && row.kinds?.[place] === "number";
}

/** Why a cell of a spreadsheet may differ from what was typed; undefined if it does not. */
function findSpreadsheetDoubt(row: FeedRow, column: string): string | undefined {
  const place = row.columns.places.get(column);
  const kind = place === undefined ? undefined : row.kinds?.[place];
  if (kind === "date") return "is a date in the spreadsheet, not text";
  if (kind === "boolean") return "is TRUE or FALSE in the spreadsheet, not text";
  if (kind === "percent") return "is a percentage in the spreadsheet, not text";
  if (kind !== "number" || /^0*\d{1,15}$/.test(cellOf(row, column))) return undefined;
  return "is a number in the spreadsheet, which may have changed it";
}

/**
 * Reads a text of at most `maxLength` characters. Refuses line breaks, which may come from a
 * missing quote, and numbers and dates of a spreadsheet, which may have been typed differently.
 */
export function readText(row: FeedRow, column: string, maxLength: number): string | null {
  const reason = row.kinds === undefined ? undefined : findSpreadsheetDoubt(row, column);
  if (reason !== undefined) return refuseCell(row, column, reason);
  return readDigits(row, column, maxLength);
}

/** As `readText`, for columns in which numbers or dates of a spreadsheet are expected. */
export function readDigits(row: FeedRow, column: string, maxLength: number): string | null {
  const cell = cellOf(row, column);
  if (cell === "") return null;
  const isBroken = cell.includes("\n") || cell.includes("\r");
  if (isBroken && /[\r\n]/.test(cell.trim()))
    return refuseCell(row, column, "contains a line break");
  return readLongText(row, column, maxLength);
}

/** As `readText`, for columns with line breaks: they become spaces. */
export function readLongText(row: FeedRow, column: string, maxLength: number): string | null {
  const written = cellOf(row, column);
  const clean = cleanText(written);
  if (clean.outcome === "refused") return refuseCell(row, column, clean.reason);
  const { text } = clean;
  if ((text ?? "") !== written) countCleaned(row.cleaned, written);
  if (text !== null && text.length > maxLength && [...text].length > maxLength) {
    return refuseCell(row, column, `is longer than ${groupDigits(maxLength)} characters`);
  }
  return text;
}

/** As `readText`, for part numbers and similar: every dash becomes a hyphen-minus. */
export function readNumberText(row: FeedRow, column: string, maxLength: number): string | null {
  const text = readText(row, column, maxLength);
  return text === null ? null : cleanDashes(row, text);
}

/** A text of an optional cell; null, and counted, if it only says that there is none. */
export function dropPlaceholder(row: FeedRow, text: string | null): string | null {
  if (text === null || !isPlaceholder(text)) return text;
  row.cleaned.placeholders += 1;
  return null;
}

/** Replaces dashes in numbers and counts the cell if there were any. */
export function cleanDashes(row: FeedRow, numbers: string): string {
  const plain = normalizeDashes(numbers);
  if (plain !== numbers) row.cleaned.dashes += 1;
  return plain;
}

/**
 * Refuses an empty cell of a required column, unless the cell is already refused.
 */
export function requireCell<T>(row: FeedRow, column: string, value: T | null): T | null {
  if (value !== null || row.faults.some((fault) => fault.column === column)) return value;
  return isFilled(row, column) ? null : refuseCell(row, column, "is empty");
}

/** Longer texts are refused before they are read as numbers. */
const maxNumberLength = 40;

const plainWhole = /^\d{1,15}$/;

/** A whole number with or without separated thousands; `suggested` has what it may mean instead. */
function parseWhole(text: string): { number: number; suggested: string[] } {
  if (plainWhole.test(text)) return { number: Number(text), suggested: [] };
  const written = readDecimalText(text);
  const unreadable = { number: Number.NaN, suggested: [] };
  if (written === undefined) return unreadable;
  const { kind, whole, fraction } = written;
  const all = `${whole}${fraction}`;
  if (all.length > 15) return unreadable;
  const isWhole = /^0*$/.test(fraction);
  if (kind === "unclear") {
    return isWhole
      ? { ...unreadable, suggested: [all, whole] }
      : { ...unreadable, number: Number(all) };
  }
  if (fraction === "" || fraction === "00") return { ...unreadable, number: Number(whole) };
  return { ...unreadable, suggested: isWhole ? [whole] : [] };
}

/** As `parseWhole`, with a sign if numbers below 0 are allowed. */
function parseSigned(text: string, from: number): { number: number; suggested: string[] } {
  const plain = normalizeDashes(text);
  if (from >= 0 || !plain.startsWith("-")) return parseWhole(text);
  const { number, suggested } = parseWhole(plain.slice(1).trim());
  return { number: -number, suggested: suggested.map((value) => `-${value}`) };
}

/**
 * Reads a whole number between two bounds, inclusive. Thousands may be separated, and two decimals
 * may be zeros (12.00); a single group of zeros may be decimals (5.000), so it is refused
 * (decision 66).
 */
export function readWholeNumber(
  row: FeedRow,
  column: string,
  from: number,
  to: number,
): number | null {
  const text = readDigits(row, column, maxNumberLength);
  if (text === null) return null;
  const { number, suggested } = parseSigned(text, from);
  if (number >= from && number <= to) return number;
  const fitting = suggested.filter((value) => Number(value) >= from && Number(value) <= to);
  const reason = `is not a whole number from ${groupDigits(from)} to ${groupDigits(to)}`;
  return refuseCell(row, column, reason, formatSuggestion(fitting));
}

/** Reads a date written YYYY-MM-DD. */
export function readDay(row: FeedRow, column: string): string | null {
  const text = readDigits(row, column, maxNumberLength);
  if (text === null) return null;
  const day = parseDay(text);
  if (day !== undefined) return day;
  const suggestion = formatSuggestion(suggestDay(text));
  return refuseCell(row, column, "is not a date written as 2027-12-31", suggestion);
}

export type CodeList = {
  readonly known: ReadonlySet<string>;
  /** Codes by the words that are read as them, see `foldSynonym`. */
  readonly synonyms: ReadonlyMap<string, string>;
  readonly reason: string;
  /** What to do about a text that is neither; null if that is unclear. */
  readonly suggest: (text: string) => string | null;
};

/** Reads a code in any case or, counted as cleaned, a synonym of one. */
export function readCode(row: FeedRow, column: string, list: CodeList): string | null {
  const text = readText(row, column, maxNumberLength);
  if (text === null) return null;
  const code = text.toUpperCase();
  if (list.known.has(code)) return code;
  const meant = list.synonyms.get(foldSynonym(text));
  if (meant === undefined) return refuseCell(row, column, list.reason, list.suggest(text));
  row.cleaned.synonyms += 1;
  return meant;
}
