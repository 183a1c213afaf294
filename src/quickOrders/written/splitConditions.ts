// The conditions of a row, any of which it accepts (decision 248). Pure.
import type { ConditionCodes } from "../../catalog/tradeCodes.ts";
import { foldSynonym } from "../../imports/cleanText.ts";

const orBetter = /^(.+?) ?(?:OR|AND|\/|&|\+) ?BETTER$/;
const marks = /(?:,? (?:AND\/OR|OR|AND) | ?[/,;|&+] ?)/;

/**
 * The codes that a text names, as in "NE / OH", or allows, as in "OH or better", best first; empty
 * if it does neither, or if it names anything else.
 */
export function splitConditions(
  text: string,
  { known, synonyms }: ConditionCodes,
): readonly string[] {
  const plain = text.trim().toUpperCase().replace(/\s+/g, " ");
  const ranked = [...known];
  const toCode = (word: string) => (known.has(word) ? word : synonyms.get(foldSynonym(word)));
  const pieces = plain.split(marks);
  const named = new Set(pieces.map(toCode));
  const isSet = pieces.length > 1 && !named.has(undefined);
  const accepted = isSet ? ranked.filter((code) => named.has(code)) : [];
  // A synonym such as "NEW OR UNUSED" is one condition, but a stored set stays as it is.
  if (toCode(plain) !== undefined && plain !== joinConditions(accepted)) return [];
  const worst = toCode(orBetter.exec(plain)?.[1] ?? "");
  return worst === undefined ? accepted : ranked.slice(0, ranked.indexOf(worst) + 1);
}

/** The words of a text that are read as codes, with these; codes themselves are none. */
export function listSynonyms(
  text: string,
  { known, synonyms }: ConditionCodes,
): readonly (readonly [word: string, code: string])[] {
  const plain = text.trim().toUpperCase().replace(/\s+/g, " ");
  // A synonym such as "NEW OR UNUSED" is one word.
  const words = synonyms.has(foldSynonym(plain)) ? [plain] : plain.split(marks);
  return words.flatMap((word) => {
    const code = known.has(word) ? undefined : synonyms.get(foldSynonym(word));
    return code === undefined ? [] : [[word, code] as const];
  });
}

const mark = " / ";

/** Conditions any of which a row accepts, as it stores them: "NE / OH". */
export function joinConditions(codes: readonly string[]): string {
  return codes.join(mark);
}

/** The conditions that a row accepts, as it stores them; empty if it accepts any. */
export function listAccepted(condition: string | null): readonly string[] {
  return condition?.split(mark) ?? [];
}

/** Whether a row accepts a condition. */
export function acceptsCondition(condition: string | null, code: string): boolean {
  return condition === null || listAccepted(condition).includes(code);
}
