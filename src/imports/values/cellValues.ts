// Which cells have values that can be translated: codes, words and signs, no numbers or names.
import { parseDay } from "../../day.ts";
import { valueKey } from "../feedColumns.ts";

/** Columns whose cells are codes or amounts, not what identifies or describes a part. */
const translatable: ReadonlySet<string> = new Set([
  "condition",
  "unit_of_measure",
  "available_stock",
  "on_hand",
  "price",
  "price_per",
  "currency",
  "status",
  "min_quantity",
  "multiple",
  "shelf_life_expires",
  "zero_price_is_free",
  "unit_price",
]);

export function isTranslatable(column: string): boolean {
  return translatable.has(column);
}

/** Columns in which a sign before or after the number names a currency. */
export const priceColumns: ReadonlySet<string> = new Set(["price", "unit_price"]);

const sign = "(?:[A-Z]{0,3}[$€£¥]|[A-Z]{3})";
const signBefore = new RegExp(`^(${sign})\\s*([.,]?\\d.*)$`, "i");
const signAfter = new RegExp(`^([.,]?\\d.*?)\\s*(${sign})$`, "i");

type SignedNumber = { readonly sign: string; readonly number: string };

/** A price that is written with the sign or code of a currency: "$ 12.50", "12,50 EUR". */
export function splitSign(cell: string): SignedNumber | undefined {
  const text = cell.trim();
  const [, before, numberAfter] = signBefore.exec(text) ?? [];
  if (before !== undefined && numberAfter !== undefined) {
    return { sign: before, number: numberAfter };
  }
  const [, numberBefore, after] = signAfter.exec(text) ?? [];
  if (after === undefined || numberBefore === undefined) return undefined;
  return { sign: after, number: numberBefore };
}

/** Columns of dates, whose order of day and month can be declared. */
const dayColumns: ReadonlySet<string> = new Set(["shelf_life_expires"]);

const writtenDay = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;

/** How a date is written whose order of day and month is open, with # for each digit. */
export function findDayForm(column: string, cell: string): string | undefined {
  const [, , mark] = (dayColumns.has(column) && writtenDay.exec(cell.trim())) || [];
  return mark === undefined ? undefined : `##${mark}##${mark}####`;
}

/** The orders that the form of a date can mean: "DD.MM.YYYY" and "MM.DD.YYYY". */
export function listDayOrders(column: string, form: string): readonly string[] {
  const [, mark] = (dayColumns.has(column) && /^##([./-])##\1####$/.exec(form)) || [];
  return mark === undefined
    ? []
    : [
        ["DD", "MM"],
        ["MM", "DD"],
      ].map((order) => [...order, "YYYY"].join(mark));
}

/** The day of a date, as YYYY-MM-DD, if its order is that of `meaning`. */
export function readOrderedDay(cell: string, meaning: string): string | undefined {
  const [, first = "", , second = "", year = ""] = writtenDay.exec(cell.trim()) ?? [];
  const [day, month] = meaning.startsWith("D") ? [first, second] : [second, first];
  return parseDay(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

/** Columns of numbers, in which one mark may separate thousands or decimals (decision 66). */
const numberColumns: ReadonlySet<string> = new Set([
  ...priceColumns,
  ...["available_stock", "on_hand", "min_quantity", "multiple"],
]);
const markedNumber = /^([1-9]\d{0,2})([.,])(\d{3})$/;

/** What a form of numbers means if its mark separates thousands; else the form itself. */
export const thousandsMeaning = "####";

/** How a number is written whose mark may separate thousands or decimals: #.### or #,###. */
export function findNumberForm(column: string, cell: string): string | undefined {
  const [, , mark] = (numberColumns.has(column) && markedNumber.exec(cell.trim())) || [];
  return mark === undefined ? undefined : `#${mark}###`;
}

/** What the form of a number can mean. */
export function listNumberReadings(column: string, form: string): readonly string[] {
  return numberColumns.has(column) && /^#[.,]###$/.test(form) ? [thousandsMeaning, form] : [];
}

/** A number as its form means, without a doubt. A quantity with decimals stays unreadable. */
export function readMarkedNumber(column: string, cell: string, meaning: string): string {
  const [, whole = "", , rest = ""] = markedNumber.exec(cell.trim()) ?? [];
  if (meaning === thousandsMeaning) return `${whole}${rest}`;
  const isWhole = rest === "000" && !priceColumns.has(column);
  return isWhole ? whole : `${whole}.${rest}0`;
}

/** In characters, of a value as it is stored. */
const maxValueLength = 60;

/** Whether a value can be stored; in capitals, ß is two characters. */
export function fitsValue(written: string): boolean {
  return [...valueKey(written)].length <= maxValueLength;
}

/**
 * What of a refused cell can be translated: the sign of a price, the form of a date or of a number
 * with an unclear mark, or the whole cell if it is a word. Other numbers have no meaning.
 */
export function findValue(column: string, cell: string): string | undefined {
  const text = cell.trim();
  if (!translatable.has(column) || text === "" || !fitsValue(text)) return undefined;
  if (/[\p{Cc}\u2400\ufffd]/u.test(text)) return undefined;
  if (priceColumns.has(column))
    return (
      splitSign(text)?.sign ?? findNumberForm(column, text) ?? (/\d/.test(text) ? undefined : text)
    );
  if (dayColumns.has(column))
    return findDayForm(column, text) ?? (/\d/.test(text) ? undefined : text);
  return /^[-+]?[\d.,'\s]+$/.test(text) ? findNumberForm(column, text) : text;
}
