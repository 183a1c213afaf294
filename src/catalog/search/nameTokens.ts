// What the index of words contains besides words, each as one token: the whole name of an offer,
// its words in any order, its first words, and its vendor. Invariant: the characters of tokens
// occur in no word and no query.

import { remember } from "../remember.ts";

/** Three letters, so that the prefix index has one entry per offer for all tokens. */
const mark = "\ue000\ue000\ue000";
/** The separator of words, and the mark before words as written. */
const [space, asWritten] = ["\ue001", "\ue002"];

/** The most first words that are indexed; a longer entry is compared with the names it finds. */
export const maxBeginningWords = 6;

const maxCachedTokens = 4_000;

/** No entry equals a longer key. */
const maxKeyLength = 1_000;

function joinWords(words: readonly string[]): string {
  return words.join(space);
}

/** The token of a name that begins with these words; the token of a longer name begins with it. */
export function beginningToken(words: readonly string[]): string {
  return `${mark}${words.length}${joinWords(words)}`;
}

/** The token of the names with this `nameKey`. */
export function nameToken(key: string): string {
  return `${mark}n${joinWords(key.split(" ")).replace("\u0001", asWritten)}`;
}

/** What the tokens of the names begin with whose folded words begin with this. */
export function namePrefixToken(beginning: string): string {
  return `${mark}n${beginning}`;
}

/** The folded words of the name of a token, with one space between. */
export function readNameToken(token: string): string {
  const [folded = ""] = token.slice(mark.length + 1).split(asWritten);
  return folded.replaceAll(space, " ");
}

/** The token of names that fold to this but are written differently. */
export function otherNameToken(folded: string): string {
  return `${mark}o${joinWords(folded.split(" "))}`;
}

/** The token of the names that fold to these words, in any order. */
export function wordsToken(words: readonly string[]): string {
  return `${mark}w${joinWords(words.toSorted())}`;
}

/**
 * Only letters remain unchanged: the index would split the text at other characters, and ignore
 * case.
 */
export const vendorToken = remember(maxCachedTokens, (vendor): string => {
  const letters = vendor.replace(/[\0-\x7f]/g, (letter) =>
    String.fromCharCode(0xe100 + letter.charCodeAt(0)),
  );
  return `${mark}v${letters}`;
});

/** Many offers share a name. */
const tokensOfName = remember(maxCachedTokens, (key): string => {
  const [folded = ""] = key.split("\u0001");
  if (folded === "") return "";
  const words = folded.split(" ");
  const first = words.slice(0, maxBeginningWords);
  const tokens = first.map((_, place) => beginningToken(first.slice(0, place + 1)));
  if (key.length > maxKeyLength) return tokens.join(" ");
  tokens.push(nameToken(key));
  if (key !== folded) tokens.push(otherNameToken(folded));
  // One word has no other order.
  if (words.length > 1) tokens.push(wordsToken(words));
  return tokens.join(" ");
});

/** All tokens of an offer, separated by one space. */
export function tokensOfOffer(key: string, vendor: string): string {
  const ofName = tokensOfName(key);
  return ofName === "" ? vendorToken(vendor) : `${vendorToken(vendor)} ${ofName}`;
}
