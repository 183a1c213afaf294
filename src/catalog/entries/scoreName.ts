import { remember } from "../remember.ts";
import { formsOfWord } from "../search/foldWord.ts";
import { findSizes, isFiller } from "./nameReadings.ts";

// How surely a word of an entry is a word of a name: the same, cut short, shortened, with another
// ending, or mistyped. Pure.

type Likeness = {
  /** From 0 to 1. */
  readonly weight: number;
  readonly isMistyped: boolean;
};

/** A word that another only begins with: SEAL, of SEALANT. */
const weightOfStart = 0.4;

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
function compareWords(word: string, ofName: string, minCut: number): Likeness {
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

// How well a name fits one way to read an entry. Pure. The weights are those with which the right
// part comes first most often in the sets of test/search.

/** One way to read an entry: its words, and what it costs to read it so; 0 is as written. */
export type Reading = {
  readonly words: readonly string[];
  readonly cost: number;
  /** Whether a typing error is corrected. */
  readonly isCorrected: boolean;
};

export type NameScore = {
  readonly score: number;
  /** The words of the name that are words of the entry. */
  readonly readAs: string;
  /** Whether all words of the entry but sizes and words such as ASSY are in the name. */
  readonly isWhole: boolean;
  readonly isMistyped: boolean;
};

const wordWeights = { size: 0.02, filler: 0.2, noun: 1.4, other: 1 } as const;
const likeWeights = { compound: 1, joined: 0.97, acronym: 0.95, initials: 0.85 } as const;
const costs = { unmatched: 0.05, filler: 0.015, order: 0.002 } as const;
const maxUnmatched = 5;
const bonus = { sameOrder: 0.35, lastWord: 0.25, firstWord: 0.1 } as const;
const minShare = { withNoun: 0, other: 0.55 } as const;
const maxInitials = 4;
/** Shorter names are complete; of longer ones, one letter of the last word may remain. */
const minCutName = { other: 15, anywhere: 17 } as const;
const minCut = 3;

/** The letters that remain at least of the last word of a name of so many that may be cut short. */
function minCutOf(name: readonly string[]): number {
  const { length } = name.join(" ");
  if (length < minCutName.other) return Number.POSITIVE_INFINITY;
  return length < minCutName.anywhere ? minCut : 1;
}

/** Where words of a name are a word of the entry, and how surely. */
type Found = Likeness & { readonly places: readonly number[] };

const nothing: Found = { weight: 0, isMistyped: false, places: [] };

/** The places of the words whose initials a word is: TR for TAIL ROTOR. */
function findInitials(word: string, name: readonly string[]): readonly number[] {
  if (!/^(?:[a-z]{2}|[b-df-hj-np-tv-z]{2,})$/.test(word) || word.length > maxInitials) return [];
  const from = name
    .map((one) => one.charAt(0))
    .join("")
    .indexOf(word);
  return from < 0 ? [] : [...word].map((_, at) => from + at);
}

type Name = { readonly words: readonly string[]; readonly minCut: number };

/** The places of the two words that a word consists of, the second first: SKID and TAIL. */
function findCompound(word: string, { words: name, minCut: min }: Name): readonly number[] {
  for (const [place, start] of name.entries()) {
    if (!word.startsWith(start)) continue;
    const end = word.slice(start.length);
    const isCut = place === name.length - 2 && (name.at(-1) ?? "").length >= min;
    const rest = isCut && end.startsWith(name.at(-1) ?? "") ? name.length - 1 : name.indexOf(end);
    if (rest >= 0 && rest !== place) return [rest, place];
  }
  return [];
}

/** Where a word is in a name, but for the places of others. */
function findWord(word: string, whole: Name, used: ReadonlySet<number>) {
  const { words: name, minCut: min } = whole;
  let best = nothing;
  for (const [place, ofName] of name.entries()) {
    if (used.has(place)) continue;
    const isLast = place === name.length - 1;
    const like = compareWords(word, ofName, isLast ? min : Number.POSITIVE_INFINITY);
    if (like.weight > best.weight) best = { ...like, places: [place] };
  }
  if (best.weight === 1) return best;
  const compound = findCompound(word, whole);
  if (compound.length > 0) return { ...best, weight: likeWeights.compound, places: compound };
  const initials = best.weight > likeWeights.initials ? [] : findInitials(word, name);
  if (initials.length === 0) return best;
  return { weight: likeWeights.initials, isMistyped: false, places: initials };
}

/** Where two words are that a name writes as one: TAIL ROTOR in TAILROTO, which is cut short. */
function findJoined(one: string, other: string | undefined, { words, minCut: min }: Name): number {
  if (other === undefined) return -1;
  const joined = `${one}${other}`;
  const place = words.indexOf(joined);
  const last = words.at(-1) ?? "";
  const isCut = last.length > one.length && last.length >= min && joined.startsWith(last);
  return place < 0 && isCut ? words.length - 1 : place;
}

const minAcronym = 3;

/** Which words have the initials of a word of a name: ANGLE OF ATTACK for AOA. */
function findAcronyms(words: readonly string[], name: readonly string[]): (Found | undefined)[] {
  const initials = words.map((word) => word.charAt(0)).join("");
  const found: (Found | undefined)[] = [];
  for (const [place, ofName] of name.entries()) {
    const from = ofName.length < minAcronym ? -1 : initials.indexOf(ofName);
    if (from < 0) continue;
    for (let at = from; at < from + ofName.length; at += 1) {
      found[at] = { weight: likeWeights.acronym, isMistyped: false, places: [place] };
    }
  }
  return found;
}

/** Where the words of an entry are in a name, equal ones first, each in a place of its own. */
function findWords(words: readonly string[], name: Name): Found[] {
  const acronyms = findAcronyms(words, name.words);
  const joined = words.map((word, at) => findJoined(word, words[at + 1], name));
  const found = words.map((word, at): Found => {
    const own = name.words.indexOf(word);
    const place = own < 0 ? Math.max(joined[at] ?? -1, joined[at - 1] ?? -1) : own;
    const weight = own < 0 ? likeWeights.joined : 1;
    if (place < 0) return acronyms[at] ?? nothing;
    return { weight, isMistyped: false, places: [place] };
  });
  const used = new Set(found.flatMap(({ places }) => places));
  for (const [at, word] of words.entries()) {
    if (found[at] !== nothing) continue;
    const one = findWord(word, name, used);
    found[at] = one;
    for (const place of one.places) used.add(place);
  }
  return found;
}

/** Whether a name begins with the last words of an entry: METERING VALVE. */
function beginsWithEnd(words: readonly string[], name: readonly string[]): boolean {
  const from = words.indexOf(name[0] ?? "");
  return (
    from >= 0 && from < words.length - 1 && words.slice(from).every((word, at) => name[at] === word)
  );
}

type Places = { readonly found: readonly Found[]; readonly first: number; readonly noun: number };

/** Whether a name begins with these places, but for words such as AND. */
function beginInOrder(places: readonly number[], name: readonly string[]): boolean {
  let next = 0;
  for (const place of places) {
    if (place < next || !name.slice(next, place).every(isFiller)) return false;
    next = place + 1;
  }
  return true;
}

/** For a name that begins with the noun of an entry, or with all of it as written. */
function chooseBonus(places: Places, { words, cost }: Reading, name: readonly string[]): number {
  const { found, first, noun } = places;
  const order = found.slice(first, noun + 1).flatMap((one) => {
    return one.places.length === 0 ? [-1] : one.places.toSorted((before, after) => before - after);
  });
  if (cost === 0 && beginInOrder(order, name)) return bonus.sameOrder;
  const isHead = found[noun]?.places.includes(0) ?? false;
  if (isHead || beginsWithEnd(words, name)) return bonus.lastWord;
  return order[0] === 0 ? bonus.firstWord : 0;
}

/** Undefined if too little of the entry is in the name. */
export function scoreName(reading: Reading, name: readonly string[]): NameScore | undefined {
  const { words, cost } = reading;
  const sizes = findSizes(words);
  const isTelling = (word: string, at: number) => !sizes[at] && !isFiller(word);
  const noun = words.findLastIndex(isTelling);
  if (noun < 0) return undefined;
  const found = findWords(words, { words: name, minCut: minCutOf(name) });
  const weights = words.map((word, at) => {
    if (sizes[at]) return wordWeights.size;
    if (isFiller(word)) return wordWeights.filler;
    return at === noun ? wordWeights.noun : wordWeights.other;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const matched = weights.reduce((sum, weight, at) => sum + weight * (found[at]?.weight ?? 0), 0);
  const hasNoun = found[noun]?.places[0] === 0;
  const share = matched / total;
  const least = hasNoun && cost === 0 ? minShare.withNoun : minShare.other;
  if (share <= least) return undefined;
  const places = [...new Set(found.flatMap((one) => one.places))].sort((one, other) => one - other);
  const rest = name
    .filter((_, place) => !places.includes(place))
    .slice(0, maxUnmatched)
    .reduce((sum, word) => sum + (isFiller(word) ? costs.filler : costs.unmatched), 0);
  const head = chooseBonus({ found, first: words.findIndex(isTelling), noun }, reading, name);
  const lateness = places.reduce((sum, place) => sum + place, 0) / words.length;
  const telling = found.filter((_, at) => isTelling(words[at] ?? "", at));
  return {
    score: share - rest - cost + head - costs.order * lateness,
    readAs: places.map((place) => name[place]).join(" "),
    isWhole: telling.every(({ weight }) => weight > weightOfStart),
    isMistyped: telling.some((one) => one.isMistyped),
  };
}
