// The names of a catalog that fit an entry best, if no name has all its words or if names have them
// in another order. Invariant: the names that are compared are bounded.
import { selectTerms } from "../search/hitQueries.ts";
import { namePrefixToken, readNameToken } from "../search/nameTokens.ts";
import { foldTerm } from "../terms/termTable.ts";
import { selectKnownWords } from "./entryQueries.ts";
import { listReadings } from "./entryReadings.ts";
import { findSizes, isFiller } from "./nameReadings.ts";
import { type MeantName, maxMeant, type NameSearch } from "./nameSearch.ts";
import { type NameScore, type Reading, scoreName } from "./scoreName.ts";

const maxNamesOfWord = 300;
const maxNames = 1_200;
const maxBeginnings = 16;
const prefixLength = 4;
const minAcronym = 3;
/** Names that fit worse than the best by more are left out. */
const maxWorse = 0.2;

function listTellingWords(words: readonly string[]): string[] {
  const sizes = findSizes(words);
  return words.filter((word, place) => !isFiller(word) && !sizes[place]);
}

/** The distinct names that begin like a word of the readings, as folded words. */
function listBeginning({ view }: NameSearch, readings: readonly Reading[]): string[] {
  const own = readings[0]?.words ?? [];
  const acronym = own.length < minAcronym ? [] : [own.map((word) => word.charAt(0)).join("")];
  const words = readings.flatMap((one) => listTellingWords(one.words).toReversed());
  return [...new Set([...acronym, ...words])].slice(0, maxBeginnings).flatMap((word) => {
    const prefix = namePrefixToken(word.slice(0, prefixLength));
    const some = selectTerms(view, prefix, maxNamesOfWord);
    if (some.length < maxNamesOfWord) return some.map(readNameToken);
    return selectTerms(view, namePrefixToken(word), maxNamesOfWord).map(readNameToken);
  });
}

/** Some names that have a word of the entry, or two of them as one. */
function listWithWord({ view, find }: NameSearch, entry: readonly string[]): string[] {
  const words = listTellingWords(entry);
  const joined = words.slice(1).map((word, at) => `${words[at] ?? ""}${word}`);
  return [...selectKnownWords(view, [...words, ...joined])].flatMap((word) =>
    find(word).map(({ partName }) => foldTerm(partName ?? "")),
  );
}

type Best = NameScore & { readonly name: string; readonly isCorrected: boolean };

function reasonOf({ isWhole, isMistyped, isCorrected }: Best): MeantName["reason"] {
  if (!isWhole) return "within";
  return isMistyped || isCorrected ? "spelling" : "term";
}

function findBestScore(readings: readonly Reading[], name: string): Best | undefined {
  const words = name.split(" ");
  let best: Best | undefined;
  for (const reading of readings) {
    const score = scoreName(reading, words);
    if (score === undefined || (best !== undefined && best.score >= score.score)) continue;
    best = { ...score, name, isCorrected: reading.isCorrected };
  }
  return best;
}

/** The parts of the best names, at most five; only of names with all words if `fit` is whole. */
export function findBestNames(
  search: NameSearch,
  entry: string,
  fit: "whole" | "any",
): MeantName[] {
  const readings = listReadings(search, entry);
  const own = readings[0]?.words ?? [];
  const names = new Set([...listBeginning(search, readings), ...listWithWord(search, own)]);
  const best = [...names]
    .slice(0, maxNames)
    .flatMap((name) => findBestScore(readings, name) ?? [])
    .filter(({ isWhole }) => isWhole || fit === "any")
    .sort((one, other) => other.score - one.score);
  const minScore = (best[0]?.score ?? 0) - maxWorse;
  const found = new Map<string, MeantName>();
  for (const one of best.slice(0, maxMeant)) {
    if (one.score < minScore) break;
    for (const { partNumber, partName } of search.find(one.name)) {
      if (found.size === maxMeant) return [...found.values()];
      if (found.has(partNumber) || foldTerm(partName ?? "") !== one.name) continue;
      found.set(partNumber, { partNumber, reason: reasonOf(one), readAs: one.readAs });
    }
  }
  return [...found.values()];
}
