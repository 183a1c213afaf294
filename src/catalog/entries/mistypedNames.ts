// Names with one typing error in a long word.
import type { ReplicaView } from "../replica/replica.ts";
import { foldWord } from "../search/foldWord.ts";
import { searchWords } from "../search/searchWords.ts";
import type { TermTable } from "../terms/termTable.ts";
import { selectKnownWords } from "./entryQueries.ts";
import type { NameSearch } from "./nameSearch.ts";
import { costOfMistypedWord, listMistypedWords } from "./similarNumbers.ts";

const maxCorrections = 4;
const minMistypedLength = 5;

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

/** The words of an entry, and its long ones that neither the catalog nor the table knows. */
function findUnknown(view: ReplicaView, entry: string, table: TermTable) {
  const words = searchWords(entry);
  const long = words.filter((word) => /^[a-z]+$/.test(word) && word.length >= minMistypedLength);
  const known = selectKnownWords(
    view,
    long.flatMap((word) => [word, ...foldWord(word)]),
  );
  const isKnown = (word: string) => known.has(word) || table.words.has(word);
  const unknown = long.filter((word) => ![word, ...foldWord(word)].some(isKnown));
  return { words, unknown };
}

/** The entry with its only unknown long word corrected, likeliest first. */
export function listCorrected(search: NameSearch, entry: string): string[] {
  const { words, unknown } = findUnknown(search.view, entry, search.table);
  const [mistyped] = unknown;
  return mistyped === undefined || unknown.length > 1 ? [] : correctWord(search, words, mistyped);
}
