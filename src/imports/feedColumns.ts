// Maps headers in any order and spelling to the column names that readers use.
import { type FileRecord, UnreadableFile } from "../files/fileRecord.ts";
import type { ContentKind } from "./layout/contentKind.ts";
import {
  findHeaderCurrency,
  headerKey,
  headerWordsKey,
  nameHeaders,
  priceHeaderKey,
} from "./layout/headerWords.ts";
import { describeMissing, listMissing, quoteAll } from "./layout/missingColumns.ts";
import {
  findHeaderUnits,
  type HeaderUnits,
  pricePerColumn,
  readPriceHeader,
  withoutUnits,
} from "./layout/priceHeader.ts";
import { type RepeatRule, readRepeatRule } from "./repeats/repeats.ts";
import { isTranslatable } from "./values/translatable.ts";

/**
 * A column that a reader knows: its name, whether a file must have it (of the columns with
 * "either", one), and other names for it. `filledBy` is a column that fills it if it is missing.
 */
export type ColumnRule = {
  readonly name: string;
  readonly required: boolean | "either";
  readonly synonyms: readonly string[];
  /** Names that count only if no other header names the column. */
  readonly weak?: readonly string[];
  /** Names that count only with a currency. */
  readonly priced?: readonly string[];
  readonly filledBy?: string;
  /** If several headers name it, the first counts. Without it, that is a question. */
  readonly takesFirst?: true;
  /** What its cells look like, if that identifies them. */
  readonly content?: ContentKind;
  /** What its cells look like, if that does not identify them. */
  readonly looks?: ContentKind;
};

/**
 * Where the known columns are; `ignored` are the headers that name none. `fixed` has values for
 * rows without one.
 */
export type FeedColumns = {
  readonly places: ReadonlyMap<string, number>;
  readonly fixed?: ReadonlyMap<string, string>;
  readonly width: number;
  readonly ignored: readonly string[];
  /** The units that the header of the prices names, if nobody gave others. */
  readonly headerUnits?: HeaderUnits | undefined;
  /** Whether it is a file of corrected rows that an earlier import refused. */
  readonly isCorrection?: boolean;
};

/** By column, what is read for a cell, by `valueKey` of the cell. */
export type ValueTranslations = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Equal for cells that are translated alike. */
export function valueKey(cell: string): string {
  return cell.trim().toUpperCase();
}

/**
 * What headers do not say: which header is which column (one header may be several columns, and an
 * empty one leaves the column out), values for rows without one, and what cells mean.
 */
export type ColumnMapping = {
  readonly headers: ReadonlyMap<string, string>;
  readonly fixed: ReadonlyMap<string, string>;
  /** The line of the header; if absent, it is found by its words. */
  readonly headerLine?: number | undefined;
  /** The sheet of a workbook; if absent, it is found by its headers. */
  readonly sheet?: string | undefined;
  readonly values?: ValueTranslations | undefined;
  /** What rows of the same offer mean; absent: nobody said. */
  readonly repeats?: RepeatRule | undefined;
};

