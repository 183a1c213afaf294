// What parts are called by mechanics and by catalogs, as one table. Invariant: what is written and
// what it means pass the fold of names (decision 37), so that they meet words of offers.
import { foldWord } from "../search/foldWord.ts";
import { searchWords } from "../search/searchWords.ts";
import { avionicsTerms } from "./avionicsTerms.ts";
import { drawingTerms } from "./drawingTerms.ts";
import { hardwareTerms } from "./hardwareTerms.ts";
import { systemTerms } from "./systemTerms.ts";

/** What people write, and what catalogs may call it, likeliest first. */
export type Term = { readonly written: string; readonly meanings: readonly string[] };

export type TermTable = {
  /** The meanings of folded words with one space between. */
  readonly meaningsOf: ReadonlyMap<string, readonly string[]>;
  /** The words of all that is written, to tell a typing error. */
  readonly words: ReadonlySet<string>;
  /** The most words that a term has. */
  readonly maxWords: number;
};

function foldTerm(text: string): string {
  return searchWords(text).flatMap(foldWord).join(" ");
}

/** Reads `written > meaning / other meaning`, and `=`, which means both ways. */
function readTerms(table: string): Term[] {
  return table
    .trim()
    .split(/[|\n]/)
    .flatMap((line) => {
      const [, written = "", sign, rest = ""] = /^(.+?) ([>=]) (.+)$/.exec(line.trim()) ?? [];
      const meanings = rest.split(" / ");
      const back = sign === "=" ? [{ written: rest, meanings: [written] }] : [];
      return [{ written, meanings }, ...back];
    });
}

/** Joins lists of terms. Meanings of an earlier list come first: an operator's before ours. */
export function createTermTable(...lists: readonly (readonly Term[])[]): TermTable {
  const meaningsOf = new Map<string, readonly string[]>();
  for (const { written, meanings } of lists.flat()) {
    const key = foldTerm(written);
    const others = meanings.filter((meaning) => foldTerm(meaning) !== key);
    meaningsOf.set(key, [...new Set([...(meaningsOf.get(key) ?? []), ...others])]);
  }
  const keys = [...meaningsOf.keys()].map((key) => key.split(" "));
  const maxWords = keys.reduce((most, { length }) => Math.max(most, length), 0);
  return { meaningsOf, words: new Set(keys.flat()), maxWords };
}

/** The terms that come with the product. */
export const shippedTerms: readonly Term[] = [
  ...readTerms(hardwareTerms),
  ...readTerms(avionicsTerms),
  ...readTerms(systemTerms),
  ...readTerms(drawingTerms),
];

export const shippedTable: TermTable = createTermTable(shippedTerms);
