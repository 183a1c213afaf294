// The cells of one record as values. Each reader gives null where the cell is empty or refused,
// and notes why it refused it. Invariant: nothing is coerced or rounded; a cell is read as written
// or not at all.
import type { CellKind } from "../files/fileRecord.ts";
import { cleanText } from "./cleanText.ts";
import type { FeedColumns } from "./feedColumns.ts";

/** What is wrong with a row; `column` is null where it is the row as a whole. */
export type CellFault = {
  readonly column: string | null;
  readonly value: string;
  readonly reason: string;
};

/** A row being read, with the faults found so far. */
export type FeedRow = {
  readonly columns: FeedColumns;
  readonly cells: readonly string[];
  /** What the cells of a spreadsheet are. */
  readonly kinds?: readonly CellKind[] | undefined;
  readonly faults: CellFault[];
};

/** A cell as it is written; empty where the file has no such column. */
function cellOf(row: FeedRow, column: string): string {
  const place = row.columns.places.get(column);
  return place === undefined ? "" : (row.cells[place] ?? "");
}

/** Notes that a cell is refused, and is null. */
export function refuseCell(row: FeedRow, column: string, reason: string): null {
  row.faults.push({ column, value: cellOf(row, column), reason });
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
  const clean = cleanText(cellOf(row, column));
  if (clean.outcome === "refused") return refuseCell(row, column, clean.reason);
  const { text } = clean;
  if (text !== null && text.length > maxLength && [...text].length > maxLength) {
    return refuseCell(row, column, `is longer than ${maxLength} characters`);
  }
  return text;
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

/** A whole number in plain digits, both bounds included. */
export function readWholeNumber(
  row: FeedRow,
  column: string,
  from: number,
  to: number,
): number | null {
  const text = readDigits(row, column, maxNumberLength);
  if (text === null) return null;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= from && number <= to) return number;
  return refuseCell(row, column, `is no whole number from ${from} to ${to}`);
}

/** A day written YYYY-MM-DD that the calendar has. */
export function readDay(row: FeedRow, column: string): string | null {
  const text = readDigits(row, column, maxNumberLength);
  if (text === null) return null;
  const day = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  const isReal = day !== null && !Number.isNaN(day.getTime());
  if (isReal && day.toISOString().startsWith(text)) return text;
  return refuseCell(row, column, "is no day written as 2027-12-31");
}

/** A code in any case that must be one of `known`; `reason` is said of any other. */
export function readCode(
  row: FeedRow,
  column: string,
  known: ReadonlySet<string>,
  reason: string,
): string | null {
  const code = readText(row, column, maxNumberLength)?.toUpperCase() ?? null;
  return code === null || known.has(code) ? code : refuseCell(row, column, reason);
}
