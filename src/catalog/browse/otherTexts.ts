// What a text may mean: parts, or else a text near it that has hits.
import { correctWords } from "../entries/mistypedNames.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import { lookUpParts } from "../search/lookUpParts.ts";
import type { Suggestion } from "../search/suggestions.ts";
import { readTermTable } from "../terms/readTermTable.ts";
import { type BrowsedHit, hasHits } from "./collectHits.ts";

export type OtherTexts = {
  /** Parts that the text may mean, if it is no number in the catalog. */
  readonly suggestions: readonly Suggestion[];
  /** The text with its mistyped words corrected, if only that has hits; else null. */
  readonly corrected: string | null;
  /** The text without one of its words, if only that has hits, likeliest first. */
  readonly shorter: readonly string[];
};

export const noOtherTexts: OtherTexts = { suggestions: [], corrected: null, shorter: [] };

/** Texts of more words are no names of parts, and each word costs a search. */
const maxWords = 6;
/** Corrections that are searched for: one of words that never occur together takes 5 ms. */
const maxSearched = 8;

function readWords(text: string): readonly string[] {
  const words = text.split(/\s+/);
  return words.length > maxWords ? [] : words;
}

/** The last word is the likeliest to be mistyped, so it is left out first. */
function shorten(view: ReplicaView, text: string, now: Date): readonly string[] {
  const words = readWords(text);
  if (words.length < 2) return [];
  const texts = words.map((_, place) => words.toSpliced(place, 1).join(" "));
  return [...new Set(texts.reverse())].filter((one) => hasHits(view, one, now));
}

function correct(view: ReplicaView, text: string, now: Date): string | null {
  if (readWords(text).length === 0) return null;
  const corrected = correctWords(view, readTermTable(view), text);
  return corrected.slice(0, maxSearched).find((one) => hasHits(view, one, now)) ?? null;
}

function suggest(view: ReplicaView, text: string, hits: readonly BrowsedHit[], now: Date) {
  if (text === "" || hits.some(({ kind }) => kind === "number")) return [];
  const asked = { partNumbers: [text], partNames: text.length > 1 ? [text] : [] };
  const looked = lookUpParts(view, { ...asked, inStock: false, withSuggestions: true }, now);
  // Parts of a stock number that is one as written are hits of it.
  const others = looked.suggestions.filter(({ reason }) => hits.length === 0 || reason !== "nsn");
  // A text may mean a part as a number and as a name.
  return others.filter(
    ({ partNumber }, at) => others.findIndex((one) => one.partNumber === partNumber) === at,
  );
}

/** What a text with these hits may mean instead. */
export function findOtherTexts(
  view: ReplicaView,
  text: string,
  hits: readonly BrowsedHit[],
  now: Date,
): OtherTexts {
  const suggestions = suggest(view, text, hits, now);
  if (hits.length > 0) return { ...noOtherTexts, suggestions };
  return { suggestions, corrected: correct(view, text, now), shorter: shorten(view, text, now) };
}
