// What is written beside a part number that a person chose for a text: a condition, certificates,
// and what is not known. Pure. Invariant: no word is lost except labels.
import { isCondition } from "../../catalog/values/conditionCell.ts";
import { type ListCodes, splitCondition } from "./certificateWish.ts";
import { removeRevision } from "./revision.ts";
import { splitConditions } from "./splitConditions.ts";

/** The words around a number; undefined if the text does not have it. */
export function removeNumber(text: string, partNumber: string): string | undefined {
  const characters = [...partNumber.toUpperCase()].filter((one) => /[\p{L}\p{N}]/u.test(one));
  if (characters.length === 0 || text.length > 1_000) return undefined;
  const end = "(?![\\p{L}\\p{N}]|[./-][\\p{L}\\p{N}])";
  const pattern = `(?<![\\p{L}\\p{N}])${characters.join("[\\s./-]?")}${end}`;
  const found = new RegExp(pattern, "iu").exec(text);
  if (found === null) return undefined;
  return `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
}

const labels =
  /(?<![\w-])(?:p\/n|pn|nsn|part(?: ?(?:no|number)\b| ?#)?|qty|qnty|quantity)(?![\w-])[.:#=]*/gi;
const marksAtEnds = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}.]+$/gu;

/** Words that turn a wish around: nothing beside them is read. */
const negation = /\b(?:w\/o|without|no|not|non|none|except|excl|excluding|if|unless)\b/i;

const maxWords = 6;

type Wish = { readonly text: string; readonly hasCondition: boolean };

function readWish(text: string, codes: ListCodes): Wish | undefined {
  const { condition, certificate } = splitCondition(text, codes);
  const hasCondition =
    isCondition(condition, codes) || splitConditions(condition, codes).length > 0;
  const isWish = hasCondition || (condition === "" && certificate !== null);
  return isWish ? { text, hasCondition } : undefined;
}

/** The longest words that are a wish, and what is around them. */
function takeWish(words: readonly string[], codes: ListCodes) {
  for (let count = Math.min(maxWords, words.length); count > 0; count -= 1) {
    for (let at = 0; at + count <= words.length; at += 1) {
      const wish = readWish(words.slice(at, at + count).join(" "), codes);
      if (wish !== undefined) return { ...wish, rest: words.toSpliced(at, count) };
    }
  }
  return undefined;
}

/**
 * Adds what the words beside a number ask for to the condition of their row; `rest` are the words
 * that are not known, null if there are none.
 */
export function readBesideNumber(
  written: string,
  condition: string,
  codes: ListCodes,
): { readonly condition: string; readonly rest: string | null } {
  const plain = removeRevision(written).replace(labels, " ").replace(/\s+/g, " ");
  const all = plain
    .split(/[\s,;|()]+/)
    .map((word) => word.replace(marksAtEnds, ""))
    .filter((word) => word !== "");
  let rest: readonly string[] = all;
  let wished = condition;
  let wish = negation.test(plain) ? undefined : takeWish(rest, codes);
  while (wish !== undefined) {
    if (wish.hasCondition && wished !== "") break;
    wished = [wished, wish.text].filter((text) => text !== "").join(" / ");
    rest = wish.rest;
    wish = takeWish(rest, codes);
  }
  return { condition: wished, rest: rest.length === 0 ? null : rest.join(" ") };
}