/** A mapping as text; equal texts are equal mappings. */
export function describeMapping(mapping: ColumnMapping): string {
  const { headers, fixed, headerLine, sheet, values, repeats } = mapping;
  const sorted = (map: ReadonlyMap<string, string>) =>
    [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = [sorted(headers), sorted(fixed)];
  if (repeats !== undefined || (values !== undefined && values.size > 0)) {
    const translations = [...(values ?? [])].map(([name, of]) => [name, sorted(of)] as const);
    const translated = translations.sort(([a], [b]) => (a < b ? -1 : 1));
    const rule = repeats === undefined ? [] : [repeats];
    return JSON.stringify([...parts, headerLine ?? null, sheet ?? null, translated, ...rule]);
  }
  if (sheet !== undefined) return JSON.stringify([...parts, headerLine ?? null, sheet]);
  return JSON.stringify(headerLine === undefined ? parts : [...parts, headerLine]);
}

type Pairs = readonly (readonly [string, string])[];
type StoredValues = readonly (readonly [string, Pairs])[];
type StoredMapping = [Pairs, Pairs, (number | null)?, (string | null)?, StoredValues?, string?];

/** Reads what `describeMapping` wrote; an empty text is no mapping. */
export function readMapping(text: string): ColumnMapping {
  if (text === "") return noMapping;
  const [headers, fixed, line, sheet, values, rule] = JSON.parse(text) as StoredMapping;
  const read = { headers: new Map(headers), fixed: new Map(fixed) };
  const repeats = rule === undefined ? {} : { repeats: readRepeatRule(rule) };
  const place = { headerLine: line ?? undefined, sheet: sheet ?? undefined, ...repeats };
  if (values === undefined) return { ...read, ...place };
  return { ...read, ...place, values: new Map(values.map(([name, of]) => [name, new Map(of)])) };
}

/** The header of a column that a mapping leaves out, although a header names it. */
export const leftOutHeader = "";

export const noMapping: ColumnMapping = { headers: new Map(), fixed: new Map() };

/** The column of refused rows that describes what is wrong; imports ignore it. */
export const errorColumn = "error";

/** The columns by the keys of their headers. */
type ColumnNames = {
  readonly plain: ReadonlyMap<string, string>;
  readonly words: ReadonlyMap<string, string>;
  readonly prices: ReadonlyMap<string, string>;
};

const namesByRules = new WeakMap<readonly ColumnRule[], ColumnNames>();

function listNames(rules: readonly ColumnRule[]): ColumnNames {
  const known = namesByRules.get(rules);
  if (known !== undefined) return known;
  const mapBy = (keyOf: (header: string) => string, from: readonly ColumnRule[]) =>
    new Map(
      from.flatMap(({ name, synonyms, weak = [] }) =>
        [name, ...synonyms, ...weak].map((header) => [keyOf(header), name] as const),
      ),
    );
  const prices = rules
    .filter(({ content }) => content === "price")
    .map((rule) => ({ ...rule, synonyms: [...rule.synonyms, ...(rule.priced ?? [])] }));
  const names = {
    plain: mapBy(headerKey, rules),
    words: mapBy(headerWordsKey, rules),
    prices: mapBy(priceHeaderKey, prices),
  };
  namesByRules.set(rules, names);
  return names;
}

/** The column that a header names, if any. */
export function findNamedColumn(header: string, rules: readonly ColumnRule[]): string | undefined {
  const { plain, words, prices } = listNames(rules);
  const wordsKey = headerWordsKey(header);
  if (wordsKey === "") return plain.get(headerKey(header));
  return (
    plain.get(headerKey(header)) ??
    words.get(wordsKey) ??
    (findHeaderCurrency(header) === undefined && !/[$¥]/.test(header)
      ? undefined
      : prices.get(priceHeaderKey(header))) ??
    (findHeaderUnits(header) === undefined || !plain.has(headerKey(pricePerColumn))
      ? undefined
      : prices.get(priceHeaderKey(withoutUnits(header))))
  );
}

/** Whether a header names its column only if no other does. */
export function isWeakName(header: string, rules: readonly ColumnRule[]): boolean {
  const key = headerWordsKey(header);
  return rules.some(({ weak = [] }) => weak.some((name) => headerWordsKey(name) === key));
}

export function namesColumn(header: string, rules: readonly ColumnRule[]): boolean {
  return findNamedColumn(header, rules) !== undefined;
}

/** Places the mapped columns; returns what is wrong with the mapping. */
function placeMapped(
  cells: readonly string[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
  places: Map<string, number>,
): string[] {
  const known = new Set(rules.map(({ name }) => name));
  const all = [...known].join(", ");
  const declared = [...(mapping.values ?? [])].filter(([name]) => !isTranslatable(name));
  const named = [mapping.headers, mapping.fixed, new Map(declared)];
  const unknown = named.flatMap((map) => [...map.keys()]).filter((name) => !known.has(name));
  const faults = unknown.map((name) => `"${name}" is not a column. The columns are ${all}.`);
  const headers = nameHeaders(cells);
  for (const [name, header] of mapping.headers) {
    if (header === leftOutHeader) continue;
    const exact = headers.indexOf(header);
    const alike = headers.flatMap((one, place) =>
      headerKey(one) === headerKey(header) ? [place] : [],
    );
    const [place] = exact === -1 ? alike : [exact];
    if (place === undefined) faults.push(`There is no header "${header}" for ${name}.`);
    else if (exact === -1 && alike.length > 1)
      faults.push(`Several headers are like "${header}" for ${name}.`);
    else places.set(name, place);
  }
  return faults;
}

type Placed = { readonly places: Map<string, number>; readonly ignored: string[] };

/** Places a column that an earlier header names too; returns why, if it cannot be decided. */
function placeAgain(
  cells: readonly string[],
  rules: readonly ColumnRule[],
  { places, ignored }: Placed,
  [name, earlier, place]: readonly [name: string, earlier: number, place: number],
): string[] {
  const headers = nameHeaders(cells);
  const weak = [place, earlier].find((one) => isWeakName(cells[one] ?? "", rules));
  const takesFirst = rules.some((rule) => rule.name === name && rule.takesFirst === true);
  const other = weak ?? (takesFirst ? place : undefined);
  const pair = [headers[earlier] ?? "", headers[place] ?? ""];
  if (other === undefined) return [`Two headers name ${name}: ${quoteAll(pair)}.`];
  ignored.push(headers[other] ?? "");
  if (other === earlier) places.set(name, place);
  return [];
}

/** Places every column that is not mapped and that a header names. */
function placeNamed(
  cells: readonly string[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
  placed: Placed,
): string[] {
  const { places, ignored } = placed;
  const headers = nameHeaders(cells);
  const mapped = new Set(mapping.headers.keys());
  const taken = new Set(places.values());
  return cells.flatMap((cell, place) => {
    const name = findNamedColumn(cell, rules);
    const earlier = name === undefined ? undefined : places.get(name);
    if (name === undefined || mapped.has(name)) {
      const isSilent = taken.has(place) || ["", errorColumn].includes(headerKey(cell));
      if (!isSilent) ignored.push(headers[place] ?? cell);
      return [];
    }
    if (earlier !== undefined) return placeAgain(cells, rules, placed, [name, earlier, place]);
    places.set(name, place);
    return [];
  });
}

/** Where columns are, and what is wrong; `fixed` has values for rows without one. */
export type PlacedColumns = Placed & {
  readonly fixed: ReadonlyMap<string, string>;
  readonly headerUnits?: HeaderUnits | undefined;
  readonly faults: readonly string[];
};

/**
 * Places columns by a header and a mapping as far as possible, and lists what is wrong: missing
 * required columns, columns that two headers name, a mapping that does not fit.
 */
export function placeColumns(
  cells: readonly string[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): PlacedColumns {
  const placed: Placed = { places: new Map(), ignored: [] };
  const { places, ignored } = placed;
  const faults = placeMapped(cells, rules, mapping, places);
  faults.push(...placeNamed(cells, rules, mapping, placed));
  const price = rules.find(({ name, content }) => content === "price" && places.has(name));
  const header = cells[places.get(price?.name ?? "") ?? -1] ?? "";
  const isKnown = (column: string) => rules.some(({ name }) => name === column);
  const isOpen = (column: string) => !places.has(column) && isKnown(column);
  const priced = readPriceHeader(header, isOpen, isKnown, mapping.fixed);
  faults.push(...priced.faults);
  const { fixed, headerUnits } = priced;
  const missing = listMissing(rules, (name) => places.has(name) || fixed.has(name));
  if (missing.length > 0) faults.unshift(describeMissing(missing, ignored));
  return { places, ignored, fixed, headerUnits, faults };
}

/**
 * Finds the columns of a file by its header and by what the mapping says beyond it. Throws
 * `UnreadableFile` with all that is wrong: required columns that are missing, columns that two
 * headers name, and a mapping that does not fit.
 */
export function matchFeedColumns(
  header: FileRecord | undefined,
  rules: readonly ColumnRule[],
  mapping: ColumnMapping = noMapping,
): FeedColumns {
  if (header === undefined) throw new UnreadableFile("The file is empty: it has no header line.");
  const { cells } = header;
  const { faults, ...placed } = placeColumns(cells, rules, mapping);
  if (faults.length > 0) throw new UnreadableFile(`Line ${header.line}: ${faults.join(" ")}`);
  const isCorrection = cells.some((cell) => headerKey(cell) === errorColumn);
  return { ...placed, width: cells.length, isCorrection };
}
