// Reads what a buyer sent, a pasted text or a file, into the rows of a list. It is stored beside the
// list, so that its columns can be chosen, and chosen again until a row was changed. Invariant: a
// record is a row, or it is named among those that were left out: titles, totals, headings of
// sections, and parts that are cancelled or on hold. What may be a part number is never left out.
import { Readable } from "node:stream";
import { foldFullWidth } from "../catalog/partNumber.ts";
import { toStorableText } from "../db/toStorableText.ts";
import type { ColumnMapping } from "../imports/rows/columns.ts";
import { leftOutHeader, namesColumn, noMapping } from "../imports/rows/columns.ts";
import { headRecords, peekRecords } from "../imports/rows/header.ts";
import type { LeftOutKind } from "../imports/rows/leftOutRows.ts";
import { createLeftOutTally, findLeftOutKind } from "../imports/rows/leftOutRows.ts";
import type { RememberedMappings } from "../imports/rows/sheets.ts";
import { findRememberedMapping, findSheet } from "../imports/rows/sheets.ts";
import { firstNeededDay } from "../orders/lineInstructions.ts";
import { type ListCodes, readCondition } from "../reading/condition.ts";
import { createDayReader } from "../reading/day.ts";
import type { Delimiter } from "../reading/files/csvDelimiter.ts";
import { CsvScanner } from "../reading/files/csvScanner.ts";
import {
  boundColumns,
  type FileRecord,
  isBlank,
  UnreadableFile,
} from "../reading/files/fileRecord.ts";
import { unpackLimits } from "../reading/files/gunzipBytes.ts";
import { openRecords } from "../reading/files/openRecords.ts";
import type { SheetHead } from "../reading/files/readXlsx.ts";
import { fold } from "../reading/lexicon.ts";
import { dropGrouped } from "../reading/line.ts";
import { isHeading, isRowText, isSentence, isSum, isWithdrawn, labelOf } from "../reading/rows.ts";
import { affirmsUrgency, findUrgency, type Urgency, urgencies } from "../reading/urgency.ts";
import { isPlaceholder } from "../reading/words/placeholders.ts";
import {
  describeUnread,
  type FoundColumns,
  findListColumns,
  listColumnRules,
  UnclearColumns,
} from "./listColumns.ts";
import type { LateInstructions, ListColumns, ReadList, ReadRow, UrgentLine } from "./orderList.ts";
import { readListRow, readRowInstructions } from "./readRow.ts";

/** The only filled cell of a record; undefined if there are others. */
function findOnlyCell({ cells }: FileRecord) {
  const filled = cells.flatMap((cell, place) => (isBlank(cell) ? [] : [{ cell, place }]));
  return filled.length === 1 ? filled[0] : undefined;
}

/** Whether most rows of the first records have a quantity, so that a row without one stands out. */
function countsRows(head: readonly FileRecord[], { columns, skipped }: FoundColumns): boolean {
  const { quantityColumn } = columns;
  const rows = head.slice(skipped).filter((record) => findOnlyCell(record) === undefined);
  const counted = rows.filter(({ cells }) => !isBlank(cells[quantityColumn ?? -1]));
  return counted.length * 2 > rows.length;
}

const maxTitleWords = 8;
const maxWordsOfName = 4;

/** How many names of columns fill words, from a place to the end; null if others are among them. */
function countNames(words: readonly string[], start: number): number | null {
  if (start === words.length) return 0;
  for (let end = Math.min(words.length, start + maxWordsOfName); end > start; end -= 1) {
    const text = words.slice(start, end).join(" ");
    // A mark between the names of columns in one line of text, or the name of a column that counts.
    const isBetween =
      ["", "/", "X"].includes(fold(text)) || ["item", "number"].includes(labelOf(text) ?? "");
    const rest = isBetween || namesColumn(text, listColumnRules) ? countNames(words, end) : null;
    if (rest !== null) return rest + (isBetween ? 0 : 1);
  }
  return null;
}

