// What a name may be called in the catalog, by the table of terms. Pure. Invariant: the number of
// readings is bounded, whatever the entry and the table are.
import { findUnit } from "../../reading/elements.ts";
import { foldWord } from "../search/foldWord.ts";
import { searchWords } from "../search/searchWords.ts";
import type { TermTable } from "../terms/termTable.ts";

/** Longer entries are no names as people say them. */
const maxWords = 10;
const maxReadings = 12;

type Reading = { readonly words: readonly string[]; readonly replaced: number };

/** Equal for names that ask for the same words. */
function keyOfWords(words: readonly string[]): string {
  return [...new Set(words)].sort().join(" ");
}

/**
 * The entry with its terms replaced by their meanings, longer terms and likelier meanings first; at
 * most 12, none with the words of the entry. At most `maxReplaced` terms are replaced.
 */
export function listNameReadings(
  entry: string,
  { meaningsOf, maxWords: longest }: Pick<TermTable, "meaningsOf" | "maxWords">,
  maxReplaced: number,
): string[] {
  const words = searchWords(entry).flatMap(foldWord);
  if (words.length > maxWords) return [];
  // The readings of the words from each place on.
  const readings: Reading[][] = [];
  readings[words.length] = [{ words: [], replaced: 0 }];
  for (let place = words.length - 1; place >= 0; place -= 1) {
    const found: Reading[] = [];
    for (let length = Math.min(longest, words.length - place); length > 0; length -= 1) {
      const meanings = meaningsOf.get(words.slice(place, place + length).join(" ")) ?? [];
      const rest = (readings[place + length] ?? []).filter(
        ({ replaced }) => replaced < maxReplaced,
      );
      found.push(
        ...meanings.flatMap((meaning) =>
          rest.map(({ words: after, replaced }) => {
            return { words: [meaning, ...after], replaced: replaced + 1 };
          }),
        ),
      );
    }
    const kept = (readings[place + 1] ?? []).map((after) => {
      return { words: [words[place] ?? "", ...after.words], replaced: after.replaced };
    });
    readings[place] = [...found.slice(0, maxReadings), ...kept];
  }
  const own = keyOfWords(words);
  const meant = (readings[0] ?? [])
    .filter(({ replaced }) => replaced > 0)
    .map((reading) => reading.words.join(" "))
    .filter((reading) => keyOfWords(searchWords(reading).flatMap(foldWord)) !== own);
  return [...new Set(meant)].slice(0, maxReadings);
}

const number = /^\d+[a-z]{0,3}$/;
/** Units in which nothing is sold. */
const ratedUnit = /^(?:amps?|volts?|vdc|vac|psid?|mm|awg|hz|kva|ohms?)$/;
const sizeWord = /^(?:dia|id|od|x|size|pn)$/;
/** Words that tell no parts apart. */
const fillers: ReadonlySet<string> = new Set(
  (
    "deg degree degrees assy asm assembly unit set complete new spare spares part parts aircraft " +
    "acft airplane helicopter type a an the for of with and"
  ).split(" "),
);

/** Whether a word tells no parts apart. */
export function isFiller(word: string): boolean {
  return fillers.has(word);
}

/** Which words are sizes: a number, its unit, or what the number measures. */
export function findSizes(words: readonly string[]): boolean[] {
  return words.map((word, place) => {
    const isUnit = ratedUnit.test(word) || findUnit(word) !== undefined;
    const isOfNumber = isUnit && number.test(words[place - 1] ?? "");
    return number.test(word) || sizeWord.test(word) || isOfNumber;
  });
}

/**
 * NOZZLE ASSY without ASSY, then CIRCUIT BREAKER 5 AMP without its size; none if nothing can be
 * left out, or nothing else remains.
 */
export function leaveOutSizes(entry: string): string[] {
  const words = searchWords(entry);
  const sizes = findSizes(words);
  const specific = words.filter((word) => !fillers.has(word));
  const names = words.filter((word, place) => !fillers.has(word) && !sizes[place]);
  if (!names.some((word) => /^[a-z]{3,}$/.test(word))) return [];
  const texts = [specific, names].map((some) => some.join(" "));
  return [...new Set(texts)].filter((text) => text !== words.join(" "));
}
