// Names with one typing error in a long word.
import type { ReplicaView } from "../replica/read/replicaView.ts";
import { foldWord } from "../search/foldWord.ts";
import { countHits, selectTerms } from "../search/hitQueries.ts";
import { searchWords } from "../search/searchWords.ts";
import type { TermTable } from "../terms/termTable.ts";
import { selectKnownWords } from "./entryQueries.ts";
import type { NameSearch } from "./nameSearch.ts";
import { costOfMistypedWord, listMistypedWords } from "./similarNumbers.ts";
import { differByTwoEdits } from "./wordLikeness.ts";

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
export function listCorrected({ view, table }: NameSearch, entry: string): string[] {
  const { words, unknown } = findUnknown(view, entry, table);
  const [mistyped] = unknown;
  if (mistyped === undefined || unknown.length > 1) return [];
  return correctWord(view, table, mistyped).map((word) =>
    words.map((one) => (one === mistyped ? word : one)).join(" "),
  );
}

/** Two errors in a shorter word leave too little of it. */
const minTwiceMistyped = 7;
/** People rarely mistype the first letters, so words that begin with others are not read. */
const startLength = 3;
const maxRead = 2_000;
/** Words that more offers have are equally likely. */
const maxCounted = 500;

/** What a long word with two typing errors may be: words that many offers have come first. */
function correctTwice(view: ReplicaView, mistyped: string): string[] {
  if (mistyped.length < minTwiceMistyped) return [];
  const terms = selectTerms(view, mistyped.slice(0, startLength), maxRead);
  return terms
    .filter((term) => /^[a-z]+$/.test(term) && differByTwoEdits(mistyped, term))
    .map((term) => ({ term, offers: countHits(view, `"${term}"`, maxCounted) }))
    .sort((one, other) => other.offers - one.offers)
    .map(({ term }) => term);
}

const maxOfEach = 2;

/**
 * The entry with each of its unknown long words corrected, likeliest first; none if one of them
 * cannot be. Two words have up to 16 corrections, n words up to 2^n.
 */
export function correctWords(view: ReplicaView, table: TermTable, entry: string): string[] {
  const { unknown } = findUnknown(view, entry, table);
  const distinct = [...new Set(unknown)];
  const most = distinct.length > 2 ? maxOfEach : maxCorrections;
  const choices = distinct.map((word) => {
    const once = correctWord(view, table, word);
    return (once.length > 0 ? once : correctTwice(view, word)).slice(0, most);
  });
  if (choices.length === 0) return [];
  let chosen: { readonly words: readonly string[]; readonly cost: number }[] = [
    { words: [], cost: 0 },
  ];
  for (const words of choices) {
    chosen = chosen.flatMap((one) =>
      words.map((word, at) => ({ words: [...one.words, word], cost: one.cost + at })),
    );
  }
  return chosen
    .sort((one, other) => one.cost - other.cost)
    .map(({ words }) =>
      entry.replace(/[a-z]+/gi, (run) => words[distinct.indexOf(run.toLowerCase())] ?? run),
    );
}
