// The columns of a list: found among its first records, by a header anywhere, else by the cells of
// each row. Invariant: what may be a row is never taken for a title, and a column that may have
// quantities or conditions is never left out without a person.

import { toStorableText } from "../db/toStorableText.ts";
import { offerColumn } from "../imports/file.ts";
import type { ColumnMapping } from "../imports/rows/columns.ts";
import { namesColumn, noMapping, placeColumns } from "../imports/rows/columns.ts";
import type { ColumnGuess } from "../imports/rows/header.ts";
import { findHeaderPlace, guessColumns, mayBeRow } from "../imports/rows/header.ts";
import { isDay } from "../reading/day.ts";
import {
  countFilled,
  type FileRecord,
  isBlank,
  UnreadableFile,
} from "../reading/files/fileRecord.ts";
import { nameHeaders } from "../reading/header.ts";
import { looksLike } from "../reading/looks.ts";
import type { ColumnRule } from "../reading/row.ts";
import { isName, isRowText, labelOf } from "../reading/rows.ts";
import { type HeaderWords, headersOf, weakHeadersOf } from "../reading/words/headers.ts";
import type { ListColumns } from "./orderList.ts";

/** A person has to choose the columns; the message says why. */
export class UnclearColumns extends UnreadableFile {
  constructor(message: string) {
    super(message);
    this.name = "UnclearColumns";
  }
}

function listColumn(name: string, ...words: readonly HeaderWords[]) {
  return { name, required: false, synonyms: headersOf(...words), weak: weakHeadersOf(name) };
}

export const listColumnRules: readonly ColumnRule[] = [
  { ...offerColumn("part_number", true), synonyms: headersOf("part_number", "part_or_nsn") },
  { ...listColumn("quantity", "quantity", "ordered"), content: "quantity" },
  // A condition column also says which certificates are wanted.
  { ...offerColumn("condition", false), synonyms: headersOf("condition", "condition_wish") },
  { ...listColumn("certificate", "certificate", "certificate_wish"), takesFirst: true },
  // Nobody is asked about it: its cells only say what a quantity counts.
  { ...listColumn("unit_of_measure", "unit_of_measure"), takesFirst: true },
  { ...listColumn("remark", "remark"), takesFirst: true },
  { ...listColumn("needed_by", "needed_by"), takesFirst: true },
];

/** The place of the column with the names or the alternates of parts; -1 if a list has none. */
export function findLabel(headers: readonly string[], label: "name" | "alternate"): number {
  return headers.findIndex((header) => labelOf(header) === label);
}

const maxAlternates = 5;

/** The numbers that a cell of alternates may have: the whole, or several between marks. */
export function splitAlternates(cell: string): string[] {
  const text = cell.trim().replace(/\s+/g, " ");
  const pieces = text.split(/ ?[;,|] ?| or | \/ /i);
  const distinct = new Set([text, ...pieces].map((piece) => piece.trim()));
  return [...distinct].filter((piece) => /\d/.test(piece)).slice(0, maxAlternates);
}

/**
 * The name by which the part of a row can be searched: what is written for its number, if that is a
 * name, or its cell below the header of descriptions; null if it has none.
 */
export function findRowName(
  headers: readonly string[],
  cells: readonly string[],
  partNumber: string | null,
): string | null {
  if (partNumber !== null && isName(partNumber)) return partNumber.trim();
  const cell = cells[findLabel(headers, "name")]?.trim() ?? "";
  return /\p{L}{3}/u.test(cell) ? cell : null;
}

/** The line of the header in the mapping of a list that has none. */
export const noHeaderLine = 0;

/**
 * `places` are those of the columns by their names. `isNamed`: a header or a person named them.
 * `width`: the maximum of cells per row. The first `skipped` records are no rows; the last of them
 * is the header, if there is one.
 */
export type FoundColumns = {
  readonly columns: ListColumns;
  readonly places: ReadonlyMap<string, number>;
  readonly isNamed: boolean;
  readonly width: number;
  readonly header: FileRecord | null;
  readonly skipped: number;
};

const defaultHeaders = ["part_number", "quantity", "condition"];

function widthOf(records: readonly FileRecord[]): number {
  return Math.max(0, ...records.map(({ cells }) => cells.length));
}