/** Whether a record is one line of text that names columns only: "Part number / Qty". */
function namesColumns(record: FileRecord): boolean {
  const text = findOnlyCell(record)?.cell.trim() ?? "";
  const words = text.split(/[\s|,;:]+/).filter((word) => word !== "");
  if (words.length > maxTitleWords || /\d/.test(text)) return false;
  return (countNames(words, 0) ?? 0) > 1;
}

/**
 * What a row may be, if the catalog has no such part number: the heading of a section, which has
 * only one cell, or a total, which names itself and has no quantity.
 */
function findDoubt(
  record: FileRecord,
  { columns: { numberColumn } }: FoundColumns,
  isCounted: boolean,
): ReadRow["mayBe"] {
  const { cells, fault } = record;
  const text = (cells[numberColumn] ?? "").trim();
  if (namesColumns(record)) return "remark";
  if (!isCounted || fault !== undefined || text === "") return undefined;
  const others = cells.filter((cell, place) => place !== numberColumn && !isBlank(cell));
  if (isRowText("certainTotal", text) && others.every((cell) => isSum(cell.trim()))) return "total";
  if (others.length > 0) return undefined;
  if (isRowText("possibleTotal", text)) return "total";
  return isHeading(text) ? "remark" : undefined;
}

/** What the only cell of a record is, if it is not in the column of part numbers. */
function findApartKind(
  record: FileRecord,
  { numberColumn, quantityColumn }: ListColumns,
): "total" | "remark" | undefined {
  const only = findOnlyCell(record);
  if (only === undefined || only.place === numberColumn) return undefined;
  const text = only.cell.trim();
  if (isRowText("certainTotal", text) || isRowText("possibleTotal", text)) return "total";
  if (isSentence(text)) return "remark";
  // One word there may be a quantity: "several".
  const isQuantity = only.place === quantityColumn && !text.includes(" ");
  return isHeading(text) && !isQuantity ? "remark" : undefined;
}

/** Whether a row is struck through, or a cell beside its number and name says it is cancelled. */
function isWithdrawnRow({ cells, struck }: FileRecord, { headers, numberColumn }: ListColumns) {
  if (struck?.has(numberColumn)) return true;
  return cells.some((cell, at) => {
    return at !== numberColumn && isWithdrawn(cell) && labelOf(headers[at] ?? "") !== "name";
  });
}

/** What a record is, if it certainly is no row. */
function findKind(
  record: FileRecord,
  { columns, width, header }: FoundColumns,
  isCounted: boolean,
): LeftOutKind | undefined {
  const { cells, fault } = record;
  const { numberColumn } = columns;
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  const [first = "", ...others] = filled;
  // Of what imports take for a total, a list has more that are none.
  const isTotal = isRowText("totalName", first);
  const feed = { places: new Map([["part_number", numberColumn]]), width, ignored: [] };
  const general = findLeftOutKind(record, header ?? { line: 0, cells: [] }, feed);
  if (general !== undefined && (general !== "total" || isTotal)) return general;
  const apart = isCounted && fault === undefined ? findApartKind(record, columns) : undefined;
  if (apart !== undefined) return apart;
  const isNamed = isRowText("certainTotal", first) && isBlank(cells[numberColumn]);
  const isOfSums = isNamed || (isRowText("total", first) && isTotal);
  const hasSums = fault === undefined && others.length > 0 && others.every(isSum);
  if (isOfSums && hasSums) return "total";
  return isWithdrawnRow(record, columns) ? "withdrawn" : undefined;
}

function describeChosen({ header }: FoundColumns, mapping: ColumnMapping | null): string[] {
  if (mapping === null || header === null) return [];
  const named = listColumnRules.flatMap(({ name }) => {
    const cell = mapping.headers.get(name) ?? leftOutHeader;
    return cell === leftOutHeader ? [] : [`${name.replaceAll("_", " ")} from "${cell}"`];
  });
  return named.length === 0 ? [] : [`Columns as chosen: ${named.join(", ")}.`];
}

function findMost(found: readonly (Urgency | undefined)[]): Urgency | undefined {
  return urgencies.find((one) => found.includes(one));
}

/** Rows that are named; of a list with more, all are urgent. */
const maxUrgentRows = 200;

