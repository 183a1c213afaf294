// Which cells have values that can be translated: codes, words and signs, no numbers or names.

/** Columns whose cells are codes or amounts, not what identifies or describes a part. */
const translatable: ReadonlySet<string> = new Set([
  "condition",
  "unit_of_measure",
  "available_stock",
  "on_hand",
  "price",
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
const signBefore = new RegExp(`^(${sign})\\s*(\\d.*)$`, "i");
const signAfter = new RegExp(`^(\\d.*?)\\s*(${sign})$`, "i");

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

export const maxValueLength = 60;

/**
 * What of a refused cell can be translated: its sign, or the whole cell if it is a word. Numbers
 * and dates that cannot be read have no meaning of their own.
 */
export function findValue(column: string, cell: string): string | undefined {
  const text = cell.trim();
  if (!translatable.has(column) || text === "" || text.length > maxValueLength) return undefined;
  if (/[\p{Cc}\u2400\ufffd]/u.test(text)) return undefined;
  if (priceColumns.has(column))
    return splitSign(text)?.sign ?? (/\d/.test(text) ? undefined : text);
  const isNumber = /^[-+]?[\d.,'\s]+$/.test(text);
  return isNumber || (column === "shelf_life_expires" && /\d/.test(text)) ? undefined : text;
}
