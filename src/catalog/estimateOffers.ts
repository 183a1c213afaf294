// How many offers an entry may match, told from the counts of its words alone: it decides how they
// are read and never which are found.
import type { NameSearch } from "./searchWords.ts";

/** How many offers there are, and how many have a word, for the most frequent words. */
export type WordCounts = { readonly offers: number; readonly byWord: ReadonlyMap<string, number> };

type AskedWords = Pick<NameSearch, "wholeWords" | "begunWord">;

function countBegun(begun: string, byWord: WordCounts["byWord"]): number {
  let most = 0;
  for (const [word, count] of byWord) if (word.startsWith(begun)) most = Math.max(most, count);
  return most;
}

/**
 * A rough count: the rarest word's, less for each further word, but less and less, since the words
 * of a name go together. Zero where a word is not among the frequent ones.
 */
export function estimateOffers(search: AskedWords, { offers, byWord }: WordCounts): number {
  const { wholeWords, begunWord } = search;
  const found = wholeWords.map((word) => byWord.get(word) ?? 0);
  if (offers === 0) return 0;
  if (begunWord !== "" && !found.includes(0)) found.push(countBegun(begunWord, byWord));
  return found
    .sort((one, other) => one - other)
    .reduce((estimate, count, place) => estimate * (count / offers) ** (1 / 2 ** place), offers);
}

/**
 * The part of an entry's query to ask the index for. The index gathers all offers with any word
 * that begins as the last one does; where that is more than the other words leave, they alone are
 * asked for, and what they find is held against the whole query.
 */
export function chooseIndexQuery(search: NameSearch, counts: WordCounts): string {
  const { query, wholeQuery, wholeWords, begunWord } = search;
  if (wholeQuery === "" || begunWord === "") return query;
  const left = estimateOffers({ wholeWords, begunWord: "" }, counts);
  return left < countBegun(begunWord, counts.byWord) ? wholeQuery : query;
}
