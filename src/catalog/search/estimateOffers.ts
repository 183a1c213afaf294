// How many offers an entry may match, told from the counts of its words alone: it decides how they
// are read and never which are found.
import type { NameSearch } from "./searchWords.ts";

export type WordCounts = { readonly offers: number; readonly byWord: ReadonlyMap<string, number> };

type AskedWords = Pick<NameSearch, "wholeWords" | "prefixWord">;

function countPrefixed(prefix: string, byWord: WordCounts["byWord"]): number {
  let most = 0;
  for (const [word, count] of byWord) if (word.startsWith(prefix)) most = Math.max(most, count);
  return most;
}

/**
 * A rough count: the rarest word's, less for each further word, but less and less, since the words
 * of a name go together. Zero where a word is not among the frequent ones.
 */
export function estimateOffers(search: AskedWords, { offers, byWord }: WordCounts): number {
  const { wholeWords, prefixWord } = search;
  const found = wholeWords.map((word) => byWord.get(word) ?? 0);
  if (offers === 0) return 0;
  if (prefixWord !== "" && !found.includes(0)) found.push(countPrefixed(prefixWord, byWord));
  return found
    .sort((one, other) => one - other)
    .reduce((estimate, count, place) => estimate * (count / offers) ** (1 / 4 ** place), offers);
}

/** To hold an offer against the query takes as long as to gather so many from the index. */
const gatheredPerOffer = 2;

/**
 * Whether to ask the index for the whole words of an entry alone. It gathers all offers with any
 * word that begins as the last one does; where those are many more than the other words leave, what
 * these find is better held against the whole query.
 */
export function searchesWholeWords(search: NameSearch, counts: WordCounts): boolean {
  const { wholeQuery, wholeWords, prefixWord } = search;
  if (wholeQuery === "" || prefixWord === "") return false;
  const left = estimateOffers({ wholeWords, prefixWord: "" }, counts);
  return left * gatheredPerOffer < countPrefixed(prefixWord, counts.byWord);
}
