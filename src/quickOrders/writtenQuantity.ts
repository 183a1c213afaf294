// The quantity that a text states beside a part number. Only used after a person has chosen the
// number: nothing is read from it on its own.
import type { LineTexts } from "./splitLine.ts";

const amount = "(\\d{1,7})";
const units = "(?:EA|EACH|PCS?|PCE|PIECES?|UNITS?|OFF)";
const statements = [
  new RegExp(`\\b(?:QTY|QUANTITY|QNTY)[.: =]*${amount}(?![\\d.,-]*\\d)`, "gi"),
  new RegExp(`(?<![\\w.,/-])${amount} ?${units}\\b`, "gi"),
  new RegExp(`\\(${amount}\\)`, "g"),
  new RegExp(`(?<=\\s)[X×*] ?${amount}(?!\\S)`, "gi"),
  new RegExp(`(?<!\\S)${amount} ?[X×*](?=\\s)`, "gi"),
];

/** The only quantity that a text states, as in QTY 2, 2 EA, (2) or x 2; undefined if unclear. */
export function readWrittenQuantity(text: string): string | undefined {
  const found = statements.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, quantity = ""]) => quantity),
  );
  const [quantity, ...others] = new Set(found);
  return others.length === 0 ? quantity : undefined;
}

/**
 * The texts of a row with a number that is suggested for its text. A quantity that is missing may
 * be in that text.
 */
export function takeSuggestion(texts: LineTexts, suggested: string): LineTexts {
  const { partNumber, quantity, condition } = texts;
  const isWritten = /\d/.test(quantity);
  const stated = isWritten ? undefined : readWrittenQuantity(`${partNumber}, ${quantity}`);
  return { partNumber: suggested, quantity: stated ?? quantity, condition };
}
