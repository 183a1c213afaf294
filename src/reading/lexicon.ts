// One index over the tables of words: what a word can mean, whatever its case, accents and points.
import { conditions } from "./words/conditions.ts";
import { joiners } from "./words/joiners.ts";
import { labels } from "./words/labels.ts";
import { numberWords } from "./words/numberWords.ts";
import { papers } from "./words/papers.ts";
import { rowWords } from "./words/rowWords.ts";
import { unitMarks, units } from "./words/units.ts";
import { urgencyWords } from "./words/urgency.ts";

/** A row is a meaning, two spaces, and its words; lines that start with a space continue it. */
function readRows(table: string): (readonly [meaning: string, words: readonly string[]])[] {
  const rows = table.trim().replace(/\n +/g, " ").split("\n");
  return rows.map((row) => {
    const [meaning = "", words = ""] = row.split(/ {2,}(.*)/s);
    const split = words.split(/[,;]/).map((word) => word.trim());
    return [meaning, split.filter((word) => word !== "")] as const;
  });
}

/** A word as words are compared: in capitals, without accents, with spaces for marks. */
export function fold(word: string): string {
  if (/^[A-Za-z]+$/.test(word)) return word.toUpperCase();
  const plain = word
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toUpperCase();
  // W is no "with", but W/ is.
  return plain.replace(/[^\p{L}\p{N}/]+|\/(?!$)/gu, " ").trim();
}

const tables = {
  unit: units,
  condition: conditions,
  paper: papers,
  number: numberWords,
  label: labels,
  joiner: joiners,
  row: rowWords,
  urgency: urgencyWords,
};

type Kind = keyof typeof tables;

const rows = Object.entries(tables).map(([kind, table]) => [kind, readRows(table)] as const);

const index: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  rows.map(([kind, all]) => {
    const words = all.flatMap(([meaning, some]) =>
      some.map((word) => [fold(word), meaning] as const),
    );
    return [kind, new Map(words)];
  }),
);

/** What a word means as a word of this kind; undefined if it is none. */
export function meaningOf(kind: Kind, word: string): string | undefined {
  return index.get(kind)?.get(fold(word));
}

/** By kind, the first words of what has a meaning, and the most words that it has. */
const phrases: ReadonlyMap<string, { first: ReadonlySet<string>; maxWords: number }> = new Map(
  [...index].map(([kind, meanings]) => {
    const split = [...meanings.keys()].map((phrase) => phrase.split(" "));
    const first = new Set(split.map(([word = ""]) => word));
    return [kind, { first, maxWords: Math.max(...split.map(({ length }) => length)) }];
  }),
);

/** Where words and phrases of a kind begin among the words of a text, and what they mean. */
export function findPhrases(
  kind: Kind,
  text: string,
): readonly { readonly at: number; readonly meaning: string }[] {
  const { first, maxWords = 0 } = phrases.get(kind) ?? {};
  const words = fold(text).split(" ");
  return words.flatMap((word, at) => {
    if (first?.has(word) !== true) return [];
    const ends = Array.from({ length: maxWords }, (_, more) => at + more + 1);
    return ends.flatMap((end) => {
      const phrase = end <= words.length ? words.slice(at, end).join(" ") : "";
      const meaning = index.get(kind)?.get(phrase);
      return meaning === undefined ? [] : [{ at, meaning }];
    });
  });
}

/** The words of a kind, folded, with what they mean. */
export function wordsOf(kind: Kind): ReadonlyMap<string, string> {
  return index.get(kind) ?? new Map();
}

export const markUnits: ReadonlyMap<string, string> = new Map(
  unitMarks
    .trim()
    .split("\n")
    .flatMap((row) => {
      const [unit = "", ...marks] = row.split(/ +/);
      return marks.map((mark) => [mark, unit] as const);
    }),
);

/** Words with a mark in them, such as w/o, the longest first. */
export const markedWords: readonly string[] = rows
  .flatMap(([, all]) => all.flatMap(([, words]) => words))
  .filter((word) => /^\p{L}+[/']\p{L}*$/u.test(word))
  .sort((one, other) => other.length - one.length);
