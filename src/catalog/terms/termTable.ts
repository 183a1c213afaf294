// What parts are called by mechanics and by catalogs, as one table. Invariant: what is written and
// what it means pass the fold of names, so that they meet words of offers.
import { readFileSync } from "node:fs";
import { foldWord } from "../search/foldWord.ts";
import { searchWords } from "../search/searchWords.ts";
import type { OwnTerm } from "./ownTermQueries.ts";

/** What people write, and what catalogs may call it, likeliest first. */
type Term = {
  readonly written: string;
  readonly meanings: readonly string[];
  /** Whether these are names of similar parts, for entries that find nothing otherwise. */
  readonly isRelated: boolean;
};

/** The meanings of folded words with one space between. */
type Meanings = ReadonlyMap<string, readonly string[]>;

export type TermTable = {
  readonly meaningsOf: Meanings;
  /** The same, and the names of similar parts. */
  readonly relatedOf: Meanings;
  /** The words of all that is written, to tell a typing error. */
  readonly words: ReadonlySet<string>;
  /** The most words that a term has. */
  readonly maxWords: number;
};

/** The words of a term, folded as those of names are, with one space between. */
export function foldTerm(text: string): string {
  return searchWords(text).flatMap(foldWord).join(" ");
}

/** Reads lines such as `written > meaning / other meaning`; those with # are comments. */
function readTerms(table: string): Term[] {
  const lines = table.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.flatMap((line) => {
    const parts = /^(.+?) ([>=~]) (.+)$/.exec(line);
    if (parts === null) throw new Error(`A table of terms has "${line}", which is no term.`);
    const [, written = "", sign, rest = ""] = parts;
    const [meanings, isRelated] = [rest.split(" / "), sign === "~"];
    const back = sign === "=" ? [{ written: rest, meanings: [written], isRelated }] : [];
    return [{ written, meanings, isRelated }, ...back];
  });
}

function collectMeanings(terms: readonly FoldedTerm[]): Map<string, readonly string[]> {
  const meaningsOf = new Map<string, readonly string[]>();
  for (const { key, meanings } of terms) {
    meaningsOf.set(key, [...new Set([...(meaningsOf.get(key) ?? []), ...meanings])]);
  }
  return meaningsOf;
}

/** A term with its folded words, and meanings that have others. */
type FoldedTerm = Term & { readonly key: string };

function foldTerms(terms: readonly Term[]): FoldedTerm[] {
  return terms.map((term) => {
    const key = foldTerm(term.written);
    const meanings = term.meanings.filter((meaning) => foldTerm(meaning) !== key);
    return { ...term, key, meanings };
  });
}

const standard: readonly FoldedTerm[] = foldTerms(
  readTerms(readFileSync(new URL("./standardTerms.txt", import.meta.url), "utf8")),
);

/** What only stands for names of similar parts stays so, whatever replaces it. */
const onlyRelated: ReadonlySet<string> = new Set(
  [...Map.groupBy(standard, ({ key }) => key)].flatMap(([key, terms]) =>
    terms.every(({ isRelated }) => isRelated) ? [key] : [],
  ),
);

/** The terms that come with the product, by their folded words. */
export const standardMeanings: Meanings = collectMeanings(standard);

/**
 * The standard terms with those of a distributor, each in place of the standard one with the same
 * words; one without meanings switches that off.
 */
export function createTermTable(own: readonly OwnTerm[]): TermTable {
  const added = foldTerms(own.map((term) => ({ ...term, isRelated: false }))).map((term) => {
    return { ...term, isRelated: onlyRelated.has(term.key) };
  });
  const replaced = new Set(added.map(({ key }) => key));
  const terms = [...added, ...standard.filter(({ key }) => !replaced.has(key))];
  const names = terms.filter(({ isRelated }) => !isRelated);
  const relatedOf = collectMeanings([...names, ...terms.filter(({ isRelated }) => isRelated)]);
  const keys = [...relatedOf.keys()].map((key) => key.split(" "));
  const maxWords = keys.reduce((most, { length }) => Math.max(most, length), 0);
  return {
    meaningsOf: collectMeanings(names),
    relatedOf,
    words: new Set(keys.flat()),
    maxWords,
  };
}