/** The columns that a header or a person named. */
function toFound(
  cells: readonly string[],
  places: ReadonlyMap<string, number>,
  { header, skipped }: Pick<FoundColumns, "header" | "skipped">,
): FoundColumns {
  const width = cells.length;
  const quantityColumn = places.get("quantity") ?? null;
  // A condition that is added to a row later needs its own column.
  const condition = places.get("condition") ?? null;
  const isAdded = condition === null && quantityColumn !== null;
  const headers = cells.map((cell) => toStorableText(cell));
  // A chosen column keeps its meaning in the file of rows to fix.
  for (const [name, place] of places) {
    if (!namesColumn(headers[place] ?? "", listColumnRules)) headers[place] = name;
  }
  const columns = {
    headers: isAdded ? [...headers, "condition"] : headers,
    numberColumn: places.get("part_number") ?? 0,
    quantityColumn,
    conditionColumn: isAdded ? width : condition,
  };
  return { columns, places, isNamed: true, width, header, skipped };
}

/** Whether a record has neither a part number nor a quantity where the header has them. */
function isBesideColumns({ cells }: FileRecord, header: FileRecord): boolean {
  const { places } = placeColumns(header.cells, listColumnRules, noMapping);
  const [number, quantity] = [places.get("part_number"), places.get("quantity")];
  return number !== undefined && isBlank(cells[number]) && isBlank(cells[quantity ?? -1]);
}

/**
 * Whether a record above the header may be a row of a list; a label such as "Date:" is none. The
 * only cell of a record may be a row wherever it is.
 */
function mayBeListRow(record: FileRecord, header: FileRecord): boolean {
  const filled = record.cells.filter((cell) => !isBlank(cell));
  const [first = "", ...others] = filled.map((cell) => cell.trim());
  if (others.length > 0 && isBesideColumns(record, header)) return false;
  if (/:$/.test(first) || (others.length === 0 && isRowText("title", first))) return false;
  const isNumbered = filled.some((cell) => looksLike(cell, "part number"));
  const isCounted = filled.length > 1 && filled.some((cell) => looksLike(cell, "quantity"));
  return isNumbered || isCounted || mayBeRow(record, header);
}

/** Throws if a column may be one that is read, and no header says so. */
function checkGuesses(guesses: readonly ColumnGuess[]): void {
  const open = guesses.filter(({ certainty }) => ["likely", "unclear"].includes(certainty));
  if (open.length === 0) return;
  const names = open.map(({ name }) => name.replace("_", " ")).join(" and ");
  const isOne = open.length === 1;
  const unknown = isOne ? "column: its header is" : "columns: their headers are";
  throw new UnclearColumns(`Choose the ${names} ${unknown} unknown.`);
}

/** A header with the rest of its words in the line below it: "PART" over "NUMBER". */
function joinHeader(header: FileRecord, next: FileRecord | undefined): FileRecord | undefined {
  const words = next?.cells.filter((cell) => !isBlank(cell)) ?? [];
  const isLabel = (cell: string) =>
    namesColumn(cell, listColumnRules) || labelOf(cell) !== undefined;
  const isWords = words.length > 1 && words.every((cell) => !/\d/.test(cell));
  if (next === undefined || !isWords || words.filter(isLabel).length * 2 <= words.length) {
    return undefined;
  }
  const cells = Array.from({ length: widthOf([header, next]) }, (_, at) =>
    [header.cells[at] ?? "", next.cells[at] ?? ""].join(" ").trim(),
  );
  return { ...header, cells };
}

function findNamed(
  head: readonly FileRecord[],
  place: number,
  mapping: ColumnMapping,
): FoundColumns {
  const single = head[place] as FileRecord;
  const joined = mapping === noMapping ? joinHeader(single, head[place + 1]) : undefined;
  const header = joined ?? single;
  const skipped = place + (joined === undefined ? 1 : 2);
  const { places, faults, ignored } = placeColumns(header.cells, listColumnRules, mapping);
  const rows = head.slice(skipped).map(({ cells }) => cells);
  const guesses = guessColumns(header.cells, rows, listColumnRules, mapping);
  if (faults.length > 0) {
    const message = `Line ${header.line}: ${faults.join(" ")}`;
    if (!places.has("part_number") && ignored.length === 0) throw new UnreadableFile(message);
    checkGuesses(guesses.filter(({ name }) => !places.has(name)));
    throw new UnclearColumns(message);
  }
  if (mapping.headers.size === 0) checkGuesses(guesses);
  return toFound(header.cells, places, { header, skipped });
}

