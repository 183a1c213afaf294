// What the searches for the meaning of a name share: the replica, the terms, and what was found.
import type { ReplicaView } from "../replica/read/replicaView.ts";
import { foldWord } from "../search/foldWord.ts";
import { findMatchReason } from "../search/matchReason.ts";
import { searchWords } from "../search/searchWords.ts";
import type { TermTable } from "../terms/termTable.ts";
import { selectKnownWords } from "./entryQueries.ts";
import { listNameReadings } from "./nameReadings.ts";
import { scoreName } from "./scoreName.ts";

export type MeantNameReason = "term" | "spelling" | "within";

/** A part that a name may mean; `readAs` is the name that finds it. */
export type MeantName = {
  readonly partNumber: string;
  readonly reason: MeantNameReason;
  readonly readAs: string;
};

export type NamedPart = { readonly partNumber: string; readonly partName: string | null };

/** The parts that a name finds, best first. */
export type FindParts = (name: string) => readonly NamedPart[];

/**
 * Searches that may find nothing: one of frequent words that never occur together reads all their
 * hits, 5 ms among a million offers.
 */
const maxEmpty = { entry: 10, lookup: 40 } as const;

/** What a name searches for: all words, and the last one also as a prefix. */
type SearchedWords = { readonly words: ReadonlySet<string>; readonly last: string };

function readWords(name: string): SearchedWords {
  const words = foldedWords(name);
  return { words: new Set(words.slice(0, -1)), last: words.at(-1) ?? "" };
}

/** Whether words find nothing that others do not find: they are the same and more. */
function findsNoMore({ words, last }: SearchedWords, others: SearchedWords): boolean {
  return (
    [...others.words].every((word) => words.has(word)) &&
    (words.has(others.last) || last.startsWith(others.last))
  );
}

/** Limits the searches of the entries of a lookup, whatever they are; one call for each entry. */
export function limitEmptySearches(find: FindParts): () => FindParts {
  let leftOfLookup: number = maxEmpty.lookup;
  return () => {
    let left: number = maxEmpty.entry;
    const empty: SearchedWords[] = [];
    return (name) => {
      if (Math.min(left, leftOfLookup) <= 0) return [];
      const words = readWords(name);
      if (empty.some((one) => findsNoMore(words, one))) return [];
      const found = find(name);
      if (found.length > 0) return found;
      empty.push(words);
      left -= 1;
      leftOfLookup -= 1;
      return found;
    };
  };
}

export type NameSearch = {
  readonly view: ReplicaView;
  readonly table: TermTable;
  readonly find: FindParts;
};

export const maxMeant = 5;
/** So many readings are searched for, of those whose words the catalog has. */
const maxSearched = 5;
/** So many readings of terms are read once more, or with other forms of their words. */
export const maxReread = 4;

/** Terms that are replaced in a name; of names of similar parts, one. */
export const maxReplaced = { term: 10, similar: 1 } as const;

export function foldedWords(text: string): string[] {
  return searchWords(text).flatMap(foldWord);
}

/** The parts that the readings find, at most five, in their order. */
function collect(
  readings: readonly string[],
  reason: MeantNameReason,
  find: FindParts,
): MeantName[] {
  const found = new Map<string, MeantName>();
  for (const readAs of readings) {
    for (const { partNumber } of find(readAs)) {
      if (found.size === maxMeant) return [...found.values()];
      if (!found.has(partNumber)) found.set(partNumber, { partNumber, reason, readAs });
    }
  }
  return [...found.values()];
}

/** The readings whose words, but for the last, which may be a prefix, some offer has. */
function keepPossible(view: ReplicaView, readings: readonly string[]): string[] {
  const wordsOf = readings.map((reading) => foldedWords(reading).slice(0, -1));
  const known = selectKnownWords(view, wordsOf.flat());
  return readings
    .filter((_, place) => wordsOf[place]?.every((word) => known.has(word)))
    .slice(0, maxSearched);
}

/** The parts that a name finds, those whose names fit it best first. */
function findBestFirst(find: FindParts): FindParts {
  return (name) => {
    const reading = { words: foldedWords(name), cost: 0, isCorrected: false };
    const scoreOf = ({ partName }: NamedPart) =>
      scoreName(reading, foldedWords(partName ?? ""))?.score ?? 0;
    return find(name)
      .map((part) => ({ part, score: scoreOf(part) }))
      .sort((one, other) => other.score - one.score)
      .map(({ part }) => part);
  };
}

/** The parts of the terms of an entry. */
export function findOfTerms(search: NameSearch, entry: string): MeantName[] {
  const { view, table } = search;
  const find = findBestFirst(search.find);
  const readings = listNameReadings(entry, table, maxReplaced.term);
  return collect(keepPossible(view, readings), "term", find);
}

/** Whether the name of a part is a text, or begins with it. */
export function isNamed(part: NamedPart | undefined, text: string): boolean {
  return part !== undefined && findMatchReason(text, { ...part, nsn: null }) !== "words";
}
