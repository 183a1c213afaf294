// A name as queries of the index of words: one for each kind of match.
import { foldFullWidth, partNumberKey } from "../partNumber.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import { isKnownTerm, selectPresent, selectTerms } from "./hitQueries.ts";
import {
  beginningToken,
  maxBeginningWords,
  nameToken,
  otherNameToken,
  vendorToken,
  wordsToken,
} from "./nameTokens.ts";
import {
  hasEndlessWord,
  listWordChoices,
  type NameKeys,
  type NameSearch,
  nameKeys,
  searchName,
  searchWords,
  type WordChoice,
} from "./searchWords.ts";

/** An entry of names. With the same `text` and `partNumberKey`, two are the same question. */
export type NameQuestion = {
  readonly text: string;
  readonly partNumberKey: string;
  readonly keys: NameKeys;
  readonly search: NameSearch;
};

/** Undefined for an entry without a word, or with one that no search can hold. */
export function readNameQuestion(entry: string): NameQuestion | undefined {
  const words = hasEndlessWord(entry) ? [] : searchWords(entry);
  if (words.length === 0) return undefined;
  return {
    text: words.join(" "),
    partNumberKey: foldFullWidth(partNumberKey(entry)),
    keys: nameKeys(words),
    search: searchName(words),
  };
}

/** Prefixes of up to this many letters have their own index. */
const maxIndexedPrefix = 3;
/**
 * A prefix of up to this many words is queried word by word. For a prefix the index collects all
 * offers before it returns the first; for a word it returns them as it reads them.
 */
const maxTerms = 64;
/**
 * A prefix of up to this many words is merged for a lookup; beyond that, hits of its first letters
 * are compared.
 */
const maxMerged = 2_000;
/** Beyond that, the hits of this many words are counted: each takes 10 µs. */
const maxCounted = 500;

function quote(word: string): string {
  return `"${word}"`;
}

/** Empty if there is no such word; null if there are too many to be merged for a lookup. */
function writePrefix(view: ReplicaView, prefix: string): string | null {
  if (Array.from(prefix).length <= maxIndexedPrefix) return `${quote(prefix)}*`;
  const terms = selectTerms(view, prefix, maxTerms + 1);
  if (terms.length <= maxTerms) return writeAny(terms.map(quote));
  const isMerged = selectTerms(view, prefix, maxMerged + 1).length <= maxMerged;
  return isMerged ? `${quote(prefix)}*` : null;
}

/** Joins queries that must all match; empty if one of them matches nothing. */
function writeAll(parts: readonly string[]): string {
  return parts.includes("") ? "" : parts.join(" AND ");
}

function writeAny(parts: readonly string[]): string {
  const possible = parts.filter((part) => part !== "");
  return possible.length < 2 ? possible.join("") : `(${possible.join(" OR ")})`;
}

/**
 * A query of the index, empty if it matches nothing. A loose one also matches names that do not
 * begin with the entry, or offers without its words.
 */
export type HitQuery = { readonly query: string; readonly loose: "beginning" | "words" | null };

/** The query for a prefix of too many words to be merged. */
type WriteMany = (view: ReplicaView, prefix: string) => string;

const writeFirstLetters: WriteMany = (_view, prefix) =>
  `${quote(Array.from(prefix).slice(0, maxIndexedPrefix).join(""))}*`;

const writeFirstWords: WriteMany = (view, prefix) =>
  writeAny(selectTerms(view, prefix, maxCounted).map(quote));

function writeWords(
  view: ReplicaView,
  { words, prefix, folded, identity }: NameSearch,
  writeMany: WriteMany,
): HitQuery {
  const written = writePrefix(view, prefix);
  const ending = written ?? writeMany(view, prefix);
  const last = folded.length === 0 ? ending : writeAny([writeAll(folded.map(quote)), ending]);
  const all = writeAll([...words.map(quote), last]);
  const loose = written === null ? "words" : null;
  if (identity === null) return { query: all, loose };
  return { query: writeAny([quote(identity), all === "" ? "" : `(${all})`]), loose };
}

