// What is written beside a part number that a person chose for a text: a quantity, a condition,
// certificates, and what is not known. Nothing is read from such a text on its own.
// Invariant: no word is lost except labels.
import { type ListCodes, readCondition } from "./condition.ts";
import { elements, isBefore } from "./elements.ts";
import { meaningOf } from "./lexicon.ts";
import { type LineTexts, stated } from "./line.ts";
import { besideForms, type Element, findAll, matchForm } from "./patterns.ts";
import { addUnit, splitUnit } from "./quantity.ts";
import { tokenize } from "./tokens.ts";

/** The words around a number; undefined if the text does not have it. */
function removeNumber(text: string, partNumber: string): string | undefined {
  const characters = [...partNumber.toUpperCase()].filter((one) => /[\p{L}\p{N}]/u.test(one));
  if (characters.length === 0 || text.length > 1_000) return undefined;
  const end = "(?![\\p{L}\\p{N}]|[./-][\\p{L}\\p{N}])";
  const pattern = `(?<![\\p{L}\\p{N}])${characters.join("[\\s./-]?")}${end}`;
  const found = new RegExp(pattern, "iu").exec(text);
  if (found === null) return undefined;
  return `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
}

/** "(2)", "x 2", "2 x": a number that is no quantity by itself, but beside a part number. */
const counted: Element = (line, at) => {
  const isEnd = (end: number) => isBefore(line, end, ",") && line.tokens[end]?.kind !== "digits";
  const found = besideForms.map((form) => matchForm(form, line, elements, at, isEnd));
  return found.flatMap((one) => one?.end ?? []).slice(0, 1);
};

/** The only quantity that a text states, as in QTY 2, 2 EA, (2) or x 2, and the text without it. */
export function takeQuantity(text: string): { quantity: string; rest: string } | undefined {
  const line = { text, tokens: tokenize(text) };
  const spans = findAll(line, (all, at) => [...stated(all, at), ...counted(all, at)]);
  const written = spans.map(({ start, end }) => text.slice(start, end));
  const quantities = written.map((one) =>
    one.replace(/^\D+/, "").replace(/(?: ?[x*×✕])?[\s),]*$/i, ""),
  );
  const [quantity] = quantities;
  const isOne = new Set(quantities.map((one) => splitUnit(one).amount)).size === 1;
  if (quantity === undefined || !isOne) return undefined;
  return {
    quantity,
    rest: spans.reduceRight(
      (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
      text,
    ),
  };
}

const maxWords = 6;

/** The longest words that ask for a condition or certificates, and what is around them. */
function takeWish(words: readonly string[], codes: ListCodes) {
  for (let count = Math.min(maxWords, words.length); count > 0; count -= 1) {
    for (let at = 0; at + count <= words.length; at += 1) {
      const text = words.slice(at, at + count).join(" ");
      const { accepted, certificates, unread } = readCondition(text, codes);
      const isWish = unread.length === 0 && accepted.length + certificates.length > 0;
      const wish = { text, hasCondition: accepted.length > 0 };
      if (isWish) return { ...wish, rest: words.toSpliced(at, count) };
    }
  }
  return undefined;
}

const partLabels: ReadonlySet<string | undefined> = new Set([
  "part",
  "part number",
  "stock number",
]);

/** The words of a text without labels. */
function listWords(text: string): string[] {
  const words = text
    .split(/[\s,;|()]+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.]+$/gu, ""))
    .filter((word) => word !== "");
  const labels = words.map((word) => meaningOf("label", word));
  return words.filter((_, at) => {
    const isNumber = labels[at] === "number" && partLabels.has(labels[at - 1]);
    return !partLabels.has(labels[at]) && labels[at] !== "quantity" && !isNumber;
  });
}

/** Adds what words ask for to the condition of their row; `rest` are those that are not known. */
function readWords(text: string, condition: string, codes: ListCodes) {
  let rest: readonly string[] = listWords(text);
  let wished = condition;
  // Nothing beside a word such as "without" is read.
  const isTurned = rest.some((word) => meaningOf("joiner", word) === "without");
  let wish = isTurned ? undefined : takeWish(rest, codes);
  while (wish !== undefined && !(wish.hasCondition && wished !== "")) {
    wished = [wished, wish.text].filter((one) => one !== "").join(" / ");
    rest = wish.rest;
    wish = takeWish(rest, codes);
  }
  return { condition: wished, rest };
}

/** The quantity of a row, or the one beside its number, and the words without it. */
function chooseQuantity(beside: string, quantity: string, unit: string) {
  const found = takeQuantity(beside);
  if (!/\d/.test(quantity)) {
    return found === undefined
      ? { quantity, rest: beside }
      : { quantity: addUnit(found.quantity, unit), rest: found.rest };
  }
  const isSame = found && splitUnit(found.quantity).amount === splitUnit(quantity).amount;
  return { quantity, rest: isSame === true ? (found?.rest ?? beside) : beside };
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
  const { quantity, rest: words } = chooseQuantity(
    around ?? texts.partNumber,
    texts.quantity,
    unit,
  );
  const { condition, rest } = readWords(words, texts.condition, codes);
  // The number that is written otherwise: the first word with a digit, and digits.
  const number = around === undefined ? rest.find((word) => /\d/.test(word)) : undefined;
  const unknown =
    around === undefined
      ? rest.filter((word) => word !== number && !/^[\d./-]*$/.test(word))
      : rest;
  return {
    texts: { partNumber: suggested, quantity, condition },
    rest: unknown.length === 0 ? null : unknown.join(" "),
  };
}
