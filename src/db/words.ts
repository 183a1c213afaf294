// Texts are found by the beginnings of their words, which indexes contain.

const maxWords = 10;
const maxWordLength = 50;

/** SQL: the words of a text, exactly as the index on it has them. */
export function wordsOf(text: string): string {
  return `to_tsvector('simple', translate(${text}, '@._+-/&''', '        '))`;
}

/** The words that were typed, in lower case. */
export function splitWords(typed: string): string[] {
  const words = typed.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.slice(0, maxWords).map((word) => word.slice(0, maxWordLength));
}

/**
 * The query for texts in which each typed word begins a word; null if what was typed would match
 * too much: fewer than two characters.
 */
export function toWordQuery(typed: string): string | null {
  const words = splitWords(typed);
  if (!words.some((word) => word.length > 1)) return null;
  return words.map((word) => `'${word}':*`).join(" & ");
}
