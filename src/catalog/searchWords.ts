// How names are read: which words a name, title or description has, and how an entry asks for them
// (decision 15). Data and questions pass the same fold, so that they meet.

const combiningMarks = /\p{M}+/gu;
const wordRuns = /[\p{L}\p{N}]+/gu;
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
  return fold(text).match(wordRuns) ?? [];
}

/** In bytes: what the database takes as one word. */
const longestWordBytes = 2_046;

/** Whether a text has a word that no search can hold; the import takes none, so none is found. */
export function hasEndlessWord(text: string): boolean {
  if (text.length * 18 <= longestWordBytes) return false;
  return searchWords(text).some((word) => Buffer.byteLength(word) > longestWordBytes);
}

/** A name as it is compared whole: its words with one space between. */
export function nameKey(text: string): string {
  return searchWords(text).join(" ");
}

/**
 * The distinct words of an offer as a tsvector literal; the words need no quoting by
 * construction.
 */
export function searchVector(texts: readonly (string | null)[]): string {
  const words = new Set(texts.flatMap((text) => (text === null ? [] : searchWords(text))));
  return [...words].map((word) => `'${word}'`).join(" ");
}

/** An entry as a tsquery literal: every word must occur, the last also as a prefix. */
export function searchQuery(words: readonly string[]): string {
  return words
    .map((word, index) => (index === words.length - 1 ? `'${word}':*` : `'${word}'`))
    .join(" & ");
}
