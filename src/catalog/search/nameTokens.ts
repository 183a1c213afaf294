// What the index of words has beside words, each as one word of its own: the whole name of an
// offer, how it begins, and its vendor. Invariant: their letters are in no word and no query.

import { remember } from "../remember.ts";

/** Three letters, so that the index of prefixes has one entry of an offer for all of them. */
const mark = "\ue000\ue000\ue000";
/** Stands between words, and before those as written. */
const [space, asWritten] = ["\ue001", "\ue002"];

/** Names begin by so many words at most; an entry of more is compared with the names it finds. */
export const maxBeginningWords = 6;

const maxCachedTokens = 4_000;

/** Longer keys are equal to no entry. */
const maxKeyLength = 1_000;

function joinWords(words: readonly string[]): string {
  return words.join(space);
}

/** The token of a name with these words first; if it has more letters, its token begins so. */
export function beginningToken(words: readonly string[]): string {
  return `${mark}${words.length}${joinWords(words)}`;
}

/** The token of the names with this `nameKey`. */
export function nameToken(key: string): string {
  return `${mark}n${joinWords(key.split(" ")).replace("\u0001", asWritten)}`;
}

/** The token of names that fold to this and are written otherwise. */
export function otherNameToken(folded: string): string {
  return `${mark}o${joinWords(folded.split(" "))}`;
}

/** Only letters are left as they are: the index would part the text elsewhere, and ignore case. */
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
  const words = folded.split(" ", maxBeginningWords);
  const beginnings = words.map((_, place) => beginningToken(words.slice(0, place + 1)));
  if (key.length > maxKeyLength) return beginnings.join(" ");
  const names = key === folded ? [nameToken(key)] : [nameToken(key), otherNameToken(folded)];
  return [...beginnings, ...names].join(" ");
});

/** All tokens of an offer, with one space between. */
export function tokensOfOffer(key: string, vendor: string): string {
  const ofName = tokensOfName(key);
  return ofName === "" ? vendorToken(vendor) : `${vendorToken(vendor)} ${ofName}`;
}