/** Collects where a list says that it is urgent: above its rows, for all of them, or in a row. */
function createUrgencyTally({ headers, numberColumn }: ListColumns) {
  const lines: UrgentLine[] = [];
  const named = headers.map(findUrgency);
  // Any cell may say it, except the number and the name of a row.
  const isRead = headers.map((header, at) => at !== numberColumn && labelOf(header) !== "name");
  const readCell = (cell: string, at: number): Urgency | undefined => {
    if (isRead[at] === false || isBlank(cell)) return undefined;
    const isNamed = named[at] !== undefined && affirmsUrgency(cell) && !isPlaceholder(cell);
    return findUrgency(cell) ?? (isNamed ? named[at] : undefined);
  };
  let hasRows = false;
  return {
    lines,
    /** Only above the rows: below them, a signature may name an AOG desk. */
    addTitle({ line, cells }: FileRecord) {
      const urgency = hasRows ? undefined : findMost(cells.map(findUrgency));
      if (urgency !== undefined) lines.push({ line, urgency, isRow: false });
    },
    addRow({ line, cells }: FileRecord) {
      hasRows = true;
      const urgency = lines.length > maxUrgentRows ? undefined : findMost(cells.map(readCell));
      const isRow = lines.length < maxUrgentRows;
      if (urgency !== undefined) lines.push({ line, urgency, isRow });
    },
  };
}

/** How urgent an order of these rows is, and which of them; null for those of an urgent list. */
export function findRowsUrgency(urgent: readonly UrgentLine[], rowNumbers: readonly number[]) {
  const taken = urgent.filter(({ line, isRow }) => !isRow || rowNumbers.includes(line));
  const urgency = findMost(taken.map((one) => one.urgency));
  if (urgency === undefined) return undefined;
  const most = taken.filter((one) => one.urgency === urgency);
  const isList = most.some(({ isRow }) => !isRow);
  return { urgency, rows: isList ? null : new Set(most.map(({ line }) => line)) };
}

/** Lines of a kind that are named, so that they can be included. */
const maxNamed = 20;
/** Words of conditions that are named. */
const maxWords = 10;

/** `included` is a line that is a row, whatever it looks like. */
export type ReadingWish = {
  readonly isKeyed: boolean;
  readonly mapping: ColumnMapping | null;
  readonly included?: number | undefined;
  /** When the list was sent. */
  readonly now: Date;
};

/** As `findListColumns`; throws what it throws. `readRow`: undefined for a record that is no row. */
function createRowReader(
  head: readonly FileRecord[],
  { isKeyed, mapping, included, now }: ReadingWish,
  codes: ListCodes,
): Omit<ReadList, "batches"> & { readRow(record: FileRecord): ReadRow | undefined } {
  const found = findListColumns(head, isKeyed, mapping);
  const { columns, skipped, places } = found;
  const isCounted = found.isNamed && countsRows(head, found);
  const leftOut = createLeftOutTally(maxNamed);
  const days = createDayReader(firstNeededDay(now));
  const urgency = createUrgencyTally(columns);
  /** The rows whose day may become clear when all of them are known. */
  const dayless: FileRecord[] = [];
  /** The words that the list has for conditions, to say how they were read. */
  const conditions = new Map<string, string>();
  let seen = 0;
  function readKept(record: FileRecord): ReadRow {
    const { cells } = record;
    const row = readListRow(record, found, codes, days.read);
    const hasDay = (cells[places.get("needed_by") ?? -1] ?? "") !== "";
    if (hasDay && row.instructions.neededBy === null) dayless.push(record);
    const condition = foldFullWidth(cells[columns.conditionColumn ?? -1] ?? "");
    const words = conditions.size < maxWords ? readCondition(condition, codes).words : [];
    for (const [word, code] of words) conditions.set(word, code);
    const mayBe = findDoubt(record, found, isCounted);
    if (mayBe === undefined) urgency.addRow({ ...record, cells: row.cells });
    else urgency.addTitle(record);
    return { ...row, mayBe };
  }
  return {
    columns,
    readRow(record) {
      seen += 1;
      if (record.line === included) return readListRow(record, found, codes, days.read);
      if (seen === skipped) return undefined;
      const kind = seen < skipped ? "title" : findKind(record, found, isCounted);
      if (kind === undefined) return readKept(record);
      leftOut.add(kind, record);
      if (kind !== "withdrawn") urgency.addTitle(record);
      return undefined;
    },
    leaveOut: ({ rowNumber, cells }, kind) => leftOut.add(kind, { line: rowNumber, cells }),
    listLate: () =>
      dayless.flatMap(({ line: rowNumber, cells }): LateInstructions[] => {
        const { neededBy, unread } = readRowInstructions(cells, found, codes, days.readInOrder);
        return neededBy === null ? [] : [{ rowNumber, neededBy, unread }];
      }),
    urgent: () => urgency.lines,
    notes: () => {
      const words = [...conditions].map(([word, code]) => `"${word}" as ${code}`);
      return [
        ...describeChosen(found, mapping),
        ...leftOut.describe(),
        ...(words.length === 0 ? [] : [`Conditions read: ${words.join(", ")}.`]),
        ...describeUnread(head, found, mapping),
      ];
    },
  };
}

