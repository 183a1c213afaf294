// Splits a line with a part number and a quantity as people write them: "PN x 10", "10 x PN",
// "PN*10", "PN 10", "10 PN", "PN,10". Invariant: it does not guess; it returns every way to read
// the line, including the whole line as part number, and the catalog decides.
import { partNumberKey } from "../catalog/partNumber.ts";

/** The texts of one reading; missing ones are empty. */
export type LineTexts = {
  readonly partNumber: string;
  readonly quantity: string;
  readonly condition: string;
};

const amount = "\\d[\\d.,'\\u2019]*";
const grouped = "\\d{1,3}(?: \\d{3})+";
// A letter x separates only with a space on the side of the part number: ABX10 is one number.
const timesAfter = "(?: [xX] ?| ?[*\\u00d7\\u2715] ?)";
const timesBefore = "(?: ?[xX] | ?[*\\u00d7\\u2715] ?)";
const marked = [
  new RegExp(`^(?<partNumber>.+?)${timesAfter}(?<quantity>${amount}|${grouped})$`),
  new RegExp(`^(?<quantity>${amount}|${grouped})${timesBefore}(?<partNumber>.+)$`),
];
const bare = [
  new RegExp(`^(?<partNumber>.+) (?<quantity>${amount})$`),
  new RegExp(`^(?<partNumber>.+?) (?<quantity>${grouped})$`),
  new RegExp(`^(?<quantity>${amount}) (?<partNumber>.+)$`),
];

/** Without a space: the comma may also be a part of the number. That of "PN 1,250" is none. */
const apart =
  /^(?!.*(?<!\S)\d{1,3}(?:,\d{3})+$)(?<partNumber>.*[^\s,;|]) ?[,;|] ?(?<quantity>[1-9]\d{0,6})$/;

function applyAll(patterns: readonly RegExp[], line: string, condition: string): LineTexts[] {
  return patterns.flatMap((pattern) => {
    const { partNumber, quantity } = pattern.exec(line)?.groups ?? {};
    if (partNumber === undefined || quantity === undefined) return [];
    return [{ partNumber, quantity, condition }];
  });
}

/** Real lines are much shorter, and the patterns are slow on long ones. */
const maxLineLength = 1_000;

/** The ways to read a line without its condition. */
function splitQuantity(line: string, condition: string): LineTexts[] {
  const whole = { partNumber: line, quantity: "", condition };
  const byMark = applyAll(marked, line, condition);
  return [...(byMark.length > 0 ? byMark : applyAll([...bare, apart], line, condition)), whole];
}

/** Both ways to read the cell of a part number that ends with a comma and a number: "PN-1,10". */
export function splitNumberCell(cell: string): LineTexts[] {
  const text = cell.trim();
  const whole = { partNumber: cell, quantity: "", condition: "" };
  return text.length > maxLineLength ? [whole] : [whole, ...applyAll([apart], text, "")];
}

/** Several words with marks between them, "SV or OH" or "NE/OH", or only the last one. */
const lastWords = [/^(.*?\S) ([^\s/]+(?:(?: ?\/ ?| or )[^\s/]+)*)$/i, /^(.*\S) (\S+)$/];

/** Splits conditions from the end of a text; undefined if there are none. */
function takeCondition(
  text: string,
  conditions: ReadonlySet<string>,
): { rest: string; condition: string } | undefined {
  for (const pattern of lastWords) {
    const [, rest = "", words = ""] = pattern.exec(text) ?? [];
    const condition = words.toUpperCase();
    const isCondition = condition.split(/ ?\/ ?| OR /).every((word) => conditions.has(word));
    if (rest !== "" && isCondition) return { rest, condition };
  }
  return undefined;
}

/**
 * Returns every distinct way to read a line with folded white space, the most likely first, the
 * whole line as part number last. A line of more than 1,000 characters is only a part number.
 * `conditions` are the codes that may follow a part number.
 */
export function splitLine(line: string, conditions: ReadonlySet<string>): LineTexts[] {
  if (line.length > maxLineLength) return [{ partNumber: line, quantity: "", condition: "" }];
  const ending = takeCondition(line, conditions);
  const found = ending === undefined ? [] : splitQuantity(ending.rest, ending.condition);
  for (const texts of splitQuantity(line, "")) {
    const before = texts.quantity === "" ? undefined : takeCondition(texts.partNumber, conditions);
    if (before !== undefined) {
      found.push({ ...texts, partNumber: before.rest, condition: before.condition });
    }
    found.push(texts);
  }
  const distinct = new Map(
    found.map((texts) => {
      const key = partNumberKey(texts.partNumber);
      return [JSON.stringify([key, texts.quantity, texts.condition]), texts] as const;
    }),
  );
  return [...distinct.values()];
}
