import { parseCurrency } from "../../kit/money.ts";
import {
  isTranslatable,
  priceColumns,
  type ValueTranslations,
  valueKey,
} from "../../reading/cellValues.ts";
import { type FileRecord, isBlank, UnreadableFile } from "../../reading/files/fileRecord.ts";
import {
  findHeaderCurrency,
  findNamedColumn,
  findPriceBasis,
  headerKey,
  headerWordsKey,
  isNamed,
  isWeakName,
  type NamedColumn,
  nameHeaders,
  pricePerColumn,
} from "../../reading/header.ts";
import { canMeanCurrency } from "../../reading/number.ts";
import type { ColumnRule, FeedColumns, HeaderUnits } from "../../reading/row.ts";
import { headersOf } from "../../reading/words/headers.ts";

/**
 * Which of the rows of one offer count: none but the first, which refuses the others; only the
 * first or the last; or all, with their quantities added.
 */
export const repeatRules = ["refuse", "first", "last", "sum"] as const;
export type RepeatRule = (typeof repeatRules)[number];

export function readRepeatRule(text: string): RepeatRule | undefined {
  return repeatRules.find((rule) => rule === text);
}

/** The units of a header, unless the given ones differ from them. */
function findNamedUnits(header: string, given: string | undefined): HeaderUnits | undefined {
  const basis = findPriceBasis(header);
  const isGiven = given !== undefined && /^10{0,3}$/.test(given);
  if (basis === undefined || basis === "each") return undefined;
  return isGiven && given !== String(basis) ? undefined : basis;
}

// Maps headers in any order and spelling to the column names that readers use.

// Tables beside each other in one sheet. Invariant: columns of two tables are never mixed.

/** The places of a table's columns, from the first to before the end. */
type TableRange = { readonly start: number; readonly end: number };

/** A table has at least so many headers. */
const minHeaders = 2;

/**
 * The tables of a header: two if a blank column is between headers, and those after it repeat one of
 * those before it, in words or in meaning. Else one, as wide as the header.
 */
function findTables(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  rules: readonly NamedColumn[],
): readonly TableRange[] {
  const whole = [{ start: 0, end: header.length }];
  const isEmpty = (place: number) =>
    isBlank(header[place]) && rows.every((cells) => isBlank(cells[place]));
  const namesOf = (from: number, to: number) =>
    header.slice(from, to).flatMap((cell) => {
      if (isBlank(cell)) return [];
      return [findNamedColumn(cell, rules) ?? headerWordsKey(cell)];
    });
  for (const gap of header.keys()) {
    if (!isEmpty(gap)) continue;
    const [left, right] = [namesOf(0, gap), namesOf(gap + 1, header.length)];
    const isRepeated = right.some((name) => left.includes(name));
    if (Math.min(left.length, right.length) < minHeaders || !isRepeated) continue;
    const start = header.findIndex((_, place) => place > gap && !isEmpty(place));
    return [
      { start: 0, end: gap },
      { start, end: header.length },
    ];
  }
  return whole;
}

// Columns that a file must have and does not.

type NeededColumn = {
  readonly name: string;
  readonly required: boolean | "either";
  readonly filledBy?: string;
};

function quoteAll(headers: readonly string[]): string {
  return headers.map((header) => `"${header}"`).join(", ");
}

function describeMissing(missing: readonly string[], ignored: readonly string[]): string {
  const known = ignored.length === 0 ? "" : ` Unknown headers: ${quoteAll(ignored)}.`;
  return `Missing columns: ${missing.join(", ")}.${known}`;
}

