// Numbers that differ from a mistyped one by confused characters or one edit. Pure. Invariant: the
// number of keys is bounded; they are probed one by one, so no index is scanned.

const minLength = 3;
/** Of shorter numbers, others are one edit away by chance. */
const minEditedLength = 5;
const maxLength = 24;
const maxConfused = 6;

/** The second character of each pair by its first. */
function toSwaps(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split(" ").map((pair) => [pair.charAt(0), pair.charAt(1)]));
}

const confusable = toSwaps("0O O0 1I I1 5S S5 8B B8");
/** Confused less often. */
const alsoConfused = toSwaps("1L L1 0Q Q0 D0 2Z Z2 6G G6 UV VU");

const characters = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const letters = [..."abcdefghijklmnopqrstuvwxyz"];

const costs = {
  confused: 1,
  alsoConfused: 1.5,
  oneMore: 0.1,
  swapped: 2,
  doubled: 2,
  nextKey: 3,
  edited: 4,
  /** A digit for a letter that does not resemble it, or a letter for a digit. */
  otherKind: 5,
} as const;

/** The highest cost of mistakes that are made more often than others. */
export const likelyCost = costs.swapped;

/** Keys that are beside each other. */
const keyRows = ["1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM", "789", "456", "123"];

function areNeighbors(one: string, other: string): boolean {
  return keyRows.some((row) => {
    const [from, to] = [row.indexOf(one), row.indexOf(other)];
    return from >= 0 && to >= 0 && Math.abs(from - to) === 1;
  });
}

function listSubsets<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: 2 ** items.length - 1 }, (_, at) =>
    items.filter((_item, bit) => ((at + 1) >> bit) % 2 === 1),
  );
}

/** All readings of the confusable characters; of many, those that read equal ones alike. */
function listConfused(bare: string): string[] {
  const places = [...bare].flatMap((letter, place) => (confusable.has(letter) ? [place] : []));
  const alike = [...Map.groupBy(places, (place) => bare[place]).values()];
  const chosen = places.length > maxConfused ? listSubsets(alike) : listSubsets(places);
  return chosen.map((subset) => {
    const swapped = new Set(subset.flat());
    return [...bare].map((one, at) => (swapped.has(at) ? confusable.get(one) : one)).join("");
  });
}

/** All texts with one character changed, missing, added or swapped with the next; some repeat. */
function listEdits(text: string, alphabet: readonly string[]): string[] {
  const found: string[] = [];
  for (let place = 0; place <= text.length; place += 1) {
    const [start, rest] = [text.slice(0, place), text.slice(place + 1)];
    const fromHere = text.slice(place);
    for (const other of alphabet) found.push(start + other + fromHere, start + other + rest);
    found.push(start + rest, start + rest.charAt(0) + text.charAt(place) + rest.slice(1));
  }
  return found;
}

const isPossible = /^[0-9A-Z]*\d[0-9A-Z]*$/;

/**
 * The bare numbers that differ from one by confused characters, or, from 5 characters on, by one
 * that is changed, missing, added or swapped with the next: about 70 per character, some repeated.
 * None for a number of fewer than 3 or more than 24 characters, or without a digit.
 */
export function listSimilarNumbers(bare: string): string[] {
  if (bare.length < minLength || bare.length > maxLength || !isPossible.test(bare)) return [];
  const edits = bare.length < minEditedLength ? [] : listEdits(bare, characters);
  return [...listConfused(bare), ...edits];
}

const maxWordLength = 30;

/** The words that a lower-case word of at most 30 letters may be with one typing error. */
export function listMistypedWords(word: string): string[] {
  return word.length > maxWordLength ? [] : listEdits(word, letters);
}

function costOfChange(from: string, to: string): number {
  if (alsoConfused.get(from) === to || alsoConfused.get(to) === from) return costs.alsoConfused;
  if (/\d/.test(from) !== /\d/.test(to)) return costs.otherKind;
  return areNeighbors(from, to) ? costs.nextKey : costs.edited;
}

/** How unlikely it is that a number was written as `bare`, one of its similar numbers. */
export function costOfMistake(bare: string, meant: string): number {
  const [long, short] = bare.length < meant.length ? [meant, bare] : [bare, meant];
  const places = [...short].flatMap((letter, place) => (letter === long[place] ? [] : [place]));
  const [place = short.length, next] = places;
  if (long.length > short.length) {
    const extra = long[place];
    return extra === long[place - 1] || extra === long[place + 1] ? costs.doubled : costs.edited;
  }
  if (places.every((at) => confusable.get(bare.charAt(at)) === meant[at])) {
    return costs.confused + costs.oneMore * (places.length - 1);
  }
  return next === undefined ? costOfChange(bare.charAt(place), meant.charAt(place)) : costs.swapped;
}

/** How unlikely it is that a word was written as `word`, one of its mistyped words. */
export function costOfMistypedWord(word: string, meant: string): number {
  return costOfMistake(word.toUpperCase(), meant.toUpperCase());
}
