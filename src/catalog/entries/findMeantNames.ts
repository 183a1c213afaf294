// Which parts a name may mean that its own words do not find: by what catalogs call it, and, if
// nothing else is found, with one typing error corrected. Only ever suggested (decision 167).
import type { ReplicaView } from "../replica/replica.ts";
import { foldWord } from "../search/foldWord.ts";
import { findMatchReason } from "../search/matchReason.ts";
import { searchWords } from "../search/searchWords.ts";
import type { TermTable } from "../terms/termTable.ts";
import { selectKnownWords } from "./entryQueries.ts";
import { leaveOutSizes, listNameReadings, putNounFirst } from "./nameReadings.ts";
import { costOfMistypedWord, listMistypedWords } from "./similarNumbers.ts";

export type MeantNameReason = "term" | "spelling";

/** A part that a name may mean; `readAs` is the name that finds it. */
export type MeantName = {
  readonly partNumber: string;
  readonly reason: MeantNameReason;
  readonly readAs: string;
};

export type NamedPart = { readonly partNumber: string; readonly partName: string | null };

/** The parts that a name finds, best first. */
type FindParts = (name: string) => readonly NamedPart[];

const maxMeant = 5;
/** So many readings are searched for, of those whose words the catalog has. */
const maxSearched = 5;
const maxCorrections = 4;
const minMistypedLength = 5;
const maxKnownCorrected = 3;

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
  const wordsOf = readings.map((reading) => searchWords(reading).flatMap(foldWord).slice(0, -1));
  const known = selectKnownWords(view, wordsOf.flat());
  return readings
    .filter((_, place) => wordsOf[place]?.every((word) => known.has(word)))
    .slice(0, maxSearched);
}

/** What a mistyped word of an entry may be, likeliest first, in the place of that word. */
function correctWord(
  view: ReplicaView,
  words: readonly string[],
  mistyped: string,
  table: TermTable,
): string[] {
  const possible = listMistypedWords(mistyped);
  const ofCatalog = selectKnownWords(view, possible);
  const isKnown = (word: string) => ofCatalog.has(word) || table.words.has(word);
  return [...new Set(possible.filter((word) => word !== mistyped && isKnown(word)))]
    .sort((one, other) => costOfMistypedWord(mistyped, one) - costOfMistypedWord(mistyped, other))
    .slice(0, maxCorrections)
    .map((word) => words.map((one) => (one === mistyped ? word : one)).join(" "));
}

/**
 * An entry with one long word corrected: the only unknown one; if all are known, any of the first
 * three, because catalogs have words cut short. None if several are unknown.
 */
function listCorrections(view: ReplicaView, entry: string, table: TermTable): string[] {
  const words = searchWords(entry);
  const long = words.filter((word) => /^[a-z]+$/.test(word) && word.length >= minMistypedLength);
  const known = selectKnownWords(
    view,
    long.flatMap((word) => [word, ...foldWord(word)]),
  );
  const isKnown = (word: string) => known.has(word) || table.words.has(word);
  const unknown = long.filter((word) => ![word, ...foldWord(word)].some(isKnown));
  if (unknown.length > 1) return [];
  const mistyped = unknown.length === 1 ? unknown : long.slice(0, maxKnownCorrected);
  return mistyped.flatMap((word) => correctWord(view, words, word, table));
}

/** Whether the name of a part is a text, or begins with it. */
function isNamed(part: NamedPart | undefined, text: string): boolean {
  return part !== undefined && findMatchReason(text, { ...part, nsn: null }) !== "words";
}

/** The parts whose names are the entry with its noun first, or begin so. */
function findNounFirst(entry: string, find: FindParts): MeantName[] {
  const readAs = putNounFirst(entry);
  if (readAs === undefined) return [];
  const findNamed = (name: string) => find(name).filter((part) => isNamed(part, name));
  return collect([readAs], "term", findNamed);
}

/** The parts of the terms of an entry. */
function findOfTerms(
  view: ReplicaView,
  entry: string,
  table: TermTable,
  find: FindParts,
): MeantName[] {
  return collect(keepPossible(view, listNameReadings(entry, table)), "term", find);
}

function findSpelled(
  view: ReplicaView,
  entry: string,
  table: TermTable,
  find: FindParts,
): MeantName[] {
  for (const corrected of listCorrections(view, entry, table)) {
    const others = keepPossible(view, listNameReadings(corrected, table));
    const spelled = collect([corrected, ...others], "spelling", find);
    if (spelled.length > 0) return spelled;
  }
  return [];
}

/**
 * The parts that a name may mean, at most five, `found` being those that it finds. If it finds no
 * name, only words: names with its noun first. Then those of its terms. If there are none and it
 * finds nothing: those of its name without sizes, or else of a corrected word.
 */
export function findMeantNames(
  view: ReplicaView,
  entry: string,
  table: TermTable,
  find: FindParts,
  found: readonly NamedPart[],
): MeantName[] {
  const hasOnlyWords = found.length > 0 && !isNamed(found[0], entry);
  const nounFirst = hasOnlyWords ? findNounFirst(entry, find) : [];
  const numbers = new Set(nounFirst.map(({ partNumber }) => partNumber));
  const ofTerms = findOfTerms(view, entry, table, find);
  const others = ofTerms.filter(({ partNumber }) => !numbers.has(partNumber));
  const meant = [...nounFirst, ...others].slice(0, maxMeant);
  if (found.length > 0 || meant.length > 0) return meant;
  const name = leaveOutSizes(entry);
  const ofName = name === undefined ? [] : collect([name], "term", find);
  if (ofName.length > 0) return ofName;
  const ofNameTerms = name === undefined ? [] : findOfTerms(view, name, table, find);
  return ofNameTerms.length > 0 ? ofNameTerms : findSpelled(view, entry, table, find);
}
