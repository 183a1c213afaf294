// One form for the forms of a word: its plural and its abbreviation fold to the word itself.
// Invariant: what is folded once stays as it is when folded again.

import { remember } from "../remember.ts";
import {
  abbreviationsInNames,
  ambiguousAbbreviations,
  nameAbbreviations,
} from "./nameAbbreviations.ts";

const singulars: ReadonlyMap<string, string> = new Map([
  ["buses", "bus"],
  ["caches", "cache"],
  ["feet", "foot"],
  ["gases", "gas"],
  ["halves", "half"],
  ["indices", "index"],
  ["knives", "knife"],
  ["leaves", "leaf"],
  ["lens", "lens"],
  ["lenses", "lens"],
  ["matrices", "matrix"],
  ["series", "series"],
  ["shelves", "shelf"],
  ["trans", "trans"],
  ["vertices", "vertex"],
]);

const letters = /^[a-z]{4,}$/;

/** SWITCHES is SWITCH, ASSEMBLIES ASSEMBLY, GLASS itself; what is shorter than 4 is left alone. */
function toSingular(word: string): string {
  if (!letters.test(word)) return word;
  const irregular = singulars.get(word);
  if (irregular !== undefined) return irregular;
  if (!word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (/..ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:ss|x|ch|sh|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/**
 * The words a lower-case word stands for, one but for abbreviations of a phrase: BRG, BRGS and
 * BEARINGS all stand for BEARING, LH for LEFT HAND.
 */
export function foldWord(word: string): readonly string[] {
  const singular = toSingular(word);
  return nameAbbreviations.get(word) ?? nameAbbreviations.get(singular) ?? [singular];
}

const shortFormsOf = new Map<string, string[]>();
for (const [short, meanings] of ambiguousAbbreviations) {
  for (const meaning of meanings) {
    shortFormsOf.set(meaning, [...(shortFormsOf.get(meaning) ?? []), short]);
  }
}

/** What else a folded word is found by: ELEC by its meanings, each of them by ELEC. */
function relatedWords(folded: string): readonly string[] {
  return [
    ...(ambiguousAbbreviations.get(folded) ?? []),
    ...(abbreviationsInNames.get(folded) ?? []),
    ...(shortFormsOf.get(folded) ?? []),
  ];
}

const maxCachedForms = 10_000;

/**
 * All that a word of an offer is found by: itself, what it folds to, and what is related. A plural
 * that only adds an S is left out: whatever it begins with, its singular does too.
 */
export const formsOfWord = remember(maxCachedForms, (word): readonly string[] => {
  const folded = foldWord(word);
  const own = folded[0] === word.replace(/s$/, "") ? [] : [word];
  return [...new Set([...own, ...folded, ...folded.flatMap(relatedWords)])];
});
