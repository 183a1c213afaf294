import type { ConditionCodes } from "../../catalog/tradeCodes.ts";
import { foldSynonym } from "../../imports/cleanText.ts";

const orBetter = /^(.+?) ?(?:OR|AND|\/|&|\+) ?BETTER$/;

/**
 * The codes that a text names, as in "NE / OH", or allows, as in "OH or better", best first; empty
 * if it does neither.
 */
export function splitConditions(
  text: string,
  { known, synonyms }: ConditionCodes,
): readonly string[] {
  const plain = text.trim().toUpperCase().replace(/\s+/g, " ");
  const ranked = [...known];
  const toCode = (word: string) => (known.has(word) ? word : synonyms.get(foldSynonym(word)));
  const worst = toCode(orBetter.exec(plain)?.[1] ?? "");
  if (worst !== undefined) return ranked.slice(0, ranked.indexOf(worst) + 1);
  const named = new Set(plain.split(/ ?[/,&+] ?| OR /).map(toCode));
  return named.has(undefined) || named.size < 2 ? [] : ranked.filter((code) => named.has(code));
}