/** A person chose the columns, perhaps of an earlier list with the same headers. */
function findMapped(head: readonly FileRecord[], mapping: ColumnMapping): FoundColumns {
  const { headerLine } = mapping;
  if (headerLine === noHeaderLine) {
    const blank = Array.from({ length: widthOf(head) }, () => "");
    const { places, faults } = placeColumns(blank, listColumnRules, mapping);
    if (faults.length > 0) throw new UnclearColumns(faults.join(" "));
    return toFound(blank, places, { header: null, skipped: 0 });
  }
  const place =
    headerLine === undefined
      ? (findHeaderPlace(head, listColumnRules, mapping) ?? 0)
      : head.findIndex(({ line }) => line === headerLine);
  if (place === -1) throw new UnclearColumns(`Line ${headerLine} should be the header.`);
  return findNamed(head, place, mapping);
}

/** Whether the first record has only words, and all below it have numbers. */
function isOverNumbers([first, ...below]: readonly FileRecord[]): boolean {
  const words = first?.cells.filter((cell) => !isBlank(cell)) ?? [];
  const isWords = words.length > 1 && words.every((word) => /^\D*\p{L}\D*$/u.test(word));
  const hasNumber = ({ cells }: FileRecord) => cells.some((cell) => /^\s*\d/.test(cell));
  return isWords && below.length > 0 && below.every(hasNumber);
}

/** Lists whose rows have cells, and lists with one line of text per row. */
function findUnnamed(head: readonly FileRecord[]): FoundColumns {
  const width = defaultHeaders.length;
  const wide = head.filter(({ cells }) => countFilled(cells) > width);
  const [first] = wide;
  if (first !== undefined && wide.length * 2 >= head.length) {
    throw new UnclearColumns(
      `Line ${first.line}: ${countFilled(first.cells)} columns without headers cannot be ` +
        "identified. Choose the columns, or add a header line.",
    );
  }
  const hasCells = widthOf(head) > 1;
  const columns = {
    headers: hasCells ? defaultHeaders : defaultHeaders.slice(0, 1),
    numberColumn: 0,
    quantityColumn: hasCells ? 1 : null,
    conditionColumn: hasCells ? 2 : null,
  };
  return { columns, places: new Map(), isNamed: false, width, header: null, skipped: 0 };
}

/**
 * Finds the columns by the first records of a list, of which there is at least one. `isKeyed`: the
 * first is the header. `mapping`: what a person chose, or null. Throws `UnclearColumns` if a person
 * has to choose, and `UnreadableFile` if there is no part number to choose.
 */
export function findListColumns(
  head: readonly FileRecord[],
  isKeyed: boolean,
  mapping: ColumnMapping | null,
): FoundColumns {
  if (mapping !== null) return findMapped(head, mapping);
  const isFirst =
    head[0]?.cells.some((cell) => namesColumn(cell, listColumnRules)) || isOverNumbers(head);
  const named = findHeaderPlace(head, listColumnRules, noMapping);
  const place = isKeyed ? 0 : (named ?? (isFirst ? 0 : undefined));
  const header = place === undefined ? undefined : head[place];
  if (place === undefined || header === undefined) return findUnnamed(head);
  const above = head.slice(0, place).find((record) => mayBeListRow(record, header));
  if (above !== undefined) {
    throw new UnclearColumns(
      `Line ${header.line} looks like the header, but line ${above.line} above it may be a part.`,
    );
  }
  return findNamed(head, place, noMapping);
}

/** How the sentences on columns that are not read begin. */
export const unreadColumns = "Columns not read: ";
export const unreadDates = "Columns with dates not read: ";

/**
 * A sentence each for columns with dates that are not read, which may be days by which parts are
 * needed, and for others; `head` has the first records.
 */
export function describeUnread(
  head: readonly FileRecord[],
  { header, skipped, places }: FoundColumns,
  mapping: ColumnMapping | null,
): string[] {
  if (header === null) return [];
  const { ignored } = placeColumns(header.cells, listColumnRules, mapping ?? noMapping);
  const names = nameHeaders(header.cells);
  const isKnown = (name: string) => ["name", "alternate", "item"].includes(labelOf(name) ?? "");
  const unread = ignored.filter((name) => !isKnown(name));
  const hasDays = (name: string) => {
    const column = head.slice(skipped).map(({ cells }) => cells[names.indexOf(name)] ?? "");
    const filled = column.filter((cell) => !isBlank(cell));
    return filled.filter((cell) => isDay(cell.trim())).length * 2 > filled.length;
  };
  // If one column is read, a person or its header chose it.
  const isOpen = !places.has("needed_by") && mapping === null;
  const ofDays = isOpen ? unread.filter(hasDays) : [];
  const others = unread.filter((name) => !ofDays.includes(name));
  const name = (start: string, listed: readonly string[]) =>
    listed.length === 0 ? [] : [`${start}${listed.map((one) => `"${one}"`).join(", ")}.`];
  return [...name(unreadDates, ofDays), ...name(unreadColumns, others)];
}
