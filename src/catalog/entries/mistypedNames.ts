// Names with one typing error in a long word.
import type { ReplicaView } from "../replica/replica.ts";
import { foldWord } from "../search/foldWord.ts";
import { searchWords } from "../search/searchWords.ts";
import type { TermTable } from "../terms/termTable.ts";
import { selectKnownWords } from "./entryQueries.ts";
import { listNameReadings } from "./nameReadings.ts";
import {
  collect,
  keepPossible,
  type MeantName,
  maxReplaced,
  type NameSearch,
} from "./nameSearch.ts";
import { costOfMistypedWord, listMistypedWords } from "./similarNumbers.ts";

const maxCorrections = 4;
const minMistypedLength = 5;
const maxKnownCorrected = 3;

/** What a mistyped word of an entry may be, likeliest first, in the place of that word. */
function correctWord(
  { view, table }: NameSearch,
  words: readonly string[],
  mistyped: string,
): string[] {
  const possible = listMistypedWords(mistyped);
  const ofCatalog = selectKnownWords(view, possible);
  const isKnown = (word: string) => ofCatalog.has(word) || table.words.has(word);
  return [...new Set(possible.filter((word) => word !== mistyped && isKnown(word)))]
    .sort((one, other) => costOfMistypedWord(mistyped, one) - costOfMistypedWord(mistyped, other))
    .slice(0, maxCorrections)
    .map((word) => words.map((one) => (one === mistyped ? word : one)).join(" "));
}

/** The long words of an entry, and those that neither the catalog nor the table knows. */
function findUnknown(view: ReplicaView, entry: string, table: TermTable) {
  const words = searchWords(entry);
  const long = words.filter((word) => /^[a-z]+$/.test(word) && word.length >= minMistypedLength);
  const known = selectKnownWords(
    view,
    long.flatMap((word) => [word, ...foldWord(word)]),
  );
  const isKnown = (word: string) => known.has(word) || table.words.has(word);
  const unknown = long.filter((word) => ![word, ...foldWord(word)].some(isKnown));
  return { words, long, unknown };
}

/** Whether exactly one long word of an entry is known to neither the catalog nor the table. */
export function isMistyped({ view, table }: NameSearch, entry: string): boolean {
  return findUnknown(view, entry, table).unknown.length === 1;
}

/**
 * The parts of an entry with one long word corrected: the only unknown one; if all are known, any
 * of the first three, because catalogs have words cut short. None if several are unknown.
 */
export function findSpelled(search: NameSearch, entry: string): MeantName[] {
  const { view, table, find } = search;
  const { words, long, unknown } = findUnknown(view, entry, table);
  if (unknown.length > 1) return [];
  const mistyped = unknown.length === 1 ? unknown : long.slice(0, maxKnownCorrected);
  for (const corrected of mistyped.flatMap((word) => correctWord(search, words, word))) {
    const others = keepPossible(view, listNameReadings(corrected, table, maxReplaced.term));
    const spelled = collect([corrected, ...others], "spelling", find);
    if (spelled.length > 0) return spelled;
  }
  return [];
}
