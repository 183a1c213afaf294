// What the quantity of a list says besides its number: "2 ea", "qty 3", "25 FT". Pure. Invariant: a
// number counts what its unit says, or a person is asked.
import { codeSynonyms } from "../../catalog/import/codeLists.ts";
import { limits } from "../../contract/limits.ts";
import { isPlaceholder } from "../../imports/cleanText.ts";
import { readDecimalText } from "../../imports/decimalText.ts";
import { groupDigits } from "../../money.ts";
import { convertAmount } from "./unitConversion.ts";

/** `unit` is a code, or the word itself if it is not known; null if none is written. */
export type QuantityText = { readonly amount: string; readonly unit: string | null };

const label = /^(?:qty|qnty|quantity)(?:[.:= ]+|(?=\d))/i;
const about = /^(?:(?:ca|approx|abt)\.?|approximately|about|circa|~) ?(?=[\da-z])/i;
const counted = /^(?<amount>\d[\d.,'\u2019 ]*?) ?(?<unit>\p{L}+)\.?$/u;
/** A number per anything else, as in 10/BX, may say what a box contains. */
const perEach = /^(?<amount>\d[\d.,'\u2019 ]*?) ?\/ ?(?<unit>\p{L}+)\.?$/u;
const times = /^[x*\u00d7] ?(?=\d)|(?<=\d) ?[x\u00d7]$/i;
const words = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const spelled = new RegExp(`^(${words.slice(1).join("|")})(?: ?\\((\\d+)\\))?(?![\\w-])`, "i");

/** The code of a unit. Single letters are none: M may be metres or a thousand. */
function toUnit(word: string): string {
  const unit = word.toUpperCase();
  return (unit.length > 1 ? codeSynonyms.units[unit] : undefined) ?? unit;
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

/**
 * Splits a quantity into its number and its unit: "x3", "ca. 3", "three" and "3.0" are 3. What is
 * not written so stays as it is.
 */
export function splitUnit(text: string): QuantityText {
  const folded = text.trim().replace(/\s+/g, " ").replace(label, "").replace(about, "");
  const plain = toDigits(folded).replace(times, "");
  const { amount, unit } = (counted.exec(plain) ?? perEach.exec(plain))?.groups ?? {};
  const code = unit === undefined ? null : toUnit(unit);
  const isApart = amount !== undefined && (code === "EA" || !plain.includes("/"));
  if (!isApart) return { amount: dropZeros(plain), unit: null };
  return { amount: dropZeros(amount), unit: code };
}

/** Of unknown units: longer words are something else. */
const maxUnitLength = 4;

/** Whether the cell of a column of units counts something else than pieces. */
export function isOtherUnit(cell: string): boolean {
  const [, word = ""] = /^(?:\d+ ?\/ ?)?(\p{L}+)\.?$/u.exec(cell.trim()) ?? [];
  const isUnit =
    word !== "" && (word.length <= maxUnitLength || toUnit(word) !== word.toUpperCase());
  return isUnit && !isPlaceholder(word) && toUnit(word) !== "EA";
}

/** A quantity with the unit of its own column. A unit in the quantity itself counts instead. */
export function addUnit(quantity: string, unit: string): string {
  const isWritten = quantity.trim() === "" || splitUnit(quantity).unit !== null;
  return isWritten || !isOtherUnit(unit) ? quantity : `${quantity.trim()} ${unit.trim()}`;
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

/** A quantity in the unit in which its part is sold, if it is in another one and it is certain. */
export function convertQuantity(text: string, soldIn: string): number | null {
  const { amount, unit } = splitUnit(text);
  const [from, to] = [unit ?? "", toUnit(soldIn)];
  if (from === to || !/^[1-9]\d{0,6}$/.test(amount)) return null;
  const converted = convertAmount(Number(amount), from, to);
  return converted !== null && converted <= limits.quantity ? converted : null;
}

/** Sentences if a quantity is in a unit in which it is not sold; null if it is not. */
export function findUnitFault(text: string, soldIn: string): string | null {
  const { unit } = splitUnit(text);
  if (unit === null || unit === toUnit(soldIn)) return null;
  const converted = convertQuantity(text, soldIn);
  const way =
    converted === null
      ? `Enter the quantity in ${soldIn}.`
      : `That is ${groupDigits(converted)} ${soldIn}.`;
  return `The quantity is "${text.trim()}", but the part is sold per ${soldIn}. ${way}`;
}

/** What an unclear text can mean, as a number and as a clear text in the same unit. */
type MeantQuantity = { readonly quantity: number; readonly text: string };

/** The whole numbers that an unclear text can mean: "1.000" is 1,000 or 1. */
export function listMeantQuantities(text: string): MeantQuantity[] {
  const { amount, unit } = splitUnit(text);
  const written = readDecimalText(amount);
  if (written === undefined || !/^0+$/.test(written.fraction)) return [];
  const { kind, whole, fraction } = written;
  const meant =
    kind === "unclear" ? [Number(`${whole}${fraction}`), Number(whole)] : [Number(whole)];
  return meant
    .filter((one) => one >= 1 && one <= limits.quantity)
    .map((quantity) => ({ quantity, text: [quantity, unit ?? []].flat().join(" ") }));
}
