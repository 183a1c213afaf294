// What of a cell can be declared to mean something: codes, words, signs, and how numbers and dates
// are written. No plain numbers, and no names.
import { detachText } from "./cleanText.ts";
import { findDayForm, listDayOrders } from "./day.ts";
import {
  findMarkForm,
  listNumberReadings,
  type NumberKind,
  numberMeaning,
  splitNumber,
} from "./number.ts";

type ValueKind = "code" | "day" | "cage" | NumberKind;

/** Columns whose cells are codes or amounts, not what identifies or describes a part, and CAGE codes. */
const columnKinds: ReadonlyMap<string, ValueKind> = new Map([
  ["condition", "code"],
  ["unit_of_measure", "code"],
  ["currency", "code"],
  ["status", "code"],
  ["price_per", "code"],
  ["zero_price_is_free", "code"],
  ["available_stock", "stock"],
  ["on_hand", "stock"],
  ["min_quantity", "count"],
  ["multiple", "count"],
  ["price", "list price"],
  ["unit_price", "agreed price"],
  ["shelf_life_expires", "day"],
  ["cage", "cage"],
]);

/**
 * Whether values of a column can be translated in some type of file. What is remembered for a
 * vendor may name any of them, even if the type of a file has no such column.
 */
export function isTranslatable(column: string): boolean {
  return columnKinds.has(column);
}

/** By column, what is read for a cell or a form, by its `valueKey`. */
export type ValueTranslations = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Equal for cells that are translated alike. */
export function valueKey(cell: string): string {
  return cell.trim().toUpperCase();
}

/** What the numbers of a column count; undefined for other columns. */
export function numberKindOf(column: string): NumberKind | undefined {
  const kind = columnKinds.get(column);
  return kind === "code" || kind === "day" || kind === "cage" ? undefined : kind;
}

/** Columns in which a sign before or after the number names a currency. */
export const priceColumns: ReadonlySet<string> = new Set(["price", "unit_price"]);

/** How CAGE codes are written whose leading zeros a spreadsheet dropped, and what that means. */
export const shortCode = { form: "####", meaning: "0####" } as const;

/** A CAGE code that has lost its zeros, with them; undefined if a cell is none. */
export function readShortCode(cell: string): string | undefined {
  return /^\d{1,4}$/.test(cell) ? cell.padStart(5, "0") : undefined;
}

/** What a form can mean; empty if the text is none. */
export function listReadings(column: string, form: string): readonly string[] {
  const kind = columnKinds.get(column);
  if (kind === "day") return listDayOrders(form);
  if (kind === "cage") return form === shortCode.form ? [shortCode.meaning] : [];
  const number = numberKindOf(column);
  return number === undefined ? [] : listNumberReadings(number, form);
}

/** The first part of a number that has no declared meaning; the first if all have one. */
function findNumberForm(kind: NumberKind, cell: string, isKnown: (form: string) => boolean) {
  const { parts, number } = splitNumber(kind, cell);
  const forms = [...parts.map(({ written }) => written), findMarkForm(number) ?? []].flat();
  return forms.find((form) => !isKnown(form)) ?? forms[0];
}

/** Whether a value is words or marks around a number. */
export function isWordForm(column: string, form: string): boolean {
  return listReadings(column, form)[0] === numberMeaning;
}

/** In characters, of a value as it is stored; in capitals, ß is two. */
const maxValueLength = 60;

/**
 * What of a refused cell can be declared: the sign of a price, how a date, a number or a CAGE code
 * is written, or the whole cell if it is a word. What `isKnown` is already declared.
 */
export function findValue(
  column: string,
  cell: string,
  isKnown: (form: string) => boolean = () => false,
): string | undefined {
  const text = cell.trim();
  const kind = columnKinds.get(column);
  if (kind === undefined || text === "" || [...valueKey(text)].length > maxValueLength)
    return undefined;
  if (/[\p{Cc}\u2400\ufffd]/u.test(text)) return undefined;
  if (kind === "cage") return readShortCode(text) && shortCode.form;
  const number = numberKindOf(column);
  const form = kind === "day" ? findDayForm(text) : number && findNumberForm(number, text, isKnown);
  if (form !== undefined) return form;
  // A meaning of the form itself would apply to other cells.
  if (text.includes("#") && listReadings(column, valueKey(text)).length > 0) return undefined;
  const isNumber = priceColumns.has(column) || kind === "day" ? /\d/ : /^[-+]?[\d.,'\s]+$/;
  return isNumber.test(text) ? undefined : text;
}

/** What was read for a value, declared or found in its parts, and in how many rows. */
export type AppliedTranslation = {
  readonly column: string;
  readonly written: string;
  readonly meaning: string;
  /** What a condition cell has besides its condition, if that is read. */
  readonly certificate?: string;
  readonly rows: number;
};

type Reading = Omit<AppliedTranslation, "column" | "rows">;

export type ReadingTally = {
  count(column: string, reading: Reading): void;
  /** Counts a cell that is valid as it is written, although it is declared to mean another. */
  countUnused(column: string, reading: Reading): void;
  /** Most rows first. */
  list(): readonly AppliedTranslation[];
  describeUnused(): string[];
};

/** Readings of a file that are counted; a vendor declares fewer values. */
const maxCounted = 6_000;

type Counted = Map<string, AppliedTranslation & { rows: number }>;

function add(counted: Counted, column: string, { written, meaning, certificate }: Reading): void {
  const key = `${column} ${written}`;
  const known = counted.get(key);
  if (known !== undefined) known.rows += 1;
  else if (counted.size < maxCounted) {
    const given = certificate === undefined ? {} : { certificate };
    const read = { column, written: detachText(written), meaning, ...given };
    counted.set(detachText(key), { ...read, rows: 1 });
  }
}

/** Counts what was read for cells, by column and what they have. */
export function createReadingTally(): ReadingTally {
  const applied: Counted = new Map();
  const unused: Counted = new Map();
  return {
    count: (column, reading) => add(applied, column, reading),
    countUnused: (column, reading) => add(unused, column, reading),
    list: () => [...applied.values()].toSorted((one, other) => other.rows - one.rows),
    describeUnused: () =>
      [...unused.values()].map(
        ({ column, written, meaning }) =>
          `${column} "${written}" is a valid value, so it was not read as "${meaning}".`,
      ),
  };
}
