import { parseDay } from "../kit/day.ts";
import { groupDigits } from "../kit/money.ts";
import {
  findValue,
  listReadings,
  numberKindOf,
  type ReadingTally,
  type ValueTranslations,
  valueKey,
} from "./cellValues.ts";
import { type CleaningTally, cleanText, countCleaned, normalizeDashes } from "./cleanText.ts";
import { findDayForm, listPossibleDays, readOrderedDay } from "./day.ts";
import type { CellKind, FormatCurrency } from "./files/fileRecord.ts";
import { foldSynonym } from "./fold.ts";
import type { NamedColumn, PriceBasis } from "./header.ts";
import type { Looks } from "./looks.ts";
import { findMarkForm, numberMeaning, readWhole, splitNumber, thousandsMeaning } from "./number.ts";
import { isPlaceholder } from "./words/placeholders.ts";

/**
 * A column that a reader knows: its names, whether a file must have it (of the columns with
 * "either", one). `filledBy` is a column that fills it if it is missing.
 */
export type ColumnRule = NamedColumn & {
  readonly required: boolean | "either";
  readonly filledBy?: string;
  /** If several headers name it, the first counts. Without it, that is a question. */
  readonly takesFirst?: true;
  /** The only value of its cells; if the first rows have another, a person says what it is. */
  readonly only?: string;
  /** What its cells look like, if that identifies them. */
  readonly content?: Looks;
  /** What its cells look like, if that does not identify them. */
  readonly looks?: Looks;
};

/**
 * Where the known columns are; `ignored` are the headers that name none. `fixed` has values for
 * rows without one.
 */
export type FeedColumns = {
  readonly places: ReadonlyMap<string, number>;
  readonly fixed?: ReadonlyMap<string, string>;
  readonly width: number;
  readonly ignored: readonly string[];
  /** The units that the header of the prices names, if nobody gave others. */
  readonly headerUnits?: HeaderUnits | undefined;
  /** Whether the header of the quantities says that they are what is available. */
  readonly areAvailable?: boolean;
  /** Whether it is a file of corrected rows that an earlier import refused. */
  readonly isCorrection?: boolean;
};

/** The units that a header of prices names; `unclear` if it may name some. */
export type HeaderUnits = Exclude<PriceBasis, "each">;

// Reads the cells of one record. Each reader returns null if the cell is empty or refused, and
// records why. Invariant: nothing is coerced or rounded; a cell is read as written or not at all.

/**
 * What is wrong with a row; `column` is null for the whole row. `suggestion` describes how to
 * correct it, if that is clear; it is never applied automatically.
 */
export type CellFault = {
  readonly column: string | null;
  readonly value: string;
  readonly reason: string;
  readonly suggestion: string | null;
  /** What of the cell a person can say the meaning of. */
  readonly asks?: string | undefined;
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
  /** What cells of the file are declared to mean. */
  readonly meanings?: ValueTranslations | undefined;
};

/** A cell as it is written; if empty, the fixed value of the column. */
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
  const value = cellOf(row, column);
  const declared = row.meanings?.get(column);
  const asks = findValue(column, value, (form) => declared?.has(form) === true);
  const isAnswered = asks !== undefined && declared?.has(valueKey(asks)) === true;
  row.faults.push({ column, value, reason, suggestion, ...(isAnswered ? {} : { asks }) });
  return null;
}

