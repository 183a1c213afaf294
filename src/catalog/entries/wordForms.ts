// How a catalog may write the words of a name: together, apart, with another ending, or cut short
// at the end of a name. Invariant: the words that are probed and the readings are bounded.
import type { ReplicaView } from "../replica/replica.ts";
import { selectTerms } from "../search/hitQueries.ts";
import type { TermTable } from "../terms/termTable.ts";
import { selectKnownWords } from "./entryQueries.ts";

/** One way to read some words; `cut` is a word that must end the name of a part. */
export type WordReading = { readonly words: readonly string[]; readonly cut: string | null };

type Form = WordReading & { readonly length: number; readonly cost: number };
type Costly = WordReading & { readonly cost: number };

const costs = { joined: 1, split: 2, ending: 3, short: 3.5, cut: 4, cutLetter: 0.1 } as const;

const minCut = 3;
const minCutWord = 5;
const minPart = 3;
const minStem = 4;
const maxEndings = 24;
const maxEndingsKept = 4;
const maxReadings = 8;

const letters = /^[a-z]+$/;
const ending = /(?:ical|ance|ence|ing|ion|ive|ate|or|er|ed|al|ic|y|e)$/;
/** An ending may itself be cut short. */
const otherEndings =
  "r?ical|(?:a?t)?ors?|ances?|ences?|i|in|ing|(?:at)?ion|(?:at)?ive|ate|ers?|ed|al|ic|y|es?|s";
const otherEnding = new RegExp(`^(?:${otherEndings})?$`);

function listSplits(word: string): [string, string][] {
  if (!letters.test(word)) return [];
  const places = Array.from({ length: Math.max(0, word.length - 2 * minPart + 1) });
  return places.map((_, at) => [word.slice(0, minPart + at), word.slice(minPart + at)]);
}

function listCuts(word: string): string[] {
  if (!letters.test(word) || word.length < minCutWord) return [];
  const lengths = Array.from({ length: word.length - minCut });
  return lengths.map((_, at) => word.slice(0, word.length - 1 - at));
}

/** The words of the index with the same stem and another ending. */
function listEndings(view: ReplicaView, word: string): string[] {
  if (!letters.test(word)) return [];
  const stem = word.replace(ending, "");
  if (stem.length < minStem) return [];
  return selectTerms(view, stem, maxEndings)
    .filter((term) => term !== word && otherEnding.test(term.slice(stem.length)))
    .slice(0, maxEndingsKept);
}

const maxLongForms = 4;

/** What a word that no offer has may be short for: what it begins, or consonants of a term. */
function listLongForms(view: ReplicaView, word: string, table: TermTable): string[] {
  if (!letters.test(word)) return [];
  const started = word.length < minCut ? [] : selectTerms(view, word, maxLongForms + 1);
  const completed = started.filter((term) => letters.test(term));
  return [
    ...(started.length > maxLongForms ? [] : completed),
    ...(table.longFormsOf(word) ?? []).slice(0, maxLongForms),
  ];
}

/** The forms that begin with the word at a place. */
function listForms(
  view: ReplicaView,
  words: readonly string[],
  place: number,
  known: ReadonlySet<string>,
  table: TermTable,
): Form[] {
  const word = words[place] ?? "";
  const joined = `${word}${words[place + 1] ?? ""}`;
  const isJoined = joined !== word && known.has(joined);
  const cuts = listCuts(word).filter((cut) => known.has(cut));
  return [
    { words: [word], cut: null, length: 1, cost: 0 },
    ...(isJoined ? [{ words: [joined], cut: null, length: 2, cost: costs.joined }] : []),
    ...listSplits(word)
      .filter((parts) => parts.every((part) => known.has(part)))
      .map((parts) => ({ words: parts, cut: null, length: 1, cost: costs.split })),
    ...listEndings(view, word).map((other) => {
      return { words: [other], cut: null, length: 1, cost: costs.ending };
    }),
    ...(known.has(word) ? [] : listLongForms(view, word, table)).map((other) => {
      return { words: [other], cut: null, length: 1, cost: costs.short };
    }),
    ...cuts.map((cut) => {
      const cost = costs.cut + costs.cutLetter * (word.length - cut.length);
      return { words: [cut], cut, length: 1, cost };
    }),
  ];
}

/** A name has one end, so at most one of its words is cut short. */
function append(form: Form, rest: readonly Costly[]): Costly[] {
  return rest
    .filter(({ cut }) => cut === null || form.cut === null)
    .map((after) => {
      const words = [...form.words, ...after.words];
      return { words, cut: form.cut ?? after.cut, cost: form.cost + after.cost };
    });
}

/**
 * The words with some of them together, apart, with another ending, or one of them cut short, as
 * some offer has them; likeliest first, at most eight.
 */
export function listWordReadings(
  view: ReplicaView,
  words: readonly string[],
  table: TermTable,
): WordReading[] {
  const joined = words.slice(1).map((word, place) => `${words[place] ?? ""}${word}`);
  const splits = words.flatMap(listSplits).flat();
  const cuts = words.flatMap(listCuts);
  const known = selectKnownWords(view, [...words, ...joined, ...splits, ...cuts]);
  // The readings of the words from each place on, likeliest first.
  const readings: Costly[][] = [];
  readings[words.length] = [{ words: [], cut: null, cost: 0 }];
  for (let place = words.length - 1; place >= 0; place -= 1) {
    readings[place] = listForms(view, words, place, known, table)
      .flatMap((form) => append(form, readings[place + form.length] ?? []))
      .sort((one, other) => one.cost - other.cost)
      .slice(0, maxReadings + 1);
  }
  return (readings[0] ?? []).filter(({ cost }) => cost > 0).slice(0, maxReadings);
}

/** Texts with the words of a term that an entry has apart or together: AIR STAIRS, COTTERPIN. */
export function listTermSpellings(words: readonly string[], { meaningsOf }: TermTable): string[] {
  return words.flatMap((word, place) => {
    const [before, after] = [words.slice(0, place), words.slice(place + 1)];
    const joined = `${word}${after[0] ?? ""}`;
    const spellings = listSplits(word).map((parts) => parts.join(" "));
    return [
      ...(after.length > 0 && meaningsOf.has(joined)
        ? [[...before, joined, ...after.slice(1)]]
        : []),
      ...spellings
        .filter((text) => meaningsOf.has(text))
        .map((text) => [...before, text, ...after]),
    ].map((found) => found.join(" "));
  });
}
