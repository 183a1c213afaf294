// What the quantity of a list says besides its number: "2 ea", "qty 3", "25 FT". Pure. Invariant: a
// number counts what its unit says, or a person is asked.
import { codeSynonyms } from "../../catalog/import/codeLists.ts";
import { limits } from "../../contract/limits.ts";
import { isPlaceholder } from "../../imports/cleanText.ts";
import { readDecimalText } from "../../imports/decimalText.ts";
import { groupDigits } from "../../money.ts";
import { describeOrderTerms, type OrderTerms } from "../../pricing/orderTerms.ts";
import { type Converted, convertAmount, readMeasure } from "./unitConversion.ts";

/** `unit` is a code, or the word itself if it is not known; null if none is written. */
export type QuantityText = { readonly amount: string; readonly unit: string | null };

const label = /^(?:qty|qnty|quantity)(?:[.:= ]+|(?=\d))/i;
const about = /^(?:(?:ca|approx|abt)\.?|approximately|about|circa|~) ?(?=[\da-z])/i;
const counted = /^(?<amount>\d[\d.,'\u2019 ]*?) ?(?<unit>\p{L}+|['\u2019\u2032"\u201d\u2033])\.?$/u;
/** A number per anything else, as in 10/BX, may say what a box contains. */
const perEach = /^(?<amount>\d[\d.,'\u2019 ]*?) ?\/ ?(?<unit>\p{L}+)\.?$/u;
const times = /^[x*\u00d7] ?(?=\d)|(?<=\d) ?[x\u00d7]$/i;
const words = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const spelled = new RegExp(`^(${words.slice(1).join("|")})(?: ?\\((\\d+)\\))?(?![\\w-])`, "i");

const marks: Readonly<Record<string, string>> = {
  ...{ "'": "FT", "\u2019": "FT", "\u2032": "FT" },
  ...{ '"': "IN", "\u201d": "IN", "\u2033": "IN" },
};

/** The code of a unit. Single letters are none: M may be metres or a thousand. */
function toUnit(word: string): string {
  const unit = word.toUpperCase();
  const known = unit.length > 1 ? codeSynonyms.units[unit] : marks[unit];
  return known ?? unit;
}

/** Codes that vendors use for the same: a roll is ordered as a reel, and a reel as a roll. */
const sameUnits: Readonly<Record<string, string>> = { RL: "RO" };

/** Whether a quantity is written in the unit in which a part is sold. */
function isSoldIn(text: string, unit: string, soldIn: string): boolean {
  const code = toUnit(soldIn);
  // A capital letter may still be a thousand.
  const isSmall = /\d ?\p{Ll}\.?$/u.test(text.trim());
  const written = isSmall ? readMeasure(unit, code) : unit;
  return (sameUnits[written] ?? written) === (sameUnits[code] ?? code);
}

/** "two" and "two (2)" in digits; "two (3)" stays. */
function toDigits(text: string): string {
  return text.replace(spelled, (written: string, word: string, digits?: string) => {
    const number = String(words.indexOf(word.toLowerCase()));
    return digits === undefined || digits === number ? number : written;
  });
}

/** "4.0" and "4.00" are 4; the three zeros of "4.000" may be thousands. */
function dropZeros(amount: string): string {
  const written = readDecimalText(amount);
  const isWhole = written?.kind === "clear" && /^0{1,2}$/.test(written.fraction);
  return isWhole ? written.whole : amount;
}

/** A number and the word of its unit as it is written, undefined if none is. */
function splitWord(text: string): { readonly amount: string; readonly word: string | undefined } {
  const folded = text.trim().replace(/\s+/g, " ").replace(label, "").replace(about, "");
  const plain = toDigits(folded).replace(times, "");
  const { amount, unit } = (counted.exec(plain) ?? perEach.exec(plain))?.groups ?? {};
  const code = unit === undefined ? null : toUnit(unit);
  const isApart = amount !== undefined && (code === "EA" || !plain.includes("/"));
  return isApart ? { amount, word: unit } : { amount: plain, word: undefined };
}

/**
 * Splits a quantity into its number and its unit: "x3", "ca. 3", "three" and "3.0" are 3. What is
 * not written so stays as it is.
 */
export function splitUnit(text: string): QuantityText {
  const { amount, word } = splitWord(text);
  return { amount: dropZeros(amount), unit: word === undefined ? null : toUnit(word) };
}

/** The unit of a quantity: a single letter as it is written, because M is not m; null for none. */
export function nameWrittenUnit(text: string): string | null {
  const { word } = splitWord(text);
  if (word === undefined) return null;
  return /^\p{L}$/u.test(word) ? word : toUnit(word);
}

/** Another amount in the unit of a quantity, as it is written there: "8 m", because M is not m. */
export function replaceAmount(text: string, quantity: number): string {
  const { word } = splitWord(text);
  return word === undefined ? String(quantity) : `${quantity} ${word}`;
}

/** Of unknown units: longer words are something else. */
const maxUnitLength = 4;

/** The unit in the cell of a column of units, without a number before it; empty if it is none. */
function readUnit(cell: string): string {
  const [, word = ""] = /^(?:\d+ ?\/ ?)?(\p{L}+)\.?$/u.exec(cell.trim()) ?? [];
  const isUnit = word.length <= maxUnitLength || toUnit(word) !== word.toUpperCase();
  return isUnit && !isPlaceholder(word) ? word : "";
}

/** Whether the cell of a column of units counts something else than pieces. */
function isOtherUnit(cell: string): boolean {
  const unit = readUnit(cell);
  return unit !== "" && toUnit(unit) !== "EA";
}

/**
 * A quantity with the unit of its own column, pieces too: 30 EA are no 30 rolls. A unit in the
 * quantity itself counts instead.
 */
export function addUnit(quantity: string, unit: string): string {
  const word = readUnit(unit);
  const isWritten = quantity.trim() === "" || splitUnit(quantity).unit !== null;
  if (isWritten || word === "") return quantity;
  return `${quantity.trim()} ${isOtherUnit(unit) ? unit.trim() : word}`;
}

/** Whether the cell of a column of units has one, pieces too. */
export function isUnitCell(cell: string): boolean {
  return readUnit(cell) !== "";
}

/** Whether a quantity was written otherwise than as a number with its unit: "ca. 6", "two". */
export function isReworded(text: string): boolean {
  const plain = text.trim().replace(/\s+/g, " ");
  return plain !== "" && plain !== splitUnit(plain).amount && !counted.test(plain);
}

/** Whether a text can only be a quantity, because of its words: CA8 and 3X are part numbers too. */
export function isQuantityText(text: string): boolean {
  const plain = text.trim().replace(label, "");
  if (!/^\d/.test(plain) || times.test(plain)) return false;
  const { amount, unit } = splitUnit(text);
  return (unit === null || unit === "EA") && /^\d[\d.,' \u2019]*$/.test(amount);
}

/** Whether an amount may be thousands of what is sold: 50 M is 50 meters or 50,000. */
function mayBeThousands(text: string): boolean {
  return /\d ?M\.?$/.test(text.trim());
}

/** A quantity in the unit in which its part is sold, if it is in another one and it is certain. */
export function convertQuantity(text: string, soldIn: string): Converted | null {
  const { amount, unit } = splitUnit(text);
  const to = toUnit(soldIn);
  if (unit === null || isSoldIn(text, unit, soldIn) || mayBeThousands(text)) return null;
  const from = readMeasure(unit, to);
  const result = convertAmount(amount, from, to);
  return result !== null && result.count <= limits.quantity ? result : null;
}

/** "by the tube (TU)", or "per TU" if its name is not known. */
function nameUnit(soldIn: string, name: string | undefined): string {
  if (name === undefined) return `per ${soldIn}`;
  return `by the ${name === "each" ? "piece" : name} (${soldIn})`;
}

/** "", or the minimum and packs that a quantity needs, so that the next one fits. */
function nameTerms(terms: OrderTerms | undefined): string {
  const isAny = terms === undefined || (terms.minQuantity === 1 && terms.multiple === 1);
  return isAny ? "" : `, ${describeOrderTerms(terms)}`;
}

/**
 * Sentences if a quantity is in a unit in which it is not sold; null if it is not. `name` is that
 * of the unit in which it is sold, and `terms` are what a quantity that is entered has to fit.
 */
export function findUnitFault(
  text: string,
  soldIn: string,
  name?: string,
  terms?: OrderTerms,
): string | null {
  const { unit } = splitUnit(text);
  if (unit === null || isSoldIn(text, unit, soldIn)) return null;
  const converted = convertQuantity(text, soldIn);
  const written = text.trim();
  if (converted === null) {
    return `Sold ${nameUnit(soldIn, name)}${nameTerms(terms)}. Enter “${written}” in ${soldIn}.`;
  }
  const { count, exact } = converted;
  const amount = groupDigits(count);
  return exact === null
    ? `“${written}” is ${amount} ${soldIn}.`
    : `“${written}” is ${exact} ${soldIn}, rounded up to ${amount}.`;
}

/** What an unclear text can mean, as a number and as a clear text in the same unit. */
type MeantQuantity = { readonly quantity: number; readonly text: string };

/** Whether the point of an amount may separate thousands or decimals: "1.500" may be 1.5. */
export function isUnclearPoint(amount: string): boolean {
  const written = readDecimalText(amount);
  return written?.kind === "unclear" && written.mark === ".";
}

/** The whole numbers that an unclear text can mean: "1.000" is 1,000 or 1. */
export function listMeantQuantities(text: string): MeantQuantity[] {
  const written = readDecimalText(splitUnit(text).amount);
  if (written === undefined) return [];
  const { kind, whole, fraction } = written;
  const ways = [
    kind === "unclear" ? `${whole}${fraction}` : [],
    /^0+$/.test(fraction) ? whole : [],
  ].flat();
  const meant = ways.map(Number);
  return meant
    .filter((one) => one >= 1 && one <= limits.quantity)
    .map((quantity) => ({ quantity, text: replaceAmount(text, quantity) }));
}