/** The columns that a file must have, of those with "either" one, and that `has` does not know. */
function listMissing(rules: readonly NeededColumn[], has: (name: string) => boolean): string[] {
  const namesOf = (required: NeededColumn["required"]) =>
    rules.filter((rule) => rule.required === required).map(({ name }) => name);
  const either = namesOf("either");
  const isFilled = ({ name, filledBy }: NeededColumn) =>
    has(name) || (filledBy !== undefined && has(filledBy));
  const lacking = rules.filter((rule) => rule.required === true && !isFilled(rule));
  const names = lacking.map(({ name }) => name);
  return either.length === 0 || either.some(has) ? names : [...names, either.join(" or ")];
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

/** What a value means in a column. */
export type Correction = {
  readonly column: string;
  readonly written: string;
  readonly meaning: string;
};

/** Adds translations; later ones replace earlier ones of the same value. */
export function addValues(
  values: ValueTranslations | undefined,
  added: readonly Correction[],
): ValueTranslations {
  const all = new Map([...(values ?? [])].map(([column, of]) => [column, new Map(of)]));
  for (const { column, written, meaning } of added) {
    const of = all.get(column) ?? new Map<string, string>();
    all.set(column, of.set(valueKey(written), meaning));
  }
  return all;
}

export function listValues(values: ValueTranslations | undefined): readonly Correction[] {
  return [...(values ?? [])].flatMap(([column, of]) =>
    [...of].map(([written, meaning]) => ({ column, written, meaning })),
  );
}

/** A remembered sign means the currency that is chosen now, if it can: $ is CAD in a file in CAD. */
export function fitSigns(
  values: ValueTranslations | undefined,
  fixed: ColumnMapping["fixed"],
): readonly Correction[] {
  const chosen = parseCurrency(fixed.get("currency")?.toUpperCase() ?? "");
  return listValues(values).map((value) => {
    const isSign = priceColumns.has(value.column) && parseCurrency(value.meaning) !== undefined;
    const gives = isSign && chosen !== undefined && canMeanCurrency(value.written, chosen);
    return gives ? { ...value, meaning: chosen } : value;
  });
}

/** The column of refused rows that describes what is wrong; imports ignore it. */
export const errorColumn = "error";

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

type Placed = {
  readonly places: Map<string, number>;
  readonly ignored: string[];
  /** The table of these columns, if others are beside it. */
  readonly table: TableRange;
};

/** Places a column that an earlier header names too; returns why, if it cannot be decided. */
function placeAgain(
  cells: readonly string[],
  rules: readonly ColumnRule[],
  { places, ignored }: Omit<Placed, "table">,
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
  const { places, ignored, table } = placed;
  const headers = nameHeaders(cells);
  const mapped = new Set(mapping.headers.keys());
  const taken = new Set(places.values());
  return cells.flatMap((cell, place) => {
    const isBeside = place < table.start || place >= table.end;
    const name = isBeside ? undefined : findNamedColumn(cell, rules);
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

type Rows = readonly (readonly string[])[];

/** Headers of quantities that say that these are not allocated to orders. */
const availableHeaders = headersOf("available");

/** The column that has the currency of a price. */
const currencyColumn = "currency";

/**
 * Adds what the header of the prices names to the `fixed` values: a currency if its column is open,
 * which is known to the reader and not in the file; units if their column is known, for rows in
 * which it is empty. A given value that differs from a named currency is a fault; so are units that
 * are not clear, until they are given or the file has their column.
 */
function readPriceHeader(
  header: string,
  rules: readonly ColumnRule[],
  places: ReadonlyMap<string, number>,
  fixed: ReadonlyMap<string, string>,
) {
  const isKnown = (column: string) => rules.some(({ name }) => name === column);
  const read = new Map(fixed);
  const faults: string[] = [];
  const isOpen = isKnown(currencyColumn) && !places.has(currencyColumn);
  const currency = isOpen ? findHeaderCurrency(header) : undefined;
  if (currency !== undefined) {
    const given = fixed.get(currencyColumn)?.toUpperCase() ?? currency;
    if (given === currency) read.set(currencyColumn, currency);
    else faults.push(`The header "${header}" names ${currency}, not ${given}.`);
  }
  if (!isKnown(pricePerColumn)) return { fixed: read, headerUnits: undefined, faults };
  const given = fixed.get(pricePerColumn);
  const headerUnits = findNamedUnits(header, given);
  if (given === undefined && typeof headerUnits === "number") {
    read.set(pricePerColumn, String(headerUnits));
  } else if (given === undefined && headerUnits === "unclear" && !places.has(pricePerColumn)) {
    faults.push(
      `"${header}" may be prices per package, lot, 100 or 1,000. Choose a column of prices per ` +
        `unit, or set ${pricePerColumn} to 1, 100 or 1000.`,
    );
  }
  return { fixed: read, headerUnits, faults };
}

/** Where columns are, and what is wrong; `fixed` has values for rows without one. */
export type PlacedColumns = Placed & {
  readonly fixed: ReadonlyMap<string, string>;
  readonly headerUnits?: HeaderUnits | undefined;
  readonly areAvailable?: boolean;
  readonly faults: readonly string[];
};

/** The header of the first column that the first rows contradict, for a person to say what it is. */
function findContradicted(
  cells: readonly string[],
  rows: Rows,
  rules: readonly ColumnRule[],
  { headers }: ColumnMapping,
  places: ReadonlyMap<string, number>,
): string[] {
  return rules.flatMap(({ name, only }) => {
    const place = places.get(name);
    if (only === undefined || place === undefined || headers.has(name)) return [];
    const other = rows
      .map((row) => (row[place] ?? "").trim())
      .find((cell) => !["", only].includes(cell));
    if (other === undefined) return [];
    const header = `"${nameHeaders(cells)[place]}" has "${other}"`;
    return [
      `${header}, but ${name} is ${only} for all rows. Leave it out, or choose what it is, such ` +
        "as manufacturer.",
    ];
  });
}

/** The tables of a header, and the one that the mapping chooses by its part numbers. */
function chooseTable(
  cells: readonly string[],
  rows: Rows,
  rules: readonly ColumnRule[],
  of: string | undefined,
) {
  const tables = findTables(cells, rows, rules);
  const [first = { start: 0, end: cells.length }, second] = tables;
  const place = of === undefined ? -1 : nameHeaders(cells).indexOf(of);
  const table = second !== undefined && place >= second.start ? second : first;
  if (second === undefined || place !== -1) return { table, faults: [] };
  const names = nameHeaders(cells);
  const fault =
    `Two tables are beside each other, and the second begins at "${names[second.start]}". Choose ` +
    "the header of part_number in the table to import, and import the other one separately.";
  return { table, faults: [fault] };
}

const priceColumn = "price";

/** Whether all parts of a file have their price on request, so that it needs no currency. */
function isOnRequest({ fixed }: ColumnMapping, places: ReadonlyMap<string, number>): boolean {
  return fixed.get(priceColumn) === "" && !places.has(priceColumn);
}

const noPrices =
  'If the list has no prices, choose "All parts have their price on request" (--set price=).';

/**
 * Places columns by a header and a mapping as far as possible, and lists what is wrong: missing
 * required columns, columns that two headers name, a mapping that does not fit; and by its first
 * `rows`, two tables or a column that is not what it seems.
 */
export function placeColumns(
  cells: readonly string[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
  rows: Rows = [],
): PlacedColumns {
  const chosen = chooseTable(cells, rows, rules, mapping.headers.get("part_number"));
  const placed: Placed = { places: new Map(), ignored: [], table: chosen.table };
  const { places, ignored } = placed;
  const faults = [...chosen.faults, ...placeMapped(cells, rules, mapping, places)];
  faults.push(...placeNamed(cells, rules, mapping, placed));
  const price = rules.find(({ name, content }) => content === "price" && places.has(name));
  const header = cells[places.get(price?.name ?? "") ?? -1] ?? "";
  const priced = readPriceHeader(header, rules, places, mapping.fixed);
  faults.push(...priced.faults);
  const { fixed, headerUnits } = priced;
  faults.push(...findContradicted(cells, rows, rules, mapping, places));
  const isUnpriced = isOnRequest(mapping, places);
  const has = (name: string) =>
    places.has(name) || fixed.has(name) || (isUnpriced && name === currencyColumn);
  const missing = listMissing(rules, has);
  if (missing.includes(priceColumn)) faults.unshift(noPrices);
  if (missing.length > 0) faults.unshift(describeMissing(missing, ignored));
  const stock = cells[places.get("available_stock") ?? -1] ?? "";
  const areAvailable = !places.has("on_hand") && isNamed(stock, availableHeaders);
  return { ...placed, fixed, headerUnits, areAvailable, faults };
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
  rows: Rows = [],
): FeedColumns {
  if (header === undefined) throw new UnreadableFile("The file is empty: it has no header line.");
  const { cells } = header;
  const { faults, ...placed } = placeColumns(cells, rules, mapping, rows);
  if (faults.length > 0) throw new UnreadableFile(`Line ${header.line}: ${faults.join(" ")}`);
  const isCorrection = cells.some((cell) => headerKey(cell) === errorColumn);
  return { ...placed, width: cells.length, isCorrection };
}
