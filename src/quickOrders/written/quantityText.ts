// What the quantity of a list says besides its number: "2 ea", "qty 3", "25 FT". Pure. Invariant: a
// number counts what its unit says, or a person is asked.
import { codeSynonyms } from "../../catalog/import/codeLists.ts";
import { limits } from "../../contract/limits.ts";
import { readDecimalText } from "../../imports/decimalText.ts";

/** `unit` is a code, or the word itself if it is not known; null if none is written. */
export type QuantityText = { readonly amount: string; readonly unit: string | null };

const label = /^(?:qty|qnty|quantity)(?:[.:= ]+|(?=\d))/i;
const counted = /^(?<amount>\d[\d.,'\u2019 ]*?) ?(?<unit>\p{L}+)\.?$/u;

/** The code of a unit. Single letters are none: M may be metres or a thousand. */
function toUnit(word: string): string {
  const unit = word.toUpperCase();
  return (unit.length > 1 ? codeSynonyms.units[unit] : undefined) ?? unit;
}

/** Splits a quantity into its number and its unit; what is not written so stays as it is. */
export function splitUnit(text: string): QuantityText {
  const plain = text.trim().replace(/\s+/g, " ").replace(label, "");
  const { amount, unit } = counted.exec(plain)?.groups ?? {};
  if (amount === undefined || unit === undefined) return { amount: plain, unit: null };
  return { amount, unit: toUnit(unit) };
}

/** Whether a text can only be a quantity, because of its words. */
export function isQuantityText(text: string): boolean {
  const { amount, unit } = splitUnit(text);
  return (unit === null || unit === "EA") && /^\d[\d.,' \u2019]*$/.test(amount);
}

/** A sentence if a quantity is in another unit than the one it is sold in; null if it is not. */
export function findUnitFault(text: string, soldIn: string): string | null {
  const { unit } = splitUnit(text);
  if (unit === null || unit === toUnit(soldIn)) return null;
  return `The quantity is "${text.trim()}", but the part is sold per ${soldIn}.`;
}

/** What an unclear text can mean, as a number and as a clear text in the same unit. */
type MeantQuantity = { readonly quantity: number; readonly text: string };

/** The whole numbers that an unclear text can mean: "4.0" is 4, "1.000" is 1,000 or 1. */
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
