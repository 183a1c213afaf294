// The quantity that a text states beside a part number. Only used after a person has chosen the
// number: nothing is read from it on its own.

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
