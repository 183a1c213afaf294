// A part number and a quantity on one line, as people write them: "PN x 10", "10 x PN", "PN*10",
// "PN 10", "10 PN". Invariant: nothing is guessed at; every way to read the line is given, also
// that all of it is the number, and what the catalog has decides.
import { partNumberKey } from "../catalog/partNumber.ts";

/** The texts of one reading; those that the line does not have are empty. */
export type LineTexts = {
  readonly partNumber: string;
  readonly quantity: string;
  readonly condition: string;
};

const amount = "\\d[\\d.,'\\u2019]*";
const grouped = "\\d{1,3}(?: \\d{3})+";
// A letter x parts only where a blank stands on its number's side: ABX10 is one number.
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

function applyAll(patterns: readonly RegExp[], line: string, condition: string): LineTexts[] {
  return patterns.flatMap((pattern) => {
    const { partNumber, quantity } = pattern.exec(line)?.groups ?? {};
    if (partNumber === undefined || quantity === undefined) return [];
    return [{ partNumber, quantity, condition }];
  });
}

/** The ways to read a line that has no condition in it, or whose condition was taken away. */
function splitQuantity(line: string, condition: string): LineTexts[] {
  const whole = { partNumber: line, quantity: "", condition };
  const byMark = applyAll(marked, line, condition);
  return [...(byMark.length > 0 ? byMark : applyAll(bare, line, condition)), whole];
}

/** The text without a condition at its end, and that condition; undefined where it has none. */
function takeCondition(
  text: string,
  conditions: ReadonlySet<string>,
): { rest: string; condition: string } | undefined {
  const [, rest = "", word = ""] = /^(.*\S) (\S+)$/.exec(text) ?? [];
  const condition = word.toUpperCase();
  return rest !== "" && conditions.has(condition) ? { rest, condition } : undefined;
}

/** A part number, a quantity and a condition are shorter by far; the patterns take their time. */
const longestLine = 1_000;

/**
 * Every way to read a line whose white space is folded, the most telling first, the whole line as
 * a part number last; none twice. A line beyond 1,000 characters is read as a part number alone.
 * `conditions` are the codes that may stand behind a number.
 */
export function splitLine(line: string, conditions: ReadonlySet<string>): LineTexts[] {
  if (line.length > longestLine) return [{ partNumber: line, quantity: "", condition: "" }];
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
