// The quantity that a text states beside a part number. Only used after a person has chosen the
// number: nothing is read from it on its own.
import type { LineTexts } from "./splitLine.ts";
import { readBesideNumber, removeNumber } from "./written/besideNumber.ts";
import type { ListCodes } from "./written/certificateWish.ts";
import { addUnit, splitUnit } from "./written/quantityText.ts";
import { takeStatedQuantity } from "./written/statedQuantity.ts";

const amount = "(\\d{1,7})";
const units = "(?:EA|EACH|PCS?|PCE|PIECES?|UNITS?|OFF)";
const statements = [
  new RegExp(`\\b(?:QTY|QUANTITY|QNTY)[.: =]*${amount}(?![\\d.,-]*\\d)`, "gi"),
  new RegExp(`(?<![\\w.,/-])${amount} ?${units}\\b`, "gi"),
  new RegExp(`\\(${amount}\\)`, "g"),
  new RegExp(`(?<=\\s)[X×*] ?${amount}(?![^\\s,])`, "gi"),
  new RegExp(`(?<!\\S)${amount} ?[X×*](?=\\s+[^\\s\\d])`, "gi"),
];

/** The only quantity that a text states, as in QTY 2, 2 EA, (2) or x 2; undefined if unclear. */
export function readWrittenQuantity(text: string): string | undefined {
  const found = statements.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, quantity = ""]) => quantity),
  );
  const [quantity, ...others] = new Set(found);
  return others.length === 0 ? quantity : undefined;
}

/** A text without the quantity that `readWrittenQuantity` found. */
function removeQuantity(text: string, quantity: string): string {
  const written = new RegExp(`\\(${quantity}\\)|[X×*] ?${quantity}(?!\\S)`, "i");
  const before = new RegExp(`(?<!\\S)${quantity} ?[X×*](?=\\s)|(?<!\\S)${quantity} ?OFF\\b`, "i");
  return text.replace(written, " ").replace(before, " ");
}

/** The quantity beside a number, and the words without it. */
function takeQuantity(beside: string, { partNumber, quantity }: LineTexts, unit: string) {
  const stated = takeStatedQuantity(beside);
  if (/\d/.test(quantity)) {
    const isSame = stated && splitUnit(stated.quantity).amount === splitUnit(quantity).amount;
    return { quantity, rest: isSame === true ? stated.rest : beside };
  }
  if (stated !== undefined) return { quantity: addUnit(stated.quantity, unit), rest: stated.rest };
  const found = readWrittenQuantity(`${partNumber}, ${quantity}`);
  if (found === undefined) return { quantity, rest: beside };
  return { quantity: addUnit(found, unit), rest: removeQuantity(beside, found) };
}

/** Unknown words without the number that is written otherwise: its first word, and digits. */
function dropNumber(rest: string | null): string | null {
  const words = (rest ?? "").split(" ");
  const number = words.find((word) => /\d/.test(word));
  const others = words.filter((word) => word !== number && !/^[\d./-]*$/.test(word));
  return others.length === 0 ? null : others.join(" ");
}

/**
 * The texts of a row with a number that is suggested for its text. A quantity that is missing may
 * be in that text, and so may condition and certificates; it counts in the `unit` of the row's own
 * column, if it has one. `rest` are the words of the text that are not known, null for none.
 */
export function takeSuggestion(
  texts: LineTexts,
  suggested: string,
  unit: string,
  codes: ListCodes,
): { readonly texts: LineTexts; readonly rest: string | null } {
  const around = removeNumber(texts.partNumber, suggested);
  const { quantity, rest: words } = takeQuantity(around ?? texts.partNumber, texts, unit);
  const { condition, rest } = readBesideNumber(words, texts.condition, codes);
  const unread = around === undefined ? dropNumber(rest) : rest;
  return { texts: { partNumber: suggested, quantity, condition }, rest: unread };
}
