// Finds the header of a file among its first records. Invariant: a record above the header that may
// be a row stops the reading; it is never skipped.

import { groupDigits } from "../../kit/money.ts";
import {
  countFilled,
  type FileRecord,
  isBlank,
  type RecordBatches,
  UnreadableFile,
} from "../../reading/files/fileRecord.ts";
import {
  findNamedColumn,
  findPriceBasis,
  headerKey,
  isNamed,
  isWeakName,
  nameHeaders,
  pricePerColumn,
} from "../../reading/header.ts";
import { type Looks, looksLike } from "../../reading/looks.ts";
import type { ColumnRule, FeedColumns } from "../../reading/row.ts";
import { headersOf } from "../../reading/words/headers.ts";
import {
  type ColumnMapping,
  leftOutHeader,
  matchFeedColumns,
  type PlacedColumns,
  placeColumns,
} from "./columns.ts";

/** The first records of a file, among which is the header. */
export const headRecords = 50;

/** A header names at least so many columns. */
const minNamed = 2;

/** How many columns the cells of a record name, by known words or by the mapping. */
function countNamed(
  cells: readonly string[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): number {
  const keys = new Set(cells.filter((cell) => cell !== "").map(headerKey));
  const mapped = [...mapping.headers].filter(([, header]) => keys.has(headerKey(header)));
  const named = cells.flatMap((cell) => findNamedColumn(cell, rules) ?? []);
  return new Set([...mapped.map(([name]) => name), ...named]).size;
}

/** Whether all filled cells of a record are words, and there are nearly as many as in any other. */
function isShapedLikeHeader({ cells }: Pick<FileRecord, "cells">, widest: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  const isWide = filled.length >= 3 && filled.length * 2 > widest;
  return isWide && filled.every((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell));
}

/**
 * The place of the record that names most columns, the first of several; if none names two, of the
 * first that has a word in every cell; undefined if there is none.
 */
export function findHeaderPlace(
  records: readonly Pick<FileRecord, "cells">[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): number | undefined {
  const counts = records
    .slice(0, headRecords)
    .map(({ cells }) => countNamed(cells, rules, mapping));
  const most = Math.max(0, ...counts);
  if (most >= minNamed) return counts.indexOf(most);
  const head = records.slice(0, headRecords);
  const widest = Math.max(0, ...head.map(({ cells }) => countFilled(cells)));
  const shaped = head.findIndex((record) => isShapedLikeHeader(record, widest));
  return shaped === -1 ? undefined : shaped;
}

/** Whether a record above the header has so many cells that it may be a row. */
export function mayBeRow(
  { cells }: Pick<FileRecord, "cells">,
  header: Pick<FileRecord, "cells">,
): boolean {
  return countFilled(cells) * 2 > Math.max(countFilled(header.cells), 4);
}

/** Where the rows of a file begin; `above` are titles, which are not rows. */
export type FoundHeader = {
  readonly header: FileRecord;
  readonly columns: FeedColumns;
  readonly above: readonly FileRecord[];
  readonly below: readonly FileRecord[];
};

function describeDoubt(header: FileRecord, rows: readonly FileRecord[]): string {
  const [first] = rows;
  return (
    `Line ${header.line} looks like the header, but line ${first?.line} above it may be a row. ` +
    "Select the header, or delete the lines above it."
  );
}

/** The header at the line that the mapping names. */
function findAt(records: readonly FileRecord[], line: number): number {
  const place = records.findIndex((record) => record.line === line);
  if (place !== -1) return place;
  throw new UnreadableFile(`Line ${line} should be the header but is empty.`);
}

/**
 * Finds the header: at the line that the mapping names, or the record that names most columns, or
 * the first record. Throws `UnreadableFile` with all that is wrong with its columns, or if a record
 * above it may be a row. `records` begin the file, or at the line that the mapping names.
 */
export function findHeader(
  records: readonly FileRecord[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): FoundHeader {
  const { headerLine } = mapping;
  const place =
    headerLine === undefined
      ? (findHeaderPlace(records, rules, mapping) ?? 0)
      : findAt(records, headerLine);
  const header = records[place];
  if (header === undefined) throw new UnreadableFile("The file is empty: it has no header line.");
  const above = records.slice(0, place);
  const rows = headerLine === undefined ? above.filter((record) => mayBeRow(record, header)) : [];
  if (rows.length > 0) throw new UnreadableFile(describeDoubt(header, rows));
  const below = records.slice(place + 1);
  const rowsBelow = below.map(({ cells }) => cells);
  const columns = matchFeedColumns(header, rules, mapping, rowsBelow);
  return { header, columns: withTableWidth(columns, below), above, below };
}

/**
 * Whether a record below the header is the header again, perhaps in other words. Throws
 * `UnreadableFile` if it is another header: the rows below it have other columns.
 */
export function isHeaderAgain(
  { cells, line }: FileRecord,
  { places }: FeedColumns,
  rules: readonly ColumnRule[],
): boolean {
  const named = cells.flatMap((cell, place) => {
    const name = findNamedColumn(cell, rules);
    return name === undefined ? [] : [{ name, place }];
  });
  if (new Set(named.map(({ name }) => name)).size < Math.max(3, places.size / 2)) return false;
  if (named.every(({ name, place }) => places.get(name) === place)) return true;
  throw new UnreadableFile(
    `Line ${line} looks like the header of another table. Split the file there, and import each ` +
      "part.",
  );
}

/**
 * The columns as wide as the rows, if all first rows end with the same number of empty cells that
 * have no header: such a program ends every row with delimiters.
 */
function withTableWidth(columns: FeedColumns, rows: readonly FileRecord[]): FeedColumns {
  const [first] = rows;
  const width = first?.cells.length ?? 0;
  const isWider = width > columns.width && rows.every(({ cells }) => cells.length === width);
  const isEmpty = rows.every(({ cells }) => countFilled(cells.slice(columns.width)) === 0);
  return isWider && isEmpty ? { ...columns, width } : columns;
}

// Guesses which column of a file is which, each with its reason. Invariant: a guess that has a
// rival is a question, and values alone never decide which column has prices or quantities.

/** A column of a file with up to three different values. */
export type ColumnSample = {
  readonly place: number;
  readonly header: string;
  readonly values: readonly string[];
};

/**
 * What is known of a column that a reader knows. `chosen` by the mapping, `named` by its header,
 * `likely` by its values; `unclear` if several columns of the file may be it, `missing` if none.
 */
export type ColumnGuess = {
  readonly name: string;
  readonly certainty: "chosen" | "named" | "likely" | "unclear" | "missing";
  /** Null if it is unclear or missing. */
  readonly sample: ColumnSample | null;
  /** The columns it may be, if it is unclear. */
  readonly candidates: readonly ColumnSample[];
  readonly reason: string;
};

/** Rows that are examined. */
const maxRows = 50;
const shownValues = 3;
/** The portion of the values that must fit a kind. */
const fittingPortion = 0.9;
/** Fewer fitting values contradict a header. */
const contradicting = 0.5;

/** Kinds that identify a column by its values; others only make it a candidate. */
const telling: ReadonlySet<Looks> = new Set([
  "part number",
  "condition",
  "unit of measure",
  "currency",
  "nsn",
]);

/** Headers of columns that are known, but are none of a reader's. */
const otherHeaders = headersOf("other");

type Columns = readonly (ColumnSample & { readonly all: readonly string[] })[];

function listColumns(header: readonly string[], rows: readonly (readonly string[])[]): Columns {
  const names = nameHeaders(header);
  return names.map((name, place) => {
    const all = rows.slice(0, maxRows).flatMap((cells) => {
      const cell = cells[place] ?? "";
      return isBlank(cell) ? [] : [cell];
    });
    return { place, header: name, values: [...new Set(all)].slice(0, shownValues), all };
  });
}

function countFitting(all: readonly string[], kind: Looks): number {
  return all.filter((cell) => looksLike(cell, kind)).length;
}

function fits(all: readonly string[], kind: Looks): boolean {
  return all.length > 0 && countFitting(all, kind) >= all.length * fittingPortion;
}

/** Columns without a known header, whose values look like a kind; prices rather with decimals. */
function findCandidates(columns: Columns, taken: ReadonlySet<number>, kind: Looks): Columns {
  const fitting = columns.filter(
    ({ place, header, all }) =>
      !taken.has(place) && !isNamed(header, otherHeaders) && fits(all, kind),
  );
  // A manufacturer has many parts; numbers of five digits that never repeat are no CAGE codes.
  if (kind === "cage") return fitting.filter(({ all }) => new Set(all).size * 2 <= all.length);
  const decimal = fitting.filter(({ all }) => all.some((cell) => /[.,]\d{1,2}$/.test(cell)));
  return kind === "price" && decimal.length > 0 ? decimal : fitting;
}

function toSample({ place, header, values }: ColumnSample): ColumnSample {
  return { place, header, values };
}

/** A reason, with the units of prices or a doubt about them. */
function addPriceUnits(reason: string, { content }: ColumnRule, headers: readonly ColumnSample[]) {
  if (content !== "price") return reason;
  const bases = headers.map(({ header }) => findPriceBasis(header));
  const many = bases.find((basis) => basis !== undefined && basis !== "each");
  if (many === undefined) return reason;
  if (many !== "unclear") return `${reason}. Prices are per ${groupDigits(many)}`;
  return `${reason}. It may be a price per package, lot, 100 or 1,000: set ${pricePerColumn}`;
}

function describeNamed({ content }: ColumnRule, header: string, all: readonly string[]): string {
  const isDoubtful =
    content !== undefined && countFitting(all, content) < all.length * contradicting;
  const doubt = isDoubtful ? `, but its values do not look like a ${content}` : "";
  return `Header "${header}"${doubt}`;
}

type Facts = {
  readonly columns: Columns;
  readonly placed: PlacedColumns;
  readonly rules: readonly ColumnRule[];
  readonly mapping: ColumnMapping;
  /** Places that headers or the mapping give to a column. */
  readonly taken: ReadonlySet<number>;
};

/** Kinds of values that no column of part numbers has. */
const otherLooks: readonly Looks[] = ["condition", "unit of measure", "currency", "nsn", "day"];

/** Whether values are amounts or counts, and no numbers of parts such as 10045. */
function areAmounts(all: readonly string[]): boolean {
  return fits(all, "price") && all.some((cell) => /[.,]\d{1,2}$|^\d{1,3}$/.test(cell.trim()));
}

/** Unknown columns of texts before another one: part numbers may look like anything. */
function findTextBefore({ place }: ColumnSample, columns: Columns, taken: ReadonlySet<number>) {
  const texts = columns.filter(
    (column) =>
      column.place < place &&
      column.all.length > 0 &&
      !taken.has(column.place) &&
      !isNamed(column.header, otherHeaders) &&
      !areAmounts(column.all) &&
      !otherLooks.some((kind) => fits(column.all, kind)),
  );
  return texts.map(toSample);
}

function guessByValues(rule: ColumnRule, { columns, rules, placed, taken }: Facts): ColumnGuess {
  const { name, content, required } = rule;
  const isKnown = rules.some((one) => one.required === "either" && placed.places.has(one.name));
  const missing = { name, certainty: "missing", sample: null, candidates: [], reason: "" } as const;
  if (content === undefined || content === "day") return missing;
  if (required === "either" && isKnown) return missing;
  const candidates = findCandidates(columns, taken, content).map(toSample);
  const [first, ...others] = candidates;
  if (first === undefined) return missing;
  const isRival = ({ name: other, content: kind }: ColumnRule) =>
    other !== name &&
    kind !== undefined &&
    kind !== content &&
    telling.has(kind) &&
    !placed.places.has(other) &&
    fits(columns[first.place]?.all ?? [], kind);
  const before = content === "part number" ? findTextBefore(first, columns, taken) : [];
  const isAlone = others.length === 0 && before.length === 0;
  const isLikely = isAlone && telling.has(content) && !rules.some(isRival);
  const reason = addPriceUnits(`Values look like a ${content}`, rule, candidates);
  return isLikely
    ? { name, certainty: "likely", sample: first, candidates: [], reason }
    : { name, certainty: "unclear", sample: null, candidates: [...before, ...candidates], reason };
}

function guessColumn(rule: ColumnRule, facts: Facts): ColumnGuess {
  const { name } = rule;
  const { columns, placed, rules, mapping } = facts;
  const place = placed.places.get(name);
  const found = place === undefined ? undefined : columns[place];
  if (mapping.headers.get(name) === leftOutHeader) {
    return { name, certainty: "chosen", sample: null, candidates: [], reason: "Left out" };
  }
  if (found !== undefined && mapping.headers.has(name)) {
    const sample = toSample(found);
    const reason = addPriceUnits("Chosen", rule, [sample]);
    return { name, certainty: "chosen", sample, candidates: [], reason };
  }
  const all = columns.filter(
    ({ header, place: at }) =>
      at >= placed.table.start && at < placed.table.end && findNamedColumn(header, rules) === name,
  );
  const strong = all.filter(({ header }) => !isWeakName(header, rules));
  const named = strong.length > 0 ? strong : all;
  if (named.length > 1 && rule.takesFirst !== true) {
    const candidates = named.map(toSample);
    return { name, certainty: "unclear", sample: null, candidates, reason: "Several headers" };
  }
  if (found === undefined) return guessByValues(rule, facts);
  const sample = toSample(found);
  const reason = addPriceUnits(describeNamed(rule, found.header, found.all), rule, [sample]);
  return { name, certainty: "named", sample, candidates: [], reason };
}

/**
 * Guesses every column that a reader knows from a header, the rows below it and a mapping, in the
 * order of `rules`. What is `likely` or `unclear` is for a person to confirm.
 */
export function guessColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): readonly ColumnGuess[] {
  const columns = listColumns(header, rows);
  const placed = placeColumns(header, rules, mapping, rows);
  const { start, end } = placed.table;
  const beside = columns.flatMap(({ place }) => (place < start || place >= end ? [place] : []));
  const named = columns.flatMap(({ place }) =>
    findNamedColumn(header[place] ?? "", rules) === undefined ? [] : [place],
  );
  const taken = new Set([...placed.places.values(), ...named, ...beside]);
  const facts = { columns, placed, rules, mapping, taken };
  return rules.map((rule) => guessColumn(rule, facts));
}

/** The mapping with what is likely, for a person to confirm. */
export function addLikelyColumns(
  mapping: ColumnMapping,
  guesses: readonly ColumnGuess[],
): ColumnMapping {
  const likely = guesses.flatMap(({ name, certainty, sample }): [string, string][] =>
    certainty === "likely" && sample !== null && !mapping.fixed.has(name)
      ? [[name, sample.header]]
      : [],
  );
  return { ...mapping, headers: new Map([...likely, ...mapping.headers]) };
}

export type PeekedRecords = {
  readonly records: readonly FileRecord[];
  /** All batches, those that were read included. */
  readonly batches: RecordBatches;
};

/**
 * Reads at least so many first records of a file, if it has them, without consuming them. If it
 * cannot be read, `batches` throws that at the same place.
 */
export async function peekRecords(batches: RecordBatches, count: number): Promise<PeekedRecords> {
  const iterator = batches[Symbol.asyncIterator]();
  const read: (readonly FileRecord[])[] = [];
  let records: readonly FileRecord[] = [];
  let failure: { readonly error: unknown } | undefined;
  try {
    while (records.length < count) {
      const next = await iterator.next();
      if (next.done === true) break;
      read.push(next.value);
      records = [...records, ...next.value.slice(0, count - records.length)];
    }
  } catch (error) {
    failure = { error };
  }
  async function* replay(): AsyncGenerator<readonly FileRecord[]> {
    yield* read.splice(0);
    if (failure !== undefined) throw failure.error;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { records, batches: replay() };
}
