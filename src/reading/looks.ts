// What the cells of a column look like. A kind is evidence for a guess, never a reading of a value.
import { parseCurrency } from "../kit/money.ts";
import { findUnit } from "./elements.ts";
import { meaningOf, wordsOf } from "./lexicon.ts";
import { readDecimalText } from "./number.ts";

export type Looks =
  | "part number"
  | "condition"
  | "unit of measure"
  | "quantity"
  | "price"
  | "currency"
  | "cage"
  | "nsn"
  | "day";

const conditionCodes: ReadonlySet<string> = new Set(
  [...wordsOf("condition").values()].filter((code) => code !== "?"),
);

const sevenDigits = String.raw`\d{2}-?\d{3}-?\d{4}`;
const nsn = new RegExp(`^\\d{4}-?${sevenDigits}$`);
const days = [
  /^\d{4}-\d{2}-\d{2}(?:T[\d:]+)?$/,
  /^\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|\d{4})$/,
  /^\d{1,2}[ -][A-Za-z]{3}[ -]\d{2,4}$/,
];

/** Letters and digits, or digits with a dash, without words: most part numbers are so. */
function isPartNumber(cell: string): boolean {
  if (!/^[A-Z0-9][A-Z0-9./#+ -]{2,31}$/i.test(cell) || /\s\S*\s/.test(cell)) return false;
  if (nsn.test(cell) || days.some((day) => day.test(cell))) return false;
  return /\d/.test(cell) && (/[A-Z]/i.test(cell) || /\d-\d/.test(cell));
}

function isMoney(cell: string): boolean {
  const number = cell.replace(/^(?:[A-Z]{3}|US\$|[$€£¥])\s?|\s?(?:[A-Z]{3}|[$€£¥])$/g, "");
  return readDecimalText(number) !== undefined;
}

const recognizers: Readonly<Record<Looks, (cell: string) => boolean>> = {
  "part number": isPartNumber,
  condition: (cell) =>
    conditionCodes.has(cell.toUpperCase()) || meaningOf("condition", cell) !== undefined,
  // Alone, M and L are metres and litres.
  "unit of measure": (cell) => findUnit(cell) !== undefined || /^[ML]$/i.test(cell),
  quantity: (cell) => /^\d{1,9}$/.test(cell) || /^\d{1,3}(?:[,. ]000)$/.test(cell),
  price: isMoney,
  currency: (cell) => parseCurrency(cell.toUpperCase()) !== undefined,
  cage: (cell) => /^[0-9A-Z]{5}$/.test(cell) && /\d/.test(cell),
  nsn: (cell) => nsn.test(cell),
  day: (cell) => days.some((day) => day.test(cell)),
};

/** Whether a cell, which is not empty, looks like a kind of value. */
export function looksLike(cell: string, kind: Looks): boolean {
  return recognizers[kind](cell.trim());
}

/** Whether a cell names a file, such as a scan of a certificate. */
export function isFileName(cell: string): boolean {
  return /(?:^|[\s\w)\]-])\.(?:pdf|jpe?g|png|gif|tiff?|bmp|docx?|xlsx?|zip|msg|eml|html?|txt)$/i.test(
    cell.trim(),
  );
}