export type ListUpload =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly bytes: Uint8Array };

/** One of the first records of an upload. `sheet` is absent unless a workbook has several. */
export type HeadRecord = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly sheet?: string;
};

/**
 * `read` may throw `UnclearColumns` or `UnreadableFile`; it is called once. The line `included` is
 * a row, whatever it looks like.
 */
export type OpenedUpload = {
  readonly head: readonly HeadRecord[];
  /** What a person chose for this list or an earlier one. */
  readonly mapping: ColumnMapping | null;
  readonly read: (codes: ListCodes, included?: number) => Promise<ReadList>;
};

/** What a person chose for an upload, or for earlier ones with the same headers. */
export type KnownColumns = {
  readonly chosen: ColumnMapping | null;
  readonly remembered: RememberedMappings;
  /** When the list was sent. */
  readonly now: Date;
};

const rowsPerBatch = 1_000;
const marks = [";", "|", ","] as const;
/** Lines that are examined below a first line without a delimiter, which may be a title. */
const maxLines = 50;

/**
 * The delimiter of the first line that is not blank or, if it has none, of most lines; null if
 * there is none.
 */
function findPastedDelimiter(text: string): Delimiter | null {
  if (text.includes("\t")) return "\t";
  const found = text.slice(0, 100_000).matchAll(/^.*\S.*$/gmu);
  const lines = [...found].slice(0, maxLines).map(([line]) => dropGrouped(line));
  const ofFirst = marks.find((mark) => lines[0]?.includes(mark));
  const isOfMost = (mark: string) =>
    lines.filter((line) => line.includes(mark)).length * 2 > lines.length;
  return ofFirst ?? marks.find(isOfMost) ?? null;
}

/**
 * The records of a pasted text, with the numbers of their first lines: columns as copied from a
 * spreadsheet, or one line per part. One by one, as all of them would take many times the memory of
 * the text.
 */
function* splitRecords(pasted: string): Generator<FileRecord> {
  const text = pasted.replace(/^\ufeff/, "");
  const delimiter = findPastedDelimiter(text);
  if (delimiter !== null) {
    const scanner = new CsvScanner(delimiter);
    for (const record of scanner.scan(text)) yield { ...boundColumns(record), delimiter };
    for (const record of scanner.end()) yield { ...boundColumns(record), delimiter };
    return;
  }
  const lineBreak = /\r\n|\r|\n/g;
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = lineBreak.exec(text);
    const cell = text.slice(start, end?.index).trim();
    if (cell !== "") yield { line, cells: [cell] };
    if (end === null) return;
    start = lineBreak.lastIndex;
  }
}

/** Takes the first records. */
function takeHead(records: Generator<FileRecord>): FileRecord[] {
  const head: FileRecord[] = [];
  while (head.length < headRecords) {
    const next = records.next();
    if (next.done === true) break;
    head.push(next.value);
  }
  return head;
}

