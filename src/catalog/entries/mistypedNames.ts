// Names with one typing error in a long word.
import type { ReplicaView } from "../replica/read/replicaView.ts";
import { foldWord } from "../search/foldWord.ts";
import { searchWords } from "../search/searchWords.ts";
import type { TermTable } from "../terms/termTable.ts";
import { selectKnownWords } from "./entryQueries.ts";
import { costOfMistypedWord, listMistypedWords } from "./similarNumbers.ts";

const maxCorrections = 4;
const minMistypedLength = 5;

/** What a mistyped word may be, likeliest first. */
function correctWord(view: ReplicaView, table: TermTable, mistyped: string): string[] {
  const possible = listMistypedWords(mistyped);
  const ofCatalog = selectKnownWords(view, possible);
  const isKnown = (word: string) => ofCatalog.has(word) || table.words.has(word);
  return [...new Set(possible.filter((word) => word !== mistyped && isKnown(word)))]
    .sort((one, other) => costOfMistypedWord(mistyped, one) - costOfMistypedWord(mistyped, other))
    .slice(0, maxCorrections);
}

/** The long words of an entry that neither the catalog nor the table knows. */
function findUnknown(view: ReplicaView, entry: string, table: TermTable): string[] {
  const words = searchWords(entry);
  const long = words.filter((word) => /^[a-z]+$/.test(word) && word.length >= minMistypedLength);
  const known = selectKnownWords(
    view,
    long.flatMap((word) => [word, ...foldWord(word)]),
  );
  const isKnown = (word: string) => known.has(word) || table.words.has(word);
  return long.filter((word) => ![word, ...foldWord(word)].some(isKnown));
}

/** The entry with its unknown long words corrected, likeliest first; none if one cannot be. */
export function listCorrected(view: ReplicaView, table: TermTable, entry: string): string[] {
  const unknown = findUnknown(view, entry, table);
  const choices = new Map(unknown.map((word) => [word, correctWord(view, table, word)]));
  const most = Math.max(0, ...[...choices.values()].map(({ length }) => length));
  if ([...choices.values()].some(({ length }) => length === 0)) return [];
  return Array.from({ length: most }, (_, place) =>
    entry.replace(/[a-z]+/gi, (run) => {
      const words = choices.get(run.toLowerCase());
      return words?.[place] ?? words?.[0] ?? run;
    }),
  );
}
