// A name as the index of words is asked for it: one query for each kind of match (decision 15).
import { foldFullWidth, partNumberKey } from "../partNumber.ts";
import type { ReplicaView } from "../replica/replica.ts";
import { selectKnownTerms, selectTerms } from "./hitQueries.ts";
import {
  beginningToken,
  maxBeginningWords,
  nameToken,
  otherNameToken,
  vendorToken,
} from "./nameTokens.ts";
import {
  hasEndlessWord,
  type NameKeys,
  type NameSearch,
  nameKeys,
  searchName,
  searchWords,
} from "./searchWords.ts";

/** An entry of names. */
export type NameQuestion = {
  readonly partNumberKey: string;
  readonly keys: NameKeys;
  readonly search: NameSearch;
};

/** The entry has a word. */
export function readNameQuestion(entry: string): NameQuestion {
  return {
    partNumberKey: foldFullWidth(partNumberKey(entry)),
    keys: nameKeys(entry),
    search: searchName(entry),
  };
}

/** Prefixes of so few letters have an index of their own. */
const maxIndexedPrefix = 3;
/**
 * So many words are asked for one by one. The index collects all offers of a prefix before it gives
 * the first, but of one word it gives them as it reads them.
 */
const maxTerms = 64;

function quote(word: string): string {
  return `"${word}"`;
}

/** Empty if nothing has such a word. */
function writePrefix(view: ReplicaView, prefix: string): string {
  if (Array.from(prefix).length <= maxIndexedPrefix) return `${quote(prefix)}*`;
  const terms = selectTerms(view, prefix, maxTerms + 1);
  if (terms.length > maxTerms) return `${quote(prefix)}*`;
  return terms.length < 2 ? terms.map(quote).join("") : `(${terms.map(quote).join(" OR ")})`;
}

/** All must match; empty if one of them matches nothing. */
function writeAll(parts: readonly string[]): string {
  return parts.includes("") ? "" : parts.join(" AND ");
}

function writeAny(parts: readonly string[]): string {
  const possible = parts.filter((part) => part !== "");
  return possible.length < 2 ? possible.join("") : `(${possible.join(" OR ")})`;
}

function writeWords(view: ReplicaView, { words, prefix, folded, identity }: NameSearch): string {
  const ending = writePrefix(view, prefix);
  const last = folded.length === 0 ? ending : writeAny([writeAll(folded.map(quote)), ending]);
  const all = writeAll([...words.map(quote), last]);
  if (identity === null) return all;
  return writeAny([quote(identity), all === "" ? "" : `(${all})`]);
}

function writeBeginning(view: ReplicaView, { keys: { folded, isOpen }, search }: NameQuestion) {
  const words = folded.split(" ");
  const token = beginningToken(words.slice(0, maxBeginningWords));
  if (words.length > maxBeginningWords) return writeAll([quote(token), writeWords(view, search)]);
  return isOpen ? writePrefix(view, token) : quote(token);
}

/** A query of the index; `isLoose` if it also matches names that do not begin with the entry. */
export type HitQuery = { readonly write: () => string; readonly isLoose: boolean };

/**
 * The queries of a name in the order of their hits: the exact name, names that fold to the same,
 * names that go on from it, all words. One that could match nothing is written as "".
 */
export function listHitQueries(
  view: ReplicaView,
  question: NameQuestion,
  vendor: string | null,
): HitQuery[] {
  const { exact, folded } = question.keys;
  const ofVendor = (query: string): string => {
    return vendor === null || query === "" ? query : `${quote(vendorToken(vendor))} AND (${query})`;
  };
  const isLoose = folded.split(" ").length > maxBeginningWords;
  const sameFold = [nameToken(folded), otherNameToken(folded)] as const;
  const known = selectKnownTerms(view, [nameToken(exact), ...sameFold]);
  const writeKnown = (tokens: readonly string[]) =>
    ofVendor(writeAny(tokens.filter((token) => known.has(token)).map(quote)));
  return [
    { write: () => writeKnown([nameToken(exact)]), isLoose: false },
    {
      write: () => writeKnown(sameFold.filter((token) => token !== nameToken(exact))),
      isLoose: false,
    },
    { write: () => ofVendor(writeBeginning(view, question)), isLoose },
    { write: () => ofVendor(writeWords(view, question.search)), isLoose: false },
  ];
}

/** The query of all that a name finds; empty if that is nothing. */
export function writeAnyHit(view: ReplicaView, name: string): string {
  if (hasEndlessWord(name) || searchWords(name).length === 0) return "";
  const exact = listHitQueries(view, readNameQuestion(name), null).filter((one) => !one.isLoose);
  return writeAny(exact.map(({ write }) => write()));
}
