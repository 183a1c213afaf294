// Maps headers in any order and spelling to the column names that readers use.
import { type FileRecord, UnreadableFile } from "../files/fileRecord.ts";

/** Records after the first that may be the header. */
const maxTitleLines = 50;

/** Whether a record names all the columns that a file must have. */
function isHeader(
  record: FileRecord,
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): boolean {
  try {
    matchFeedColumns(record, rules, mapping);
    return true;
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
}

/**
 * Finds the columns from the header: the line that the mapping names, or the first record. Throws
 * `UnreadableFile`, naming the line of a record below that looks like the header.
 */
export function findHeader(
  header: FileRecord | undefined,
  below: readonly FileRecord[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): FeedColumns {
  const { headerLine } = mapping;
  if (headerLine !== undefined && header?.line !== headerLine) {
    throw new UnreadableFile(`Line ${headerLine} should be the header but is empty.`);
  }
  try {
    return matchFeedColumns(header, rules, mapping);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const likely = below.slice(0, maxTitleLines).find((record) => isHeader(record, rules, mapping));
    if (likely === undefined) throw error;
    const hint =
      `Line ${likely.line} looks like the header. ` +
      "Select it as the header, or delete the lines above it.";
    throw new UnreadableFile(`${error.message} ${hint}`, { cause: error });
  }
}

/**
 * A column that a reader knows: its name, whether a file must have it (of the columns with
 * "either", one), and other names for it.
 */
export type ColumnRule = {
  readonly name: string;
  readonly required: boolean | "either";
  readonly synonyms: readonly string[];
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
  /** Whether it is a file of corrected rows that an earlier import refused. */
  readonly isCorrection?: boolean;
};

/**
 * What headers do not say: which header is which column (one header may be several columns), and
 * values for rows without one.
 */
export type ColumnMapping = {
  readonly headers: ReadonlyMap<string, string>;
  readonly fixed: ReadonlyMap<string, string>;
  /** The line of the header; if absent, the first line with text. */
  readonly headerLine?: number | undefined;
};

/** A mapping as text; equal texts are equal mappings. */
export function describeMapping({ headers, fixed, headerLine }: ColumnMapping): string {
  const sorted = (map: ReadonlyMap<string, string>) =>
    [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = [sorted(headers), sorted(fixed)];
  return JSON.stringify(headerLine === undefined ? parts : [...parts, headerLine]);
}

type Pairs = readonly (readonly [string, string])[];

/** Reads what `describeMapping` wrote; an empty text is no mapping. */
export function readMapping(text: string): ColumnMapping {
  if (text === "") return noMapping;
  const [headers, fixed, headerLine] = JSON.parse(text) as [Pairs, Pairs, number | undefined];
  return { headers: new Map(headers), fixed: new Map(fixed), headerLine };
}

export const noMapping: ColumnMapping = { headers: new Map(), fixed: new Map() };

/** The column of refused rows that describes what is wrong; imports ignore it. */
export const errorColumn = "error";

/** Equal for equal headers: "Part #", "part_number" and "PART NUMBER". */
function headerKey(header: string): string {
  return header
    .toLowerCase()
    .replace(/#/g, "number")
    .replace(/%/g, "percent")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

export function namesColumn(header: string, rules: readonly ColumnRule[]): boolean {
  const key = headerKey(header);
  return rules.some(({ name, synonyms }) =>
    [name, ...synonyms].some((known) => headerKey(known) === key),
  );
}

function quoteAll(headers: readonly string[]): string {
  return headers.map((header) => `"${header}"`).join(", ");
}

function describeMissing(missing: readonly string[], ignored: string[]): string {
  const known = ignored.length === 0 ? "" : ` Unknown headers: ${quoteAll(ignored)}.`;
  return `Missing columns: ${missing.join(", ")}.${known}`;
}

function listMissing(rules: readonly ColumnRule[], has: (name: string) => boolean): string[] {
  const namesOf = (required: ColumnRule["required"]) =>
    rules.filter((rule) => rule.required === required).map(({ name }) => name);
  const either = namesOf("either");
  const lacking = namesOf(true).filter((name) => !has(name));
  return either.length === 0 || either.some(has) ? lacking : [...lacking, either.join(" or ")];
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
  const unknown = [...mapping.headers.keys(), ...mapping.fixed.keys()].filter(
    (name) => !known.has(name),
  );
  const faults = unknown.map((name) => `"${name}" is not a column. The columns are ${all}.`);
  for (const [name, header] of mapping.headers) {
    const place = cells.findIndex((cell) => headerKey(cell) === headerKey(header));
    if (place === -1) faults.push(`There is no header "${header}" for ${name}.`);
    else places.set(name, place);
  }
  return faults;
}

type Placed = { readonly places: Map<string, number>; readonly ignored: string[] };

/** Places every column that is not mapped and that a header names. */
function placeNamed(
  cells: readonly string[],
  rules: readonly ColumnRule[],
  { places, ignored }: Placed,
): string[] {
  const names = new Map(
    rules.flatMap(({ name, synonyms }) =>
      [name, ...synonyms].map((header) => [headerKey(header), name] as const),
    ),
  );
  const mapped = new Set(places.keys());
  const taken = new Set(places.values());
  const faults: string[] = [];
  cells.forEach((cell, place) => {
    const name = names.get(headerKey(cell));
    const earlier = name === undefined ? undefined : places.get(name);
    if (name === undefined || mapped.has(name)) {
      const isSilent = taken.has(place) || ["", errorColumn].includes(headerKey(cell));
      if (!isSilent) ignored.push(cell);
    } else if (earlier === undefined) {
      places.set(name, place);
    } else {
      faults.push(`Two headers name ${name}: ${quoteAll([cells[earlier] ?? "", cell])}.`);
    }
  });
  return faults;
}

/** Where columns are, and what is wrong. */
export type PlacedColumns = Placed & { readonly faults: readonly string[] };

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
  faults.push(...placeNamed(cells, rules, placed));
  const missing = listMissing(rules, (name) => places.has(name) || mapping.fixed.has(name));
  if (missing.length > 0) faults.unshift(describeMissing(missing, ignored));
  return { places, ignored, faults };
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
  const { places, ignored, faults } = placeColumns(cells, rules, mapping);
  if (faults.length > 0) throw new UnreadableFile(`Line ${header.line}: ${faults.join(" ")}`);
  const isCorrection = cells.some((cell) => headerKey(cell) === errorColumn);
  return { places, fixed: mapping.fixed, width: cells.length, ignored, isCorrection };
}

export function describeIgnoredColumns({ ignored }: FeedColumns): string[] {
  if (ignored.length === 0) return [];
  return [`Columns not imported, because their headers are unknown: ${quoteAll(ignored)}.`];
}
