// The cells of one record as values. Each reader gives null where the cell is empty or refused,
// and notes why it refused it. Invariant: nothing is coerced or rounded; a cell is read as written
// or not at all.
import { parseDay } from "../day.ts";
import type { CellKind } from "../files/fileRecord.ts";
import { type CleaningTally, countCleaned } from "./cleanedCells.ts";
import { cleanText, normalizeDashes } from "./cleanText.ts";
import { readDecimalText } from "./decimalText.ts";
import type { FeedColumns } from "./feedColumns.ts";
import { formatSuggestion, suggestCode, suggestDay } from "./suggestions.ts";

/**
 * What is wrong with a row; `column` is null where it is the row as a whole. `suggestion` says what
 * to do about it, where something sensible can be said; nothing is ever read that way by itself.
 */
export type CellFault = {
  readonly column: string | null;
  readonly value: string;
  readonly reason: string;
  readonly suggestion: string | null;
};

/** A row being read, with the faults found so far; what is cleaned of its cells is counted. */
export type FeedRow = {
  readonly columns: FeedColumns;
  readonly cells: readonly string[];
  /** What the cells of a spreadsheet are. */
  readonly kinds?: readonly CellKind[] | undefined;
  readonly faults: CellFault[];
  readonly cleaned: CleaningTally;
};

/** A cell as it is written; where it is empty, what is set for the column, if anything. */
function cellOf(row: FeedRow, column: string): string {
  const { places, fixed } = row.columns;
  const place = places.get(column);
  const cell = place === undefined ? "" : (row.cells[place] ?? "");
  return cell === "" ? (fixed?.get(column) ?? "") : cell;
}

/** Whether there is anything in a cell, be it refused later. */
export function isFilled(row: FeedRow, column: string): boolean {
  return cellOf(row, column).trim() !== "";
}

/** Notes that a cell is refused, perhaps with what to do about it, and is null. */
export function refuseCell(
  row: FeedRow,
  column: string,
  reason: string,
  suggestion: string | null = null,
): null {
  row.faults.push({ column, value: cellOf(row, column), reason, suggestion });
  return null;
}

/** Why a cell of a spreadsheet is perhaps not what was typed; undefined where it is. */
function mistrust(row: FeedRow, column: string): string | undefined {
  const place = row.columns.places.get(column);
  const kind = place === undefined ? undefined : row.kinds?.[place];
  if (kind === "date") return "is a day in the spreadsheet, not a text";
  if (kind === "boolean") return "is a yes or no in the spreadsheet, not a text";
  if (kind !== "number" || /^\d{1,15}$/.test(cellOf(row, column))) return undefined;
  return "is a number in the spreadsheet and perhaps changed by it";
}

/**
 * A text of at most `maxLength` characters. A line break may be the trace of a lost quote, and a
 * number or day of a spreadsheet another text before it was typed: refused.
 */
export function readText(row: FeedRow, column: string, maxLength: number): string | null {
  const reason = row.kinds === undefined ? undefined : mistrust(row, column);
  if (reason !== undefined) return refuseCell(row, column, reason);
  return readDigits(row, column, maxLength);
}

/** As `readText`, where a number or a day of a spreadsheet is what is asked for. */
export function readDigits(row: FeedRow, column: string, maxLength: number): string | null {
  const cell = cellOf(row, column);
  if (cell === "") return null;
  const isBroken = cell.includes("\n") || cell.includes("\r");
  if (isBroken && /[\r\n]/.test(cell.trim())) return refuseCell(row, column, "has a line break");
  return readLongText(row, column, maxLength);
}

/** As `readText`, where line breaks are usual: they become spaces. */
export function readLongText(row: FeedRow, column: string, maxLength: number): string | null {
  const written = cellOf(row, column);
  const clean = cleanText(written);
  if (clean.outcome === "refused") return refuseCell(row, column, clean.reason);
  const { text } = clean;
  if ((text ?? "") !== written) countCleaned(row.cleaned, written);
  if (text !== null && text.length > maxLength && [...text].length > maxLength) {
    return refuseCell(row, column, `is longer than ${maxLength} characters`);
  }
  return text;
}

/** As `readText`, for part numbers and the like: every dash is a hyphen-minus. */
export function readNumberText(row: FeedRow, column: string, maxLength: number): string | null {
  const text = readText(row, column, maxLength);
  return text === null ? null : cleanDashes(row, text);
}

/** The numbers of a cell with every dash a hyphen-minus. */
export function cleanDashes(row: FeedRow, numbers: string): string {
  const plain = normalizeDashes(numbers);
  if (plain !== numbers) row.cleaned.dashes += 1;
  return plain;
}

/**
 * Notes the absence of a value that must be there, where the cell is empty and not refused
 * already.
 */
export function requireCell<T>(row: FeedRow, column: string, value: T | null): T | null {
  if (value !== null || row.faults.some((fault) => fault.column === column)) return value;
  const clean = cleanText(cellOf(row, column));
  return clean.outcome === "clean" && clean.text !== null
    ? null
    : refuseCell(row, column, "is empty");
}

/** Every number of a file is shorter; what is longer is refused before it is read. */
const maxNumberLength = 40;

const plainWhole = /^\d{1,15}$/;

/** A whole number of digits, thousands parted or not; what else it can mean is in `suggested`. */
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
  if (fraction === "") return { ...unreadable, number: Number(whole) };
  return { ...unreadable, suggested: isWhole ? [whole] : [] };
}

/**
 * A whole number, both bounds included. Thousands may be parted by three digits each; a single
 * group of zeros may be decimals (5.000), so it is refused (decision 66).
 */
export function readWholeNumber(
  row: FeedRow,
  column: string,
  from: number,
  to: number,
): number | null {
  const text = readDigits(row, column, maxNumberLength);
  if (text === null) return null;
  const { number, suggested } = parseWhole(text);
  if (number >= from && number <= to) return number;
  const fitting = suggested.filter((value) => Number(value) >= from && Number(value) <= to);
  const reason = `is no whole number from ${from} to ${to}`;
  return refuseCell(row, column, reason, formatSuggestion(fitting));
}

/** A day written YYYY-MM-DD that the calendar has. */
export function readDay(row: FeedRow, column: string): string | null {
  const text = readDigits(row, column, maxNumberLength);
  if (text === null) return null;
  const day = parseDay(text);
  if (day !== undefined) return day;
  const suggestion = formatSuggestion(suggestDay(text));
  return refuseCell(row, column, "is no day written as 2027-12-31", suggestion);
}

/** The codes of one kind, what is said of any other, and what else people write for them. */
export type CodeList = {
  readonly known: ReadonlySet<string>;
  readonly reason: string;
  readonly synonyms: Readonly<Record<string, string>>;
};

/** A code in any case that must be one of those known. */
export function readCode(row: FeedRow, column: string, list: CodeList): string | null {
  const code = readText(row, column, maxNumberLength)?.toUpperCase() ?? null;
  if (code === null || list.known.has(code)) return code;
  const suggestion = formatSuggestion(suggestCode(code, list.known, list.synonyms));
  return refuseCell(row, column, list.reason, suggestion);
}
