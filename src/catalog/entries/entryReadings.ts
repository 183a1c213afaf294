// The ways to read an entry of names, each with what it costs. Invariant: their number is bounded.
import { selectKnownWords } from "./entryQueries.ts";
import { listCorrected } from "./mistypedNames.ts";
import { listNameReadings } from "./nameReadings.ts";
import { foldedWords, maxReplaced, maxReread, type NameSearch } from "./nameSearch.ts";
import type { Reading } from "./scoreName.ts";

const costs = {
  order: 0.005,
  term: 0.04,
  again: 0.05,
  spelling: 0.06,
  similar: 0.15,
  similarNoun: 0.4,
} as const;
const maxReadings = 20;
const minPart = 3;

const letters = /^[a-z]+$/;

/** T R is TR: letters that stand alone are initials. */
function joinInitials(words: readonly string[]): string[] {
  const joined: string[] = [];
  let isInitials = false;
  for (const word of words) {
    const isLetter = word.length === 1 && letters.test(word);
    if (isLetter && isInitials) joined.push(`${joined.pop() ?? ""}${word}`);
    else joined.push(word);
    isInitials = isLetter;
  }
  return joined;
}

function listSplits(word: string): [string, string][] {
  if (!letters.test(word)) return [];
  const places = Array.from({ length: Math.max(0, word.length - 2 * minPart + 1) });
  return places.map((_, at) => [word.slice(0, minPart + at), word.slice(minPart + at)]);
}

/** An entry with an unknown word as the two that it consists of: TAILSKID as TAIL SKID. */
function listSplitWords({ view, table }: NameSearch, entry: string): string[] {
  const words = foldedWords(entry);
  const known = selectKnownWords(view, [...words, ...words.flatMap(listSplits).flat()]);
  const isKnown = (word: string) => known.has(word) || table.words.has(word);
  return words.flatMap((word, place) =>
    (known.has(word) ? [] : listSplits(word))
      .filter((parts) => parts.every(isKnown))
      .map((parts) => words.toSpliced(place, 1, ...parts).join(" ")),
  );
}

type Texts = readonly { readonly text: string; readonly cost: number }[];

/** With its terms replaced, those of meanings too, and with a word for similar parts. */
function listMeanings({ table }: NameSearch, entry: string): Texts {
  const readTerms = (text: string) => listNameReadings(text, table, maxReplaced.term);
  const own = readTerms(entry);
  const related = { ...table, meaningsOf: table.relatedOf };
  const similar = listNameReadings(entry, related, maxReplaced.similar);
  const noun = foldedWords(entry).at(-1);
  const cost = (texts: readonly string[], from: number) =>
    texts.map((text, place) => ({ text, cost: from + costs.order * place }));
  const hasNoun = (text: string) => foldedWords(text).at(-1) === noun;
  return [
    ...cost(own, costs.term),
    ...cost(own.slice(0, maxReread).flatMap(readTerms), costs.again),
    ...cost(similar.filter(hasNoun), costs.similar),
    ...cost(
      similar.filter((text) => !hasNoun(text)),
      costs.similarNoun,
    ),
    ...cost(similar.slice(0, maxReread).flatMap(readTerms), costs.similarNoun),
  ];
}

/**
 * An entry as written, with its terms replaced, its words apart or corrected, and with a word for
 * similar parts; the likeliest 20.
 */
export function listReadings(search: NameSearch, entry: string): Reading[] {
  const withTerms = (text: string) => [
    text,
    ...listNameReadings(text, search.table, maxReplaced.term),
  ];
  const read = (texts: Texts, isCorrected: boolean) =>
    texts.map(({ text, cost }) => {
      return { words: joinInitials(foldedWords(text)), cost, isCorrected };
    });
  const spelled = (texts: readonly string[]) =>
    texts.flatMap(withTerms).map((text) => ({ text, cost: costs.spelling }));
  const readings = [
    ...read([{ text: entry, cost: 0 }, ...listMeanings(search, entry)], false),
    ...read(spelled(listSplitWords(search, entry)), false),
    ...read(spelled(listCorrected(search, entry)), true),
  ].sort((one, other) => one.cost - other.cost);
  const byWords = new Map<string, Reading>();
  for (const reading of readings) {
    const key = reading.words.toSorted().join(" ");
    if (!byWords.has(key)) byWords.set(key, reading);
  }
  return [...byWords.values()].slice(0, maxReadings);
}
