// Which column a header names, and what the header of prices says about them: their currency and
// what they are for. Invariant: a header that may name many pieces is followed only if it is clear.
import { type Currency, parseCurrency } from "../kit/money.ts";
import { foldAccents, spell } from "./fold.ts";
import { currencySigns } from "./words/currencies.ts";
import { abbreviations, fillers, priceBases, variants } from "./words/headers.ts";

/** Equal for equal headers: "Part #", "part_number" and "PART NUMBER". */
export function headerKey(header: string): string {
  return header
    .toLowerCase()
    .replace(/#/g, "number")
    .replace(/%/g, "percent")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

const spelledOut = spell(abbreviations);
const spelledAlike = spell(variants);
const filler = new Set(fillers.split(" "));
const bases = spell(priceBases);

const slashed: readonly (readonly [RegExp, string])[] = [
  [/\bp\s?\/\s?n\b/g, " part number "],
  [/\bs\s?\/\s?n\b/g, " serial number "],
  [/\bu\s?\/\s?m\b/g, " unit measure "],
  [/\bu\s?\/\s?i\b/g, " unit issue "],
  [/#|\bn[°º]|№/g, " number "],
  [/%/g, " percent "],
  [/\bus\s?\$/g, " usd "],
];

/** The words of a header, spelled out, in lower case and without accents or fillers. */
function listWords(header: string): string[] {
  const plain = foldAccents(header).replace(/^(?:sum of|summe von|somme de|suma de|soma de)\s/, "");
  const spelled = slashed.reduce((text, [from, to]) => text.replace(from, to), plain);
  return spelled
    .split(/[^\p{L}\p{N}$€£¥]+/u)
    .flatMap((word) => word.split(/([$€£¥])/u))
    .filter((word) => word !== "" && !filler.has(word))
    .flatMap((word) => (spelledOut.get(word) ?? word).split(" "));
}

function currencyOf(word: string): Currency | undefined {
  const [code, ...others] = /^[€£]$|^euros?$/.test(word) ? (currencySigns.get(word) ?? []) : [];
  return parseCurrency(others.length === 0 && code !== undefined ? code : word.toUpperCase());
}

/** As `headerKey`, equal also for abbreviations: "Mfr. P/N" and "manufacturer part number". */
export function headerWordsKey(header: string): string {
  return listWords(header).join("");
}

/** As `headerWordsKey`, equal also for variants of words; no file is remembered by it. */
function nameKey(header: string): string {
  return listWords(header)
    .map((word) => spelledAlike.get(word) ?? word)
    .join("");
}

/** The currency that a header names; undefined if it names none, several or only a dollar sign. */
export function findHeaderCurrency(header: string): Currency | undefined {
  const named = new Set(listWords(header).flatMap((word) => currencyOf(word) ?? []));
  return named.size === 1 ? [...named][0] : undefined;
}

const counts = `(?<count>100|1[.,' ]?000|hundred|thousand|hundert|tausend)`;
const unitWords = String.raw`(?:\s*(?:ea|each|pcs?|pieces?|units?|st|stk|stück)\b\.?)?`;
const before = String.raw`(?:\b(?:per|pro|je|par|por|les)\s+|(?<!\d\s?)\/\s?)`;
/** "Price per 100+" and "Price/100-499" are prices of one unit, for those who buy so many. */
const noBreak = String.raw`(?!${unitWords}\s*(?:\+|[-–]\s*\d))`;
const perUnits = new RegExp(
  String.raw`${before}${counts}(?![\d.,]*\d|\w)${noBreak}${unitWords}`,
  "iu",
);
const manyLetters = /(?:\bper |\/)[CM]\b(?!\s?\/)/i;
const manyPieces = /(?<!\d)(?:100|1[.,' ]?000)(?!\d)/;
const onePiece = /\bc\s?\/\s?u\b/i;
const linking = new Set(["per", "pro", "je", "par", "por", "pour", "le", "1"]);

/**
 * What prices are for as their header names it: one piece, 100 or 1,000 of them, or "unclear": a
 * package, a lot, or a number that may be another thing. Undefined if it names nothing.
 */
export type PriceBasis = "each" | 100 | 1000 | "unclear";

export function findPriceBasis(header: string): PriceBasis | undefined {
  const count = perUnits.exec(header)?.groups?.["count"];
  if (count !== undefined) return /^(?:100$|hund)/i.test(count) ? 100 : 1000;
  const words = listWords(header).map((word) => spelledAlike.get(word) ?? word);
  const named = new Set(words.flatMap((word) => bases.get(word) ?? []));
  if (onePiece.test(header)) return "each";
  if (manyPieces.test(header) || manyLetters.test(header) || named.has("many")) return "unclear";
  return named.has("each") ? "each" : undefined;
}

/** The words of a header of prices without their currency and, if it is so, what they are for. */
function priceKey(header: string, withoutBasis: boolean): string {
  const patterns = withoutBasis ? [perUnits, onePiece, manyLetters] : [];
  const bare = patterns.reduce((text, pattern) => text.replace(pattern, " "), header);
  return listWords(bare)
    .filter((word) => !/^[$€£¥]$/u.test(word) && currencyOf(word) === undefined)
    .map((word) => spelledAlike.get(word) ?? word)
    .filter((word) => !withoutBasis || !(bases.has(word) || linking.has(word)))
    .join("");
}

/** The key without what prices are for, unless it is too short to be of prices alone. */
function shortened(header: string): string[] {
  const key = priceKey(header, true);
  return key.length < 3 ? [] : [key];
}

/** The names of a column in headers, as words of people. */
export type NamedColumn = {
  readonly name: string;
  readonly synonyms: readonly string[];
  /** Names that count only if no other header names the column. */
  readonly weak?: readonly string[];
  /** Names that count only with a currency. */
  readonly priced?: readonly string[];
  readonly content?: string;
};

/** The column that has the number of units that a price is for. */
export const pricePerColumn = "price_per";

/** The columns by the keys of their headers; prices also by keys without currency and basis. */
type ColumnIndex = {
  readonly names: ReadonlyMap<string, string>;
  readonly prices: ReadonlyMap<string, string>;
  readonly priced: ReadonlyMap<string, string>;
  readonly hasBasis: boolean;
};

const indexes = new WeakMap<readonly NamedColumn[], ColumnIndex>();

function indexOf(rules: readonly NamedColumn[]): ColumnIndex {
  const known = indexes.get(rules);
  if (known !== undefined) return known;
  const mapBy = (
    keysOf: (header: string) => readonly string[],
    of: readonly NamedColumn[],
    listOf: (rule: NamedColumn) => readonly string[],
  ) =>
    new Map(
      of.flatMap((one) =>
        listOf(one)
          .flatMap(keysOf)
          .map((key) => [key, one.name]),
      ),
    );
  const all = ({ name, synonyms, weak = [] }: NamedColumn) => [name, ...synonyms, ...weak];
  const prices = rules.filter(({ content }) => content === "price");
  const index = {
    names: mapBy((header) => [nameKey(header), headerKey(header)], rules, all),
    prices: mapBy(
      (header) => [priceKey(header, false), ...shortened(header)],
      prices,
      ({ name, synonyms }) => [name, ...synonyms],
    ),
    priced: mapBy(
      (header) => [priceKey(header, false)],
      prices,
      ({ priced = [] }) => priced,
    ),
    hasBasis: rules.some(({ name }) => name === pricePerColumn),
  };
  indexes.set(rules, index);
  return index;
}

/** The column that a header names, if any. */
export function findNamedColumn(header: string, rules: readonly NamedColumn[]): string | undefined {
  const { names, prices, priced, hasBasis } = indexOf(rules);
  const named = names.get(headerKey(header)) ?? names.get(nameKey(header));
  if (named !== undefined || nameKey(header) === "") return named;
  const hasCurrency = findHeaderCurrency(header) !== undefined || /[$¥]/.test(header);
  const basis = hasBasis ? findPriceBasis(header) : undefined;
  const bare = priceKey(header, false);
  return (
    (hasCurrency ? (prices.get(bare) ?? priced.get(bare)) : undefined) ??
    (basis === undefined ? undefined : prices.get(priceKey(header, true)))
  );
}

/** Whether a header names its column only if no other does, as one of prices of many pieces. */
export function isWeakName(header: string, rules: readonly NamedColumn[]): boolean {
  if (rules.some(({ weak = [] }) => isNamed(header, weak))) return true;
  const basis = findPriceBasis(header);
  const isOfMany = basis !== undefined && basis !== "each";
  return isOfMany && !indexOf(rules).names.has(nameKey(header));
}

/** Whether a header is one of these words. */
export function isNamed(header: string, words: readonly string[]): boolean {
  const key = nameKey(header);
  return words.some((word) => nameKey(word) === key);
}

/** The letters of a column in a spreadsheet, A for 0. */
function columnLetters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : columnLetters(Math.floor(place / 26) - 1) + last;
}

/** A name for every cell of a header: the text, made unique, or the column's letters. */
export function nameHeaders(cells: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  /** By text, so that a thousand equal headers are not compared with each other. */
  const next = new Map<string, number>();
  return cells.map((cell, place) => {
    const text = cell.trim() === "" ? `column ${columnLetters(place)}` : cell;
    let name = text;
    let count = next.get(text) ?? 2;
    for (; taken.has(name); count += 1) name = `${text} (${count})`;
    next.set(text, count);
    taken.add(name);
    return name;
  });
}
