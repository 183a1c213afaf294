// Which column of a file is which: headers in any order and spelling onto the names the readers
// use.
import { type FileRecord, UnreadableFile } from "../files/fileRecord.ts";

/** So many records below the first are looked at. */
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
 * The columns by the header, which is on the line the mapping tells or is the first record. Throws
 * `UnreadableFile`; where one of the records below looks like the header, its line is named.
 */
export function findHeader(
  header: FileRecord | undefined,
  below: readonly FileRecord[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): FeedColumns {
  const { headerLine } = mapping;
  if (headerLine !== undefined && header?.line !== headerLine) {
    throw new UnreadableFile(`Line ${headerLine} is told to be the header, and nothing is there.`);
  }
  try {
    return matchFeedColumns(header, rules, mapping);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const likely = below.slice(0, maxTitleLines).find((record) => isHeader(record, rules, mapping));
    if (likely === undefined) throw error;
    const hint = `Line ${likely.line} looks like the header: say so, or delete what is above it.`;
    throw new UnreadableFile(`${error.message} ${hint}`, { cause: error });
  }
}

/**
 * A column a reader knows: its name, whether a file must have it (of those with "either", one), and
 * what else it is called.
 */
export type ColumnRule = {
  readonly name: string;
  readonly required: boolean | "either";
  readonly synonyms: readonly string[];
};

/**
 * Where the known columns are; `ignored` are the headers that name none. `fixed` has the value of
 * every row that has none in such a column, or in a file without it.
 */
export type FeedColumns = {
  readonly places: ReadonlyMap<string, number>;
  readonly fixed?: ReadonlyMap<string, string>;
  readonly width: number;
  readonly ignored: readonly string[];
  /** Whether it is a file of refused rows: a part of another, mended. */
  readonly isCorrection?: boolean;
};

/**
 * What an import is told of a file whose headers do not say it: which header is a column, several
 * columns from one header included, and values for rows that have none.
 */
export type ColumnMapping = {
  readonly headers: ReadonlyMap<string, string>;
  readonly fixed: ReadonlyMap<string, string>;
  /** The line of the header, where others stand above it; absent: the first that has a word. */
  readonly headerLine?: number | undefined;
};

/** A mapping as a text: two are the same where it is. */
export function describeMapping({ headers, fixed, headerLine }: ColumnMapping): string {
  const sorted = (map: ReadonlyMap<string, string>) =>
    [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const told = [sorted(headers), sorted(fixed)];
  return JSON.stringify(headerLine === undefined ? told : [...told, headerLine]);
}

type Pairs = readonly (readonly [string, string])[];

/** The mapping of a text that `describeMapping` wrote; of an empty one, the headers say it all. */
export function readMapping(text: string): ColumnMapping {
  if (text === "") return noMapping;
  const [headers, fixed, headerLine] = JSON.parse(text) as [Pairs, Pairs, number | undefined];
  return { headers: new Map(headers), fixed: new Map(fixed), headerLine };
}

/** The headers say it all. */
export const noMapping: ColumnMapping = { headers: new Map(), fixed: new Map() };

/** The column in which refused rows say what is wrong with them; an import passes it over. */
export const errorColumn = "error";

/** Two headers are the same where this is: "Part #", "part_number" and "PART NUMBER" are. */
function headerKey(header: string): string {
  return header
    .toLowerCase()
    .replace(/#/g, "number")
    .replace(/%/g, "percent")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Whether a header names one of the columns. */
export function namesColumn(header: string, rules: readonly ColumnRule[]): boolean {
  const key = headerKey(header);
  return rules.some(({ name, synonyms }) =>
    [name, ...synonyms].some((known) => headerKey(known) === key),
  );
}

function quoteAll(headers: readonly string[]): string {
  return headers.map((header) => `"${header}"`).join(", ");
}

function complainAboutMissing(missing: readonly string[], ignored: string[]): string {
  const known = ignored.length === 0 ? "" : ` Not understood: ${quoteAll(ignored)}.`;
  return `These columns are missing: ${missing.join(", ")}.${known}`;
}

/** The columns that must be there and are not. */
function listMissing(rules: readonly ColumnRule[], has: (name: string) => boolean): string[] {
  const namesOf = (required: ColumnRule["required"]) =>
    rules.filter((rule) => rule.required === required).map(({ name }) => name);
  const either = namesOf("either");
  const lacking = namesOf(true).filter((name) => !has(name));
  return either.length === 0 || either.some(has) ? lacking : [...lacking, either.join(" or ")];
}

/** Puts the mapped columns where they are told to be; returns what is wrong with the mapping. */
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
  const faults = unknown.map((name) => `"${name}" is no column; there are ${all}.`);
  for (const [name, header] of mapping.headers) {
    const place = cells.findIndex((cell) => headerKey(cell) === headerKey(header));
    if (place === -1) faults.push(`There is no header "${header}" to be ${name}.`);
    else places.set(name, place);
  }
  return faults;
}

type Placed = { readonly places: Map<string, number>; readonly ignored: string[] };

/** Puts every column that is not mapped where a header names it. */
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
      faults.push(`Two columns are ${name}: ${quoteAll([cells[earlier] ?? "", cell])}.`);
    }
  });
  return faults;
}

/** Where columns are, and all that is wrong with that. */
export type PlacedColumns = Placed & { readonly faults: readonly string[] };

/**
 * Finds what can be found of the columns by a header and a mapping, and says what is wrong:
 * required columns that are missing, columns that two headers name, a mapping that does not fit.
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
  if (missing.length > 0) faults.unshift(complainAboutMissing(missing, ignored));
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

/** What is to be said of headers that name no column: nothing, or one sentence. */
export function describeIgnoredColumns({ ignored }: FeedColumns): string[] {
  if (ignored.length === 0) return [];
  return [`These columns are not understood and not read: ${quoteAll(ignored)}.`];
}
