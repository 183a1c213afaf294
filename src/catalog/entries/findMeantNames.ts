// Which parts a name may mean that its own words do not find: by what catalogs call it, and by the
// names that fit it best. Only ever suggested.

import { selectTerms } from "../search/hitQueries.ts";
import { namePrefixToken, readNameToken } from "../search/nameTokens.ts";
import { foldTerm } from "../terms/termTable.ts";
import { selectKnownWords } from "./entryQueries.ts";
import { listCorrected } from "./mistypedNames.ts";
import { findSizes, isFiller, leaveOutSizes, listNameReadings } from "./nameReadings.ts";
import {
  findOfTerms,
  foldedWords,
  isNamed,
  type MeantName,
  maxMeant,
  maxReplaced,
  maxReread,
  type NamedPart,
  type NameSearch,
} from "./nameSearch.ts";
import { type NameScore, type Reading, scoreName } from "./scoreName.ts";

// The names of a catalog that fit an entry best, if no name has all its words or if names have them
// in another order. Invariant: the names that are compared are bounded.

// The ways to read an entry of names, each with what it costs. Invariant: their number is bounded.
const costs = {
  order: 0.005,
  term: 0.04,
  spelling: 0.06,
  similar: 0.15,
  similarNoun: 0.4,
} as const;
const maxReadings = 20;
const minPart = 3;

const letters = /^[a-z]+$/;

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
function listReadings(search: NameSearch, entry: string): Reading[] {
  const withTerms = (text: string) => [
    text,
    ...listNameReadings(text, search.table, maxReplaced.term),
  ];
  const read = (texts: Texts, isCorrected: boolean) =>
    texts.map(({ text, cost }) => {
      return { words: foldedWords(text), cost, isCorrected };
    });
  const spelled = (texts: readonly string[]) =>
    texts.flatMap(withTerms).map((text) => ({ text, cost: costs.spelling }));
  const readings = [
    ...read([{ text: entry, cost: 0 }, ...listMeanings(search, entry)], false),
    ...read(spelled(listSplitWords(search, entry)), false),
    ...read(spelled(listCorrected(search.view, search.table, entry)), true),
  ].sort((one, other) => one.cost - other.cost);
  const byWords = new Map<string, Reading>();
  for (const reading of readings) {
    const key = reading.words.toSorted().join(" ");
    if (!byWords.has(key)) byWords.set(key, reading);
  }
  return [...byWords.values()].slice(0, maxReadings);
}

const maxNamesOfWord = 300;
const maxNames = 1_200;
const maxBeginnings = 16;
const prefixLength = 4;
const minAcronym = 3;
/** Names that fit worse than the best by more are left out. */
const maxWorse = 0.2;

function listTellingWords(words: readonly string[]): string[] {
  const sizes = findSizes(words);
  return words.filter((word, place) => !isFiller(word) && !sizes[place]);
}

/** The distinct names that begin like a word of the readings, as folded words. */
function listBeginning({ view }: NameSearch, readings: readonly Reading[]): string[] {
  const own = readings[0]?.words ?? [];
  const acronym = own.length < minAcronym ? [] : [own.map((word) => word.charAt(0)).join("")];
  const words = readings.flatMap((one) => listTellingWords(one.words).toReversed());
  return [...new Set([...acronym, ...words])].slice(0, maxBeginnings).flatMap((word) => {
    const prefix = namePrefixToken(word.slice(0, prefixLength));
    const some = selectTerms(view, prefix, maxNamesOfWord);
    if (some.length < maxNamesOfWord) return some.map(readNameToken);
    return selectTerms(view, namePrefixToken(word), maxNamesOfWord).map(readNameToken);
  });
}

/** Some names that have a word of the entry, or two of them as one. */
function listWithWord({ view, find }: NameSearch, entry: readonly string[]): string[] {
  const words = listTellingWords(entry);
  const joined = words.slice(1).map((word, at) => `${words[at] ?? ""}${word}`);
  return [...selectKnownWords(view, [...words, ...joined])].flatMap((word) =>
    find(word).map(({ partName }) => foldTerm(partName ?? "")),
  );
}

type Best = NameScore & { readonly name: string; readonly isCorrected: boolean };

