// How surely a word of an entry is a word of a name: the same, cut short, shortened, with another
// ending, or mistyped. Pure.
import { remember } from "../remember.ts";
import { formsOfWord } from "../search/foldWord.ts";

export type Likeness = {
  /** From 0 to 1. */
  readonly weight: number;
  readonly isMistyped: boolean;
};

/** A word that another only begins with: SEAL, of SEALANT. */
export const weightOfStart = 0.4;

const weights = {
  same: 1,
  related: 0.95,
  cut: 0.9,
  oneLetterLess: 0.15,
  ending: 0.8,
  started: 0.7,
  consonants: 0.7,
  mistyped: 0.75,
} as const;

const none: Likeness = { weight: 0, isMistyped: false };
const letters = /^[a-z]+$/;
const minStarted = 3;
/** As surely a word that is cut short as longer ones. */
const minWhole = 4;
const minEnd = 5;
const minStem = 4;
const minMistyped = 5;
const maxShort = 6;

const ending =
  /(?:ically|ical|ances?|ences?|ings?|ations?|ions?|atives?|ives?|ate|ors?|ers?|ed|al|ic|y|es?|s)$/;

const maxCachedStems = 10_000;

/** A word without its ending. */
const stemOf = remember(maxCachedStems, (word): string => {
  const stem = word.replace(ending, "").replace(/at$/, "");
  return stem.length < minStem ? word : stem;
});

/** What an X at the beginning of an abbreviation stands for. */
const crossed = ["ex", "trans", "cross"];

/** Whether the letters of a short form occur in a word in order, the first of it alike. */
function isShortFor(short: string, word: string): boolean {
  if (!/^[a-z][b-df-hj-np-tv-xz]{1,5}$/.test(short)) return false;
  const start = crossed.find((one) => short.startsWith("x") && word.startsWith(one)) ?? "";
  if (start === "" && short.charAt(0) !== word.charAt(0)) return false;
  let at = start.length;
  for (const letter of start === "" ? short : short.slice(1)) {
    at = word.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Whether one character is changed, missing, added or swapped with the next. */
function differByOneEdit(one: string, other: string): boolean {
  const [long, short] = one.length < other.length ? [other, one] : [one, other];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && long[at] === short[at]) at += 1;
  if (long.length > short.length) return long.slice(at + 1) === short.slice(at);
  if (long.slice(at + 1) === short.slice(at + 1)) return true;
  const isSwapped = long[at] === short[at + 1] && long[at + 1] === short[at];
  return isSwapped && long.slice(at + 2) === short.slice(at + 2);
}

function isStarted(short: string, word: string): boolean {
  return short.length >= minStarted && word.startsWith(short);
}

function isOneShortened(one: string, other: string): boolean {
  return other.length > one.length && one.length <= maxShort && isShortFor(one, other);
}

/** How surely words of letters are the same but for their ends. */
function compareEnds(word: string, ofName: string, isCut: boolean): number {
  if (isCut && word.startsWith(ofName)) {
    return weights.cut - weights.oneLetterLess * Math.max(0, minWhole - ofName.length);
  }
  const stem = stemOf(word);
  if (stem === stemOf(ofName) || (isCut && stem.startsWith(ofName))) return weights.ending;
  const isEnd = word.length >= minEnd && ofName.endsWith(word);
  return isEnd || isStarted(word, ofName) ? weights.started : 0;
}

/** `minCut`: the letters that remain at least if the word of the name may be cut short. */
export function compareWords(word: string, ofName: string, minCut: number): Likeness {
  const like = (weight: number): Likeness => ({ weight, isMistyped: false });
  if (word === ofName) return like(weights.same);
  if (formsOfWord(ofName).includes(word)) return like(weights.related);
  if (!letters.test(word) || !letters.test(ofName)) return none;
  const weight = compareEnds(word, ofName, ofName.length >= minCut);
  if (weight > 0) return like(weight);
  if (isOneShortened(word, ofName)) return like(weights.consonants);
  if (isStarted(ofName, word)) return like(weightOfStart);
  const isMistyped = word.length >= minMistyped && differByOneEdit(word, ofName);
  return isMistyped ? { weight: weights.mistyped, isMistyped } : none;
}
