// Splits a text into words, digits and marks, each with its place.
import { markedWords } from "./lexicon.ts";

/** A part of a text, from a place to before another one. */
export type Span = { readonly start: number; readonly end: number };

/** `isSpaced`: it is the first one, or white space is before it. */
export type Token = Span & {
  readonly text: string;
  readonly kind: "letters" | "digits" | "mark";
  readonly isSpaced: boolean;
};

/** Real lines are much shorter; longer ones have no tokens. */
const maxLength = 1_000;

const token = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${markedWords.join("|")})(?!\\p{L})|\\p{L}[\\p{L}\\p{M}]*|\\p{N}+|\\S`,
  "giu",
);

function kindOf(text: string): Token["kind"] {
  if (/^\p{L}/u.test(text)) return "letters";
  return /^\p{N}/u.test(text) ? "digits" : "mark";
}

export function tokenize(text: string): readonly Token[] {
  if (text.length > maxLength) return [];
  return [...text.matchAll(token)].map(({ 0: found, index: start }) => {
    const isSpaced = start === 0 || /\s/.test(text.charAt(start - 1));
    return { text: found, start, end: start + found.length, kind: kindOf(found), isSpaced };
  });
}

/** Whether a token touches no letter or digit: "or" in "NE/or/OH", not in "A10or". */
export function isWord(tokens: readonly Token[], at: number): boolean {
  const [one, before, after] = [tokens[at], tokens[at - 1], tokens[at + 1]];
  if (one?.kind !== "letters") return false;
  const isFree = (other: Token | undefined, touching: boolean) =>
    other === undefined || !touching || other.kind === "mark";
  const endsInMark = /[/']$/.test(one.text);
  return isFree(before, !one.isSpaced) && (endsInMark || isFree(after, after?.isSpaced === false));
}