function reasonOf({ isWhole, isMistyped, isCorrected }: Best): MeantName["reason"] {
  if (!isWhole) return "within";
  return isMistyped || isCorrected ? "spelling" : "term";
}

function findBestScore(readings: readonly Reading[], name: string): Best | undefined {
  const words = name.split(" ");
  let best: Best | undefined;
  for (const reading of readings) {
    const score = scoreName(reading, words);
    if (score === undefined || (best !== undefined && best.score >= score.score)) continue;
    best = { ...score, name, isCorrected: reading.isCorrected };
  }
  return best;
}

/** The parts of the best names, at most five; only of names with all words if `fit` is whole. */
function findBestNames(search: NameSearch, entry: string, fit: "whole" | "any"): MeantName[] {
  const readings = listReadings(search, entry);
  const own = readings[0]?.words ?? [];
  const names = new Set([...listBeginning(search, readings), ...listWithWord(search, own)]);
  const best = [...names]
    .slice(0, maxNames)
    .flatMap((name) => findBestScore(readings, name) ?? [])
    .filter(({ isWhole }) => isWhole || fit === "any")
    .sort((one, other) => other.score - one.score);
  const minScore = (best[0]?.score ?? 0) - maxWorse;
  const found = new Map<string, MeantName>();
  for (const one of best.slice(0, maxMeant)) {
    if (one.score < minScore) break;
    for (const { partNumber, partName } of search.find(one.name)) {
      if (found.size === maxMeant) return [...found.values()];
      if (found.has(partNumber) || foldTerm(partName ?? "") !== one.name) continue;
      found.set(partNumber, { partNumber, reason: reasonOf(one), readAs: one.readAs });
    }
  }
  return [...found.values()];
}

/** Longer entries have too many parts. */
const maxWords = 6;

/** The parts of the longest part of an entry, without its sizes, that finds something. */
function findLongestPart({ find }: NameSearch, entry: string, minWords: number): MeantName[] {
  const text = leaveOutSizes(entry).at(-1) ?? entry;
  let parts = [text.split(" ").slice(0, maxWords)];
  while ((parts[0]?.length ?? 0) >= minWords) {
    for (const readAs of new Set(parts.map((part) => part.join(" ")))) {
      const found = readAs === entry ? [] : find(readAs).slice(0, maxMeant);
      if (found.length === 0) continue;
      return found.map(({ partNumber }) => ({ partNumber, reason: "within", readAs }));
    }
    // The first word is the likeliest to be an adjective.
    parts = parts.flatMap((part) => part.map((_, place) => part.toSpliced(place, 1)));
  }
  return [];
}

/** For an entry that finds nothing. */
function findInstead(search: NameSearch, entry: string): MeantName[] {
  for (const text of [entry, ...leaveOutSizes(entry)]) {
    const found = findOfTerms(search, text);
    if (found.length > 0) return found;
  }
  const best = findBestNames(search, entry, "any");
  const [first] = best;
  if (first !== undefined && first.reason !== "within") return best;
  const minWords = Math.max(2, foldedWords(first?.readAs ?? "").length + 1);
  const part = findLongestPart(search, entry, minWords);
  return part.length > 0 ? part : best;
}

/**
 * The parts that a name may mean, at most five, `found` being those that it finds. If it finds no
 * name, only words: those of names that have all its words and fit better than the first, then
 * those of its terms. If it finds nothing: those of its terms, with or without sizes, or else of
 * the best names.
 */
export function findMeantNames(
  search: NameSearch,
  entry: string,
  found: readonly NamedPart[],
): MeantName[] {
  const [first] = found;
  if (first === undefined) return findInstead(search, entry);
  const ofTerms = findOfTerms(search, entry);
  if (isNamed(first, entry)) return ofTerms;
  const named = findBestNames(search, entry, "whole");
  const place = named.findIndex(({ partNumber }) => partNumber === first.partNumber);
  // The first comes before its terms even if no name fits better.
  const length = place === 0 && ofTerms.length > 0 ? 1 : place;
  const better = place < 0 ? named : named.slice(0, length);
  const numbers = new Set(better.map(({ partNumber }) => partNumber));
  const others = ofTerms.filter(({ partNumber }) => !numbers.has(partNumber));
  return [...better, ...others].slice(0, maxMeant);
}
