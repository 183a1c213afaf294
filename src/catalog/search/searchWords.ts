// How names are read: which words a name, title or description has, and how an entry asks for them.
// Data and questions pass the same fold, so that they meet.

import { remember } from "../remember.ts";
import { foldWord, formsOfWord } from "./foldWord.ts";

const combiningMarks = /\p{M}+/gu;
const wordRuns = /[\p{L}\p{N}]+/gu;
const plain = /^[ -~]*$/;
const plainWordRuns = /[a-z0-9]+/g;
const foldedLetters: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["đ", "d"],
  ["ł", "l"],
  ["ı", "i"],
  ["þ", "th"],
]);
const specialLetters = /[ßæœøđłıþ]/gu;

/** Lower case without accents: "Läger" and "LAGER" are one. */
function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(combiningMarks, "")
    .toLowerCase()
    .replace(specialLetters, (letter) => foldedLetters.get(letter) ?? letter);
}

/**
 * The words of a text in order: folded runs of letters and digits. "O-RING, 2.5" has o, ring, 2,
 * 5.
 */
export function searchWords(text: string): string[] {
  const found = plain.test(text)
    ? text.toLowerCase().match(plainWordRuns)
    : fold(text).match(wordRuns);
  return found ?? [];
}

/** In bytes: limits what one offer adds to the index of words. */
const maxWordBytes = 2_030;

/** Whether a text has a word that no search can hold; the import takes none, so none is found. */
export function hasEndlessWord(text: string): boolean {
  if (text.length * 18 <= maxWordBytes) return false;
  return searchWords(text).some((word) => Buffer.byteLength(word) > maxWordBytes);
}

/** The words of a text with plurals and abbreviations folded, in order. */
function foldedKey(words: readonly string[]): string {
  return words.flatMap(foldWord).join(" ");
}

/** Longer names are equal to no entry, so they need no words as written. */
const maxExactNameLength = 200;

const maxCachedNames = 4_000;

/**
 * A name as it is compared whole: its folded words with one space between, then, where they differ
 * from the words as written, U+0001 and those. So all names of one fold stand together in an
 * index, before those that go on, and the exact one can be told.
 */
export const nameKey = remember(maxCachedNames, (text): string => {
  const words = searchWords(text);
  return joinNameKey(words.join(" "), foldedKey(words));
});

function joinNameKey(written: string, folded: string): string {
  if (written === folded || written.length > maxExactNameLength) return folded;
  return `${folded}\u0001${written}`;
}

/** What an offer is found by: its texts, its NSN of 13 digits, and the manufacturer's CAGE code. */
export type SearchedTexts = {
  readonly partName: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly nsn: string | null;
  readonly cage: string | null;
};

const niinLength = 9;
const maxCachedTexts = 4_000;

const plainBreak = /^[^a-z0-9]$/i;

/** Whether `whole` begins with all words of `text`, and not with a part of its last one. */
function beginsWith(whole: string | null, text: string): boolean {
  if (whole === null || !whole.startsWith(text)) return false;
  const next = whole.charAt(text.length);
  return next === "" || (plain.test(next) && plainBreak.test(next));
}

/** What the words of a text are found by; many offers share a name. */
const formsOfText = remember(maxCachedTexts, (text) => searchWords(text).flatMap(formsOfWord));

/**
 * The distinct words of an offer, as written and folded, with its NSN, NIIN and CAGE code. A title
 * that its description begins with adds nothing.
 */
export function searchForms(offer: SearchedTexts): string {
  const { partName, title, description, cage, nsn } = offer;
  const found = new Set<string>(partName === null ? [] : formsOfText(partName));
  // Few offers share these, so only their words are cached.
  const longer = [beginsWith(description, title ?? "") ? null : title, description];
  for (const text of longer) {
    for (const word of searchWords(text ?? ""))
      for (const form of formsOfWord(word)) found.add(form);
  }
  if (cage !== null) for (const form of formsOfText(cage)) found.add(form);
  if (nsn !== null) found.add(nsn).add(nsn.slice(-niinLength));
  return [...found].join(" ");
}

/** An entry of names as it is asked; the keys are as `nameKey` makes them. */
export type NameKeys = {
  readonly exact: string;
  readonly folded: string;
  /** Names starting with the entry lie from `prefixStart` on and before `prefixEnd`. */
  readonly prefixStart: string;
  readonly prefixEnd: string;
  /** Whether the last word may be incomplete. */
  readonly isOpen: boolean;
};

/**
 * The keys of an entry, by its words. A last word that has not been folded may go on; one that has
 * is whole: BOLTS begins BOLT,EYE but not BOLTED.
 */
export function nameKeys(words: readonly string[]): NameKeys {
  const folded = foldedKey(words);
  const isOpen = isItsFold(words.at(-1) ?? "");
  return {
    exact: joinNameKey(words.join(" "), folded),
    folded,
    prefixStart: isOpen ? `${folded}\u0002` : `${folded} `,
    prefixEnd: isOpen ? `${folded}\u{10ffff}` : `${folded}!`,
    isOpen,
  };
}

function isItsFold(word: string): boolean {
  return foldWord(word).join(" ") === word;
}

const stockNumber = /^(?:(?:nsn|niin) ?)?((?:\d{4} ?)?\d{2} ?\d{3} ?\d{4})$/;
const cageLabel = /\bcage (?:code )?(?=(?=[a-z]*\d)[a-z0-9]{5}(?: |$))/g;

export type NameSearch = {
  /** Words that must occur. */
  readonly words: readonly string[];
  /** The prefix of one more word. */
  readonly prefix: string;
  /** Alternatives, if the last word of the entry folds to others. */
  readonly folded: readonly string[];
  /** The NSN or NIIN that the entry is; null if it is none. */
  readonly identity: string | null;
};

/** A word of an entry as it is written, and the words that it stands for. */
export type WordChoice = { readonly word: string; readonly folded: readonly string[] };

/** The words of an entry, without the word CAGE before a CAGE code. */
export function listWordChoices(entry: string): WordChoice[] {
  return listAskedWords(searchWords(entry).join(" ")).map((word) => ({
    word,
    folded: foldWord(word),
  }));
}

function listAskedWords(written: string): string[] {
  return written.replace(cageLabel, "").split(" ");
}

/**
 * Every word of an entry must occur, the last also as a prefix; or else the NSN or NIIN that the
 * entry is. The word CAGE before a CAGE code only says what the code is. The entry has a word.
 */
export function searchName(entryWords: readonly string[]): NameSearch {
  const written = entryWords.join(" ");
  const words = listAskedWords(written);
  const last = words.at(-1) ?? "";
  return {
    words: words.slice(0, -1).flatMap(foldWord),
    prefix: last,
    folded: isItsFold(last) ? [] : foldWord(last),
    identity: stockNumber.exec(written)?.[1]?.replaceAll(" ", "") ?? null,
  };
}