function writeBeginning(view: ReplicaView, { keys, search }: NameQuestion): HitQuery {
  const words = keys.folded.split(" ");
  const token = beginningToken(words.slice(0, maxBeginningWords));
  const isLong = words.length > maxBeginningWords;
  const isWhole = isLong || !keys.isOpen;
  if (isWhole && !isKnownTerm(view, token)) return { query: "", loose: null };
  const query = isWhole ? quote(token) : writePrefix(view, token);
  if (query !== null && !isLong) return { query, loose: null };
  const ofWords = writeWords(view, search, writeFirstLetters).query;
  return { query: writeAll(isLong ? [quote(token), ofWords] : [ofWords]), loose: "beginning" };
}

/**
 * The queries of a name in the order of their tiers, each created when it is called: the exact
 * name, names that fold to the same, longer names that start with it, names of the same words in
 * another order, all words.
 */
export function listHitQueries(
  view: ReplicaView,
  question: NameQuestion,
  vendor: string | null,
  writeMany: WriteMany = writeFirstLetters,
): (() => HitQuery)[] {
  const { exact, folded } = question.keys;
  const ofVendor = ({ query, loose }: HitQuery): HitQuery => {
    if (vendor === null || query === "") return { query, loose };
    return { query: `${quote(vendorToken(vendor))} AND (${query})`, loose };
  };
  const words = folded.split(" ");
  const sameFold = [nameToken(folded), otherNameToken(folded)] as const;
  const writeKnown = (tokens: readonly string[]): HitQuery => {
    const query = writeAny(tokens.filter((token) => isKnownTerm(view, token)).map(quote));
    return ofVendor({ query, loose: null });
  };
  return [
    () => writeKnown([nameToken(exact)]),
    () => writeKnown(sameFold.filter((token) => token !== nameToken(exact))),
    () => ofVendor(writeBeginning(view, question)),
    () => writeKnown(words.length > 1 ? [wordsToken(words)] : []),
    () => ofVendor(writeWords(view, question.search, writeMany)),
  ];
}

const endOfNiin = /^(\d{3})[-–— ]?(\d{4})$/;

/** The NIINs that end with seven digits, of whatever country; empty if there are none. */
function writeNiins(view: ReplicaView, text: string): string {
  const [, ...digits] = endOfNiin.exec(text.trim()) ?? [];
  if (digits.length === 0) return "";
  const countries = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, "0"));
  const niins = countries.map((country) => `${country}${digits.join("")}`);
  return writeAny(selectPresent(view, niins).map(quote));
}

/** Queries for what a name finds, best tier first; for a part of it if not `isAll`. */
export type AnyHits = { readonly queries: readonly string[]; readonly isAll: boolean };

/**
 * The queries for everything that a name finds; for a part of it if it has a prefix of very many
 * words.
 */
export function listAnyHits(view: ReplicaView, name: string): AnyHits {
  const question = readNameQuestion(name);
  if (question === undefined) return { queries: [], isAll: true };
  const queries = listHitQueries(view, question, null, writeFirstWords);
  // A name that begins with the entry has all its words.
  const written = queries.map((write) => write()).filter(({ loose }) => loose !== "beginning");
  const texts = [writeNiins(view, name), ...written.map(({ query }) => query)];
  return {
    queries: texts.filter((query) => query !== ""),
    isAll: written.every(({ loose }) => loose === null),
  };
}

/** Words of fewer letters begin too many others. */
const minBeginning = 3;
/** Texts of more words are no names of parts, and each word costs a search. */
const maxCutWords = 6;

/** The queries for offers with words that begin with each word of a name, in any order. */
export function listWordBeginnings(view: ReplicaView, name: string): AnyHits {
  const choices = hasEndlessWord(name) ? [] : listWordChoices(name);
  if (choices.length < 2 || choices.length > maxCutWords) return { queries: [], isAll: true };
  let isAll = true;
  const writeChoice = ({ word, folded }: WordChoice): string => {
    const whole = writeAll(folded.map(quote));
    if (Array.from(word).length < minBeginning) return whole;
    const written = writePrefix(view, word);
    isAll &&= written !== null;
    return writeAny([whole, written ?? writeFirstWords(view, word)]);
  };
  const query = writeAll(choices.map(writeChoice));
  return { queries: query === "" ? [] : [query], isAll };
}
