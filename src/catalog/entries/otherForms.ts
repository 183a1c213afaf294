// Names whose words the catalog writes in another way, and names of which it has only a part.
import type { ReplicaView } from "../replica/replica.ts";
import { searchWords } from "../search/searchWords.ts";
import { selectKnownWords } from "./entryQueries.ts";
import { listNameReadings } from "./nameReadings.ts";
import {
  collect,
  findOfTerms,
  foldedWords,
  hasNounOf,
  isNamed,
  keepPossible,
  type MeantName,
  maxReplaced,
  type NamedPart,
  type NameSearch,
} from "./nameSearch.ts";
import { listTermSpellings, listWordReadings, type WordReading } from "./wordForms.ts";

const maxJoinedWords = 3;
/** Shorter names are complete. */
const minCutName = 15;

/** Whether a name ends with a word that is cut short. */
function endsWith({ partName }: NamedPart, cut: string | null): boolean {
  if (cut === null) return true;
  const name = partName ?? "";
  return name.length >= minCutName && searchWords(name).at(-1) === cut;
}

/** The readings that consist of words which some offer has. */
function keepKnown(view: ReplicaView, readings: readonly WordReading[]): WordReading[] {
  const known = selectKnownWords(
    view,
    readings.flatMap(({ words }) => words),
  );
  return readings.filter(({ words }) => words.every((word) => known.has(word)));
}

/** The name to search for: a cut word first, because the last is also searched for as a prefix. */
function writeReading({ words, cut }: WordReading): string {
  if (cut === null) return words.join(" ");
  return [cut, ...words.filter((word) => word !== cut)].join(" ");
}

/** The parts of names with their words as the catalog writes them. */
export function findOtherForms(
  { view, table, find }: NameSearch,
  names: readonly string[],
  isSought: (part: NamedPart, reading: string) => boolean,
): MeantName[] {
  for (const name of names) {
    for (const reading of keepKnown(view, listWordReadings(view, foldedWords(name), table))) {
      const sought = (text: string) =>
        find(text).filter((part) => endsWith(part, reading.cut) && isSought(part, text));
      const found = collect([writeReading(reading)], "term", sought);
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** The parts of terms that an entry writes together or apart. */
export function findOtherSpellings(search: NameSearch, entry: string): MeantName[] {
  for (const name of listTermSpellings(foldedWords(entry), search.table)) {
    const found = findOfTerms(search, name);
    if (found.length > 0) return found;
  }
  return [];
}

/** The parts whose names begin with the joined words of an entry: TAILBOOM for a tail boom. */
export function findJoined({ view, table, find }: NameSearch, entry: string): MeantName[] {
  const words = foldedWords(entry);
  if (words.length < 2 || words.length > maxJoinedWords) return [];
  const joined = listWordReadings(view, words, table).filter(
    (reading) => reading.words.length === 1 && reading.cut === null,
  );
  const findNamed = (name: string) => find(name).filter((part) => isNamed(part, name));
  return collect(joined.map(writeReading), "term", findNamed);
}

/**
 * The parts whose item name is the noun of an entry, with as many of its words as possible, the
 * first left out first.
 */
export function findWithin(search: NameSearch, entry: string): MeantName[] {
  const { view, table, find } = search;
  const words = searchWords(entry);
  for (let from = 1; from < words.length; from += 1) {
    const rest = words.slice(from).join(" ");
    const readings = listNameReadings(rest, table, maxReplaced.term);
    const findItems = (name: string) => find(name).filter((part) => hasNounOf(part, name));
    const found = collect(keepPossible(view, [rest, ...readings]), "within", findItems);
    if (found.length > 0) return found;
    const others = findOtherForms(search, [rest], (part) => hasNounOf(part, rest));
    if (others.length > 0) return others.map((one) => ({ ...one, reason: "within" }));
  }
  return [];
}
