// Which cells have values that can be translated: codes, words and signs, no numbers or names.
import { parseDay } from "../../day.ts";
import { valueKey } from "../feedColumns.ts";
import { listCurrencyCodes } from "./currencySigns.ts";
import { isTranslatable } from "./translatable.ts";
import { listWordReadings, splitWords } from "./wordForms.ts";

/** Columns in which a sign before or after the number names a currency. */
export const priceColumns: ReadonlySet<string> = new Set(["price", "unit_price"]);

const sign = "(?:[A-Z]{0,3}[$€£¥]|[A-Z]{3})";
const signBefore = new RegExp(`^(${sign})\\s*([.,]?\\d.*)$`, "i");
const signAfter = new RegExp(`^([.,]?\\d.*?)\\s*(${sign})$`, "i");

type SignedNumber = { readonly sign: string; readonly number: string };

/** Whether letters and signs can be of a currency: not DOZ, NET or EST$. */
function isCurrencySign(mark: string): boolean {
  if (listCurrencyCodes(mark).length > 0) return true;
  return /[$€£¥]$/.test(mark) && splitWords("price", `${mark}1`) === undefined;
}

/** A price that is written with the sign or code of a currency: "$ 12.50", "12,50 EUR". */
export function splitSign(cell: string): SignedNumber | undefined {
  const text = cell.trim();
  const [, before, numberAfter] = signBefore.exec(text) ?? [];
  if (before !== undefined && numberAfter !== undefined && isCurrencySign(before)) {
    return { sign: before, number: numberAfter };
  }
  const [, numberBefore, after] = signAfter.exec(text) ?? [];
  if (after === undefined || numberBefore === undefined) return undefined;
  return isCurrencySign(after) ? { sign: after, number: numberBefore } : undefined;
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
function listDayOrders(column: string, form: string): readonly string[] {
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

/** Whether numbers of a column may have a sign, words or an unclear mark. */
export function isNumberColumn(column: string): boolean {
  return numberColumns.has(column);
}

/** How a date or number with several possible readings is written, with # for digits. */
function findForm(column: string, cell: string): string | undefined {
  return (
    findDayForm(column, cell) ?? findNumberForm(column, cell) ?? splitWords(column, cell)?.form
  );
}

/** What a form can mean; empty if the text is none. */
export function listReadings(column: string, form: string): readonly string[] {
  return [
    ...listDayOrders(column, form),
    ...listNumberReadings(column, form),
    ...listWordReadings(column, form),
  ];
}

/** In characters, of a value as it is stored. */
const maxValueLength = 60;

/** Whether a value can be stored; in capitals, ß is two characters. */
export function fitsValue(written: string): boolean {
  return [...valueKey(written)].length <= maxValueLength;
}

/**
 * What of a refused cell can be translated: the sign of a price, the form of a date or of a number
 * with an unclear mark or words around it, or the whole cell if it is a word. Other numbers have no
 * meaning.
 */
export function findValue(column: string, cell: string): string | undefined {
  const text = cell.trim();
  if (!isTranslatable(column) || text === "" || !fitsValue(text)) return undefined;
  if (/[\p{Cc}\u2400\ufffd]/u.test(text)) return undefined;
  const sign = priceColumns.has(column) ? splitSign(text)?.sign : undefined;
  const form = sign ?? findForm(column, text);
  if (form !== undefined) return form;
  // A meaning of the form itself would apply to other cells.
  if (text.includes("#") && listReadings(column, valueKey(text)).length > 0) return undefined;
  const isNumber = priceColumns.has(column) || dayColumns.has(column) ? /\d/ : /^[-+]?[\d.,'\s]+$/;
  return isNumber.test(text) ? undefined : text;
}