/** As `refuseCell`, of a cell that only contradicts other cells, so that no meaning corrects it. */
export function refuseInRow(
  row: FeedRow,
  column: string,
  reason: string,
  suggestion: string | null,
): null {
  row.faults.push({ column, value: cellOf(row, column), reason, suggestion });
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

/** What is wrong with a cell, before its row is refused. */
export class Refused {
  readonly reason: string;
  readonly suggestion: string | null;
  /** Whether it is only wrong beside the other cells of its row. */
  readonly isOfRow: boolean;
  constructor(reason: string, suggestion: string | null = null, isOfRow = false) {
    this.reason = reason;
    this.suggestion = suggestion;
    this.isOfRow = isOfRow;
  }
}

/** Of what a text of a column may consist. */
type TextRules = {
  readonly maxLength: number;
  /** Numbers and dates of a spreadsheet are expected; it may have changed other texts. */
  readonly isNumber?: boolean;
  /** Line breaks become spaces; else they may come from a missing quote. */
  readonly hasLines?: boolean;
};

/** The clean text of a cell; null if it is empty. */
function takeText(row: FeedRow, column: string, rules: TextRules): string | null | Refused {
  const { maxLength, isNumber = false, hasLines = false } = rules;
  const written = cellOf(row, column);
  if (written === "") return null;
  const doubt =
    row.kinds === undefined || isNumber || hasLines ? undefined : findSpreadsheetDoubt(row, column);
  if (doubt !== undefined) return new Refused(doubt);
  if (!hasLines && /[\r\n]/.test(written) && /[\r\n]/.test(written.trim()))
    return new Refused("contains a line break");
  const clean = cleanText(written);
  if (clean.outcome === "refused") return new Refused(clean.reason);
  const { text } = clean;
  if ((text ?? "") !== written) countCleaned(row.cleaned, written);
  if (text !== null && text.length > maxLength && [...text].length > maxLength) {
    return new Refused(`is longer than ${groupDigits(maxLength)} characters`);
  }
  return text;
}

function settle<T>(row: FeedRow, column: string, read: T | Refused): T | null {
  if (!(read instanceof Refused)) return read;
  const { reason, suggestion, isOfRow } = read;
  return (isOfRow ? refuseInRow : refuseCell)(row, column, reason, suggestion);
}

/** The cell of the file, if it is declared to mean another text. */
function findMeaning(row: FeedRow, column: string) {
  const declared = row.meanings?.get(column);
  const cell = declared && row.cells[row.columns.places.get(column) ?? -1];
  if (declared === undefined || cell === undefined || cell === "") return undefined;
  const written = valueKey(cell);
  const meaning = declared.get(written);
  // The meaning of a form is none of a cell that is written like the form itself.
  const isForm = written.includes("#") && listReadings(column, written).length > 0;
  return meaning === undefined || isForm ? undefined : { written, meaning };
}

/**
 * Reads a cell once: as it is written or, if `parse` refuses that, as it is declared. `parse` gets
 * the clean text of the cell, and null where it is empty or means nothing.
 */
export function readCell<T>(
  row: FeedRow,
  column: string,
  rules: TextRules,
  parse: (text: string) => T | null | Refused,
): T | null {
  const text = takeText(row, column, rules);
  const read = text === null || text instanceof Refused ? text : parse(text);
  const declared = row.meanings === undefined ? undefined : findMeaning(row, column);
  if (declared === undefined || (read instanceof Refused && read.isOfRow)) {
    return settle(row, column, read);
  }
  if (!(read instanceof Refused)) {
    if (declared.meaning !== declared.written) row.readings?.countUnused(column, declared);
    return read;
  }
  const meant = declared.meaning === "" ? null : parse(declared.meaning);
  if (!(meant instanceof Refused)) row.readings?.count(column, declared);
  return settle(row, column, meant);
}

/** What a form in a cell is declared to mean; undefined if nobody said it. */
export function formMeaning(row: FeedRow, column: string, form: string): string | undefined {
  return row.meanings?.get(column)?.get(form);
}

/** As `formMeaning`, and counts it as read. */
export function useForm(row: FeedRow, column: string, form: string): string | undefined {
  const meaning = formMeaning(row, column, form);
  if (meaning !== undefined) row.readings?.count(column, { written: form, meaning });
  return meaning;
}

/**
 * Reads a text of at most `maxLength` characters. Refuses line breaks, which may come from a
 * missing quote, and numbers and dates of a spreadsheet, which may have been typed differently.
 */
export function readText(row: FeedRow, column: string, maxLength: number): string | null {
  return settle(row, column, takeText(row, column, { maxLength }));
}

/** As `readText`, for columns in which numbers or dates of a spreadsheet are expected. */
export function readDigits(row: FeedRow, column: string, maxLength: number): string | null {
  return settle(row, column, takeText(row, column, { maxLength, isNumber: true }));
}

/** As `readText`, for columns with line breaks: they become spaces. */
export function readLongText(row: FeedRow, column: string, maxLength: number): string | null {
  return settle(row, column, takeText(row, column, { maxLength, hasLines: true }));
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
export const numberRules = { maxLength: 40, isNumber: true } as const;

/** A number without its words and mark, as far as it is declared what these mean. */
function resolveForms(row: FeedRow, column: string, text: string): string {
  const kind = numberKindOf(column);
  const { parts, number } =
    kind === undefined ? { parts: [], number: text } : splitNumber(kind, text);
  for (const { written } of parts) {
    const meaning = useForm(row, column, written);
    if (meaning === undefined || !listReadings(column, written).includes(meaning)) return text;
    if (meaning !== numberMeaning) return meaning;
  }
  const form = isSpreadsheetNumber(row, column) ? undefined : findMarkForm(number);
  const meaning = form === undefined ? undefined : useForm(row, column, form);
  if (meaning === undefined) return number;
  if (meaning === thousandsMeaning) return number.replace(/[.,]/, "");
  // 5.000 is 5; a quantity with decimals stays unreadable.
  return number.endsWith("000") ? number.slice(0, -4) : `${number}0`;
}

/**
 * Reads a whole number between two bounds, inclusive. Thousands may be separated, and two decimals
 * may be zeros (12.00); a single group of zeros may be decimals (5.000), so it is refused.
 * `toNumber` removes what else may be beside it.
 */
export function readWholeNumber(
  row: FeedRow,
  column: string,
  [from, to]: readonly [from: number, to: number],
  toNumber = (text: string) => text,
): number | null {
  return readCell(row, column, numberRules, (text) => {
    const plain = normalizeDashes(resolveForms(row, column, toNumber(text)));
    const sign = from < 0 && plain.startsWith("-") ? "-" : "";
    const read = readWhole(sign === "" ? plain : plain.slice(1).trim());
    const numbers = (typeof read === "number" ? [String(read)] : read).map(
      (one) => `${sign}${one}`,
    );
    const fitting = numbers.filter((one) => Number(one) >= from && Number(one) <= to);
    if (typeof read === "number" && fitting.length > 0) return Number(fitting[0]);
    const reason = `is not a whole number from ${groupDigits(from)} to ${groupDigits(to)}`;
    return new Refused(reason, formatSuggestion(typeof read === "number" ? [] : fitting));
  });
}

/** Reads a date written YYYY-MM-DD, or in an order of day and month that the file declares. */
export function readDay(row: FeedRow, column: string): string | null {
  return readCell(row, column, numberRules, (text) => {
    const day = parseDay(text);
    if (day !== undefined) return day;
    const form = findDayForm(text);
    const order = form === undefined ? undefined : formMeaning(row, column, form);
    const ordered = order === undefined ? undefined : readOrderedDay(text, order);
    if (ordered !== undefined && form !== undefined) {
      useForm(row, column, form);
      return ordered;
    }
    const suggestion = formatSuggestion(listPossibleDays(text));
    return new Refused("is not a date written as 2027-12-31", suggestion);
  });
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
export function parseCode(row: FeedRow, text: string, list: CodeList): string | Refused {
  const code = text.toUpperCase();
  if (list.known.has(code)) return code;
  const meant = list.synonyms.get(foldSynonym(text));
  if (meant === undefined) return new Refused(list.reason, list.suggest(text));
  row.cleaned.synonyms += 1;
  return meant;
}

export function readCode(row: FeedRow, column: string, list: CodeList): string | null {
  return readCell(row, column, { maxLength: 40 }, (text) => parseCode(row, text, list));
}

// What a refused cell probably means. Only ever suggested, never imported.

/** Whether two texts differ by one letter that is changed, missing, added or swapped. */
function isTypingError(one: string, other: string): boolean {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && long[start] === short[start]) start += 1;
  const [longRest, shortRest] = [long.slice(start), short.slice(start)];
  if (long.length > short.length) return longRest.slice(1) === shortRest;
  const swapped = `${shortRest[1] ?? ""}${shortRest[0] ?? ""}${shortRest.slice(2)}`;
  return longRest.slice(1) === shortRest.slice(1) || longRest === swapped;
}

/** Shorter codes are one letter apart from each other. */
const minMistypedLength = 4;

/**
 * The code of `known` that `text` probably means: by a synonym (folded by `foldSynonym`), or as the
 * only code within one typing error. None if there is no such code.
 */
export function suggestCode(
  text: string,
  known: Iterable<string>,
  synonyms: ReadonlyMap<string, string>,
): string[] {
  const codes = [...known];
  const words = foldSynonym(text);
  const meant = synonyms.get(words);
  if (meant !== undefined && codes.includes(meant)) return [meant];
  if (words.length < minMistypedLength) return [];
  const near = codes.filter((code) => isTypingError(words, code));
  return near.length === 1 ? near : [];
}

/** Formats what to write into the cell instead; null if there is nothing to suggest. */
export function formatSuggestion(values: readonly string[]): string | null {
  if (values.length === 0) return null;
  return `write ${values.map((value) => JSON.stringify(value)).join(" or ")}`;
}
