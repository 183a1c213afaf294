// Which parts a name may mean that its own words do not find: by what catalogs call it, and, if
// nothing else is found, with its words in other forms, corrected or left out. Only ever suggested
// (decision 167).
import { findSpelled, isMistyped } from "./mistypedNames.ts";
import { leaveOutSizes, listNameReadings, putNounFirst } from "./nameReadings.ts";
import {
  beginsWithNoun,
  collect,
  type FindParts,
  findNounsFirst,
  findOfTerms,
  hasNounOf,
  isNamed,
  keepPossible,
  type MeantName,
  maxMeant,
  maxReplaced,
  maxReread,
  type NamedPart,
  type NameSearch,
} from "./nameSearch.ts";
import { findJoined, findOtherForms, findOtherSpellings, findWithin } from "./otherForms.ts";

/** The parts whose names begin with the noun of an entry, those of the whole entry first. */
function findNounFirst(entry: string, find: FindParts, found: readonly NamedPart[]): MeantName[] {
  const readAs = putNounFirst(entry);
  if (readAs === undefined) return [];
  const named = find(readAs).filter((part) => isNamed(part, readAs));
  const isFirst = found[0] !== undefined && beginsWithNoun(found[0], entry);
  const others = isFirst ? [] : found.filter((part) => beginsWithNoun(part, entry));
  return collect([readAs], "term", () => [...named, ...others]);
}

type Search = (search: NameSearch) => MeantName[];

/** For an entry that finds nothing, likeliest first. */
function listSearches(search: NameSearch, entry: string): Search[] {
  const { view, table } = search;
  const shorter = leaveOutSizes(entry);
  const name = shorter.at(-1) ?? entry;
  const terms = listNameReadings(name, table, maxReplaced.term).slice(0, maxReread);
  const related = { ...table, meaningsOf: table.relatedOf };
  const similar = listNameReadings(name, related, maxReplaced.similar);
  const hasNoun = (part: NamedPart, reading: string) =>
    isNamed(part, reading) ||
    [name, ...terms].some((text) => hasNounOf(part, text) || beginsWithNoun(part, text));
  const spelled: Search = (limited) => findSpelled(limited, name);
  const forms: Search = (limited) => findOtherForms(limited, [name, ...terms], hasNoun);
  return [
    ...shorter.flatMap((one): Search[] => [
      ({ find }) => collect([one], "term", find),
      (limited) => findOfTerms(limited, one),
    ]),
    (limited) => findJoined(limited, name),
    (limited) => findOtherSpellings(limited, name),
    ...(isMistyped(search, name) ? [spelled, forms] : [forms, spelled]),
    ({ find }) => collect(keepPossible(view, similar), "term", findNounsFirst(find)),
    (limited) => findOtherForms(limited, similar, () => true),
    (limited) => findWithin({ ...limited, find: limited.findLast }, name),
    (limited) => findOtherForms(limited, [name, ...terms], () => true),
  ];
}

/**
 * The parts that a name may mean, at most five, `found` being those that it finds. If it finds no
 * name, only words: names with its noun first or its words joined. Then those of its terms. If
 * there are none and it finds nothing, the first of these that finds any: its name without sizes;
 * its words together, apart, with other endings or cut short; one word corrected; names of similar
 * parts; its last words.
 */
export function findMeantNames(
  search: NameSearch,
  entry: string,
  found: readonly NamedPart[],
): MeantName[] {
  const { find } = search;
  const hasOnlyWords = found.length > 0 && !isNamed(found[0], entry);
  const named = hasOnlyWords
    ? [...findNounFirst(entry, find, found), ...findJoined(search, entry)]
    : [];
  const numbers = new Set(named.map(({ partNumber }) => partNumber));
  const ofTerms = findOfTerms(search, entry);
  const others = ofTerms.filter(({ partNumber }) => !numbers.has(partNumber));
  const meant = [...named, ...others].slice(0, maxMeant);
  if (found.length > 0 || meant.length > 0) return meant;
  for (const searchOf of listSearches(search, entry)) {
    const first = searchOf(search);
    if (first.length > 0) return first;
  }
  return [];
}