/**
 * Reads a pasted text, given the condition codes and how it is to be read.
 * Throws `UnreadableFile` with what to do if it is empty or its columns cannot be identified, and
 * during iteration if a quote is not closed.
 */
export function readPastedRows(
  text: string,
  codes: ListCodes,
  wish: Omit<ReadingWish, "isKeyed">,
): ReadList {
  const records = splitRecords(text);
  const head = takeHead(records);
  if (head.length === 0) {
    throw new UnreadableFile("The text is empty. Paste a part number and a quantity per line.");
  }
  const { readRow, ...read } = createRowReader(head, { isKeyed: false, ...wish }, codes);
  function* batches(): Generator<ReadRow[]> {
    let rows = head.flatMap((record) => readRow(record) ?? []);
    for (const record of records) {
      if (rows.length >= rowsPerBatch) {
        yield rows;
        rows = [];
      }
      const row = readRow(record);
      if (row !== undefined) rows.push(row);
    }
    if (rows.length > 0) yield rows;
  }
  return { ...read, batches: batches() };
}

/** Twice the rows of the longest list, since headings and blank rows are left out. */
const limits = { ...unpackLimits, totalBytes: 100_000_000, rows: 100_000 };
const maxCells = 100;
const maxCellLength = 200;

function toHead({ line, cells }: FileRecord): HeadRecord {
  const shown = cells.slice(0, maxCells).map((cell) => cell.slice(0, maxCellLength));
  return { line, cells: shown.map((cell) => toStorableText(cell.toWellFormed())) };
}

/** Opens an upload for `work`, and closes it. Throws `UnreadableFile` if it is none. */
export async function withUpload<Result>(
  upload: ListUpload,
  { chosen, remembered, now }: KnownColumns,
  work: (opened: OpenedUpload) => Promise<Result>,
): Promise<Result> {
  const mappingOf = (head: readonly HeadRecord[]) =>
    chosen ?? findRememberedMapping(head, remembered) ?? null;
  if (upload.kind === "text") {
    const head = takeHead(splitRecords(upload.text)).map(toHead);
    const mapping = mappingOf(head);
    const read: OpenedUpload["read"] = async (codes, included) =>
      readPastedRows(upload.text, codes, { mapping, included, now });
    return work({ head, mapping, read });
  }
  // The sheet that a person chose or that its headers suggest.
  let sheets: readonly HeadRecord[] = [];
  let isUnclear = false;
  const chooseSheet = (heads: readonly SheetHead[]) => {
    sheets = heads.flatMap(({ name, records }) =>
      records.slice(0, headRecords).map((record) => ({ ...toHead(record), sheet: name })),
    );
    const choice = findSheet(heads, listColumnRules, mappingOf(sheets) ?? noMapping);
    isUnclear = choice.outcome !== "chosen";
    if (choice.outcome === "chosen") return choice.place;
    return choice.outcome === "unclear" ? (choice.places[0] ?? 0) : 0;
  };
  const opened = await openRecords(Readable.from([upload.bytes]), { limits, chooseSheet });
  try {
    const { records, batches } = await peekRecords(opened.batches, headRecords);
    const head = sheets.length > 0 ? sheets : records.map(toHead);
    const mapping = mappingOf(head);
    const read: OpenedUpload["read"] = async (codes, included) => {
      if (isUnclear) throw new UnclearColumns("Several sheets may have the parts. Choose one.");
      if (records.length === 0) {
        // Reading on finds what is wrong with the file, if anything is.
        for await (const _ of batches);
        throw new UnreadableFile(
          "The file is empty. Upload one with a part number and a quantity per row.",
        );
      }
      const isKeyed = opened.traits().format.startsWith("json");
      const wish = { isKeyed, mapping, included, now };
      const { readRow, ...list } = createRowReader(records, wish, codes);
      async function* all(): AsyncGenerator<ReadRow[]> {
        for await (const batch of batches) yield batch.flatMap((record) => readRow(record) ?? []);
      }
      return { ...list, batches: all() };
    };
    return await work({ head, mapping, read });
  } finally {
    await opened.close();
  }
}
