// Which parts a name may mean that its own words do not find: by what catalogs call it, and by the
// names that fit it best. Only ever suggested.
import { findBestNames } from "./bestNames.ts";
import { leaveOutSizes } from "./nameReadings.ts";
import {
  findOfTerms,
  foldedWords,
  isNamed,
  type MeantName,
  maxMeant,
  type NamedPart,
  type NameSearch,
} from "./nameSearch.ts";

/** Longer entries have too many parts. */
const maxWords = 6;

/** The parts of the longest part of an entry, without its sizes, that finds something. */
function findLongestPart({ find }: NameSearch, entry: string, minWords: number): MeantName[] {
  const text = leaveOutSizes(entry).at(-1) ?? entry;
  let parts = [text.split(" ").slice(0, maxWords)];
  while ((parts[0]?.length ?? 0) >= minWords) {
    for (const readAs of new Set(parts.map((part) => part.join(" ")))) {
      const found = readAs === entry ? [] : find(readAs).slice(0, maxMeant);
      if (found.length === 0) continue;
      return found.map(({ partNumber }) => ({ partNumber, reason: "within", readAs }));
    }
    // The first word is the likeliest to be an adjective.
    parts = parts.flatMap((part) => part.map((_, place) => part.toSpliced(place, 1)));
  }
  return [];
}

/** For an entry that finds nothing. */
function findInstead(search: NameSearch, entry: string): MeantName[] {
  for (const text of [entry, ...leaveOutSizes(entry)]) {
    const found = findOfTerms(search, text);
    if (found.length > 0) return found;
  }
  const best = findBestNames(search, entry, "any");
  const [first] = best;
  if (first !== undefined && first.reason !== "within") return best;
  const minWords = Math.max(2, foldedWords(first?.readAs ?? "").length + 1);
  const part = findLongestPart(search, entry, minWords);
  return part.length > 0 ? part : best;
}

/**
 * The parts that a name may mean, at most five, `found` being those that it finds. If it finds no
 * name, only words: those of names that have all its words and fit better than the first, then
 * those of its terms. If it finds nothing: those of its terms, with or without sizes, or else of
 * the best names.
 */
export function findMeantNames(
  search: NameSearch,
  entry: string,
  found: readonly NamedPart[],
): MeantName[] {
  const [first] = found;
  if (first === undefined) return findInstead(search, entry);
  const ofTerms = findOfTerms(search, entry);
  if (isNamed(first, entry)) return ofTerms;
  const named = findBestNames(search, entry, "whole");
  const place = named.findIndex(({ partNumber }) => partNumber === first.partNumber);
  // The first comes before its terms even if no name fits better.
  const length = place === 0 && ofTerms.length > 0 ? 1 : place;
  const better = place < 0 ? named : named.slice(0, length);
  const numbers = new Set(better.map(({ partNumber }) => partNumber));
  const others = ofTerms.filter(({ partNumber }) => !numbers.has(partNumber));
  return [...better, ...others].slice(0, maxMeant);
}
