// Invariant: every record of a file is accepted and encoded for the staging table, refused with a
// reason, or reported as a line that is no row.

import { groupDigits } from "../../kit/money.ts";
import { priceColumns } from "../../reading/cellValues.ts";
import {
  countFilled,
  type FileRecord,
  isBlank,
  type RecordBatches,
} from "../../reading/files/fileRecord.ts";
import { findPriceBasis, pricePerColumn } from "../../reading/header.ts";
import { type Looks, looksLike } from "../../reading/looks.ts";
import type { CellFault, ColumnRule, FeedColumns, FeedRow } from "../../reading/row.ts";
import type { RunContext } from "../conductRun.ts";
import type { ColumnMapping } from "./columns.ts";
import { describeReadingProgress, type Feed } from "./feed.ts";
import { createFirstLines } from "./firstLines.ts";
import { findHeader, headRecords, isHeaderAgain } from "./header.ts";
import { findLeftOutKind } from "./leftOutRows.ts";
import type { RefusedRows } from "./refusals.ts";

// Rows that are shorter or longer than the header. Invariant: a cell is read in its own column or
// its row is refused.

// Rows of a text with fewer cells than the header. Invariant: cells are missing at the end of a row
// only if that is certain; else a later cell may be in the column of an earlier one.

type Cells = readonly string[];

/** Known columns by place; `blank` counts against a reading in which a needed cell is missing. */
type ShortRowColumns = {
  readonly width: number;
  readonly used: ReadonlySet<number>;
  readonly kinds: ReadonlyMap<number, Looks>;
  readonly needed: ReadonlySet<number>;
};

/** A reading in which `count` cells are missing from `start` on. */
type Gap = { readonly start: number; readonly count: number };

/** More readings are not compared. */
const maxReadings = 20_000;

function hasGap(cells: Cells, { start, count }: Gap): boolean {
  const isEmpty = cells.slice(start, start + count).every(isBlank);
  return isEmpty && cells.slice(start + count).some((cell) => !isBlank(cell));
}

/** Whether a program writes empty cells within its rows, and none at their ends. */
function trimsEnds(head: readonly FileRecord[], gap: Gap, { needed }: ShortRowColumns): boolean {
  const rows = head.filter(({ cells }) => [...needed].every((place) => !isBlank(cells[place])));
  if (rows.some(({ cells }) => isBlank(cells.at(-1)))) return false;
  return rows.some(({ cells }) => hasGap(cells, gap));
}

/** The shape of a value: "A 9-9" for "FAA 8130-3". */
function shapeOf(cell: string): string {
  return cell
    .trim()
    .replace(/\p{L}+/gu, "A")
    .replace(/\d+/g, "9");
}

/** Whether whole rows have values of the shape of a cell at a place. */
function resembles(rows: readonly FileRecord[], place: number, cell: string): boolean {
  const shape = shapeOf(cell);
  return rows.some(({ cells }) => shapeOf(cells[place] ?? "") === shape);
}

function fill(cells: Cells, width: number, { start, count }: Gap): Cells {
  const filled = [
    ...cells.slice(0, start),
    ...Array<string>(count).fill(""),
    ...cells.slice(start),
  ];
  return [...filled, ...Array<string>(width).fill("")].slice(0, width);
}

/** The sum of the values at the places from `start` to `end`, without the last. */
type SumOf = (start: number, end: number) => number;

function sumUp(count: number, fitAt: (place: number) => number): SumOf {
  const sums = [0];
  let sum = 0;
  for (let place = 0; place < count; place += 1) {
    sum += fitAt(place);
    sums.push(sum);
  }
  const upTo = (place: number) => sums[place] ?? sum;
  return (start, end) => upTo(end) - upTo(start);
}

/**
 * Decides whether the cells that a row lacks are certain to be those at its end: no reading with a
 * gap before its last filled cell fits the columns as well; or the first rows of the file, `head`,
 * show that its program writes such a gap and leaves out only what is empty at the end, and its
 * last filled cell has the shape of its own column and of no other it may be in.
 */
function createEndChecker(
  columns: Pick<FeedColumns, "width" | "places">,
  rules: readonly ColumnRule[],
  needed: ReadonlySet<number>,
  head: readonly FileRecord[],
): (cells: Cells) => boolean {
  const { width, places } = columns;
  const kinds = new Map(
    rules.flatMap(({ name, content, looks = content }): [number, Looks][] => {
      const place = places.get(name);
      return place === undefined || looks === undefined ? [] : [[place, looks]];
    }),
  );
  const known: ShortRowColumns = { width, used: new Set(places.values()), kinds, needed };
  const fitOf = (cell: string | undefined, place: number): number => {
    if (cell === undefined || isBlank(cell)) return needed.has(place) ? -1 : 0;
    const kind = kinds.get(place);
    return kind === undefined ? 0 : looksLike(cell, kind) ? 1 : -1;
  };
  const isSame = (cells: Cells, gap: Gap): boolean => {
    const filled = fill(cells, width, gap);
    return [...known.used].every((place) => (cells[place] ?? "") === filled[place]);
  };

  const whole = head.filter(({ cells }) => cells.length === width);
  const isCertain = (cells: Cells, last: number, gap: Gap): boolean => {
    const cell = cells[last] ?? "";
    const isOwn = resembles(whole, last, cell) && !resembles(whole, last + gap.count, cell);
    return isOwn && trimsEnds(head, gap, known);
  };

  /** The gaps with which a row fits as well as with its end missing, or better. */
  function* listRivals(cells: Cells, filled: number): Generator<Gap & { isBetter: boolean }> {
    const asWritten = sumUp(width, (place) => fitOf(cells[place], place));
    const blank = sumUp(width, (place) => fitOf("", place));
    const written = asWritten(0, width);
    for (let count = 1; count <= width - cells.length; count += 1) {
      const moved = sumUp(filled, (place) => fitOf(cells[place], place + count));
      for (let start = filled - 1; start >= 0; start -= 1) {
        const gap = blank(start, start + count) + blank(filled + count, width);
        const sum = asWritten(0, start) + gap + moved(start, filled);
        if (sum >= written) yield { start, count, isBetter: sum > written };
      }
    }
  }

  return (cells) => {
    const filled = cells.findLastIndex((cell) => !isBlank(cell)) + 1;
    if (filled * (width - cells.length) > maxReadings) return false;
    for (const gap of listRivals(cells, filled)) {
      if (isSame(cells, gap)) continue;
      if (gap.isBetter || !isCertain(cells, filled - 1, gap)) return false;
    }
    return true;
  };
}

/** `isShort`: cells at the end are missing. `extra`: how many filled cells have no column. */
type FittedRecord =
  | {
      readonly outcome: "fits";
      readonly cells: readonly string[];
      readonly isShort: boolean;
      readonly extra: number;
    }
  | { readonly outcome: "refused"; readonly fault: CellFault };

function describeWidthFault(record: FileRecord, width: number, isUnclear: boolean): CellFault {
  const breaks = countBreaks(record.cells);
  const lines = breaks === 0 ? "" : ` on lines ${record.line} to ${record.line + breaks}`;
  const value = `${record.cells.length} cells${lines}`;
  const reason = `does not have ${width} cells like the header`;
  if (!isUnclear) return { column: null, value, reason, suggestion: null };
  const unclear = `${reason}, and which are missing is not clear`;
  return { column: null, value, reason: unclear, suggestion: "add the delimiters of empty cells" };
}

/** Fits the records of a file into its columns, in their order. */
type RecordFitter = {
  fitRecord(record: FileRecord): FittedRecord;
  /** Whether a record may be the rest of the row before it, which was refused for its width. */
  mayBeRest(record: FileRecord): boolean;
};

function countBreaks(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
}

/**
 * In a spreadsheet every cell has its column, so missing ones are empty. In a text, a row may lack
 * cells at its end if all columns that an offer needs are filled, and no cell may be missing before
 * (see `createEndChecker`); a row after one that is refused for its width may be the rest of it, so
 * it is refused too. `head` are the first rows of the file.
 */
export function createRecordFitter(
  header: Pick<FileRecord, "cells">,
  columns: FeedColumns,
  rules: readonly ColumnRule[],
  head: readonly FileRecord[],
): RecordFitter {
  const { width, places } = columns;
  const needed = rules.flatMap(({ name, required }) => {
    const place = places.get(name);
    return required === false || place === undefined ? [] : [place];
  });
  const lacksOnlyEnd = createEndChecker(columns, rules, new Set(needed), head);
  const used = new Set(places.values());
  const unnamed = Array.from({ length: width }, (_, place) => place).filter(
    (place) => isBlank(header.cells[place]) && !used.has(place),
  );
  const countUnnamed = (cells: readonly string[]) =>
    unnamed.filter((place) => !isBlank(cells[place])).length;
  /** The last line of a row that was refused for its width. */
  let lastRefused: number | null = null;
  const mayBeRest = ({ line }: FileRecord) => lastRefused === line - 1;

  const fitRecord = (record: FileRecord): FittedRecord => {
    const { cells, kinds, line } = record;
    if (record.fault !== undefined) {
      const fault = { column: null, value: "", reason: record.fault, suggestion: null };
      return { outcome: "refused", fault };
    }
    if (cells.length === width) {
      const extra = unnamed.length === 0 ? 0 : countUnnamed(cells);
      return { outcome: "fits", cells, isShort: false, extra };
    }
    const fitted = [...cells.slice(0, width), ...Array<string>(width).fill("")].slice(0, width);
    const isShort = cells.length < width;
    if (kinds !== undefined) {
      const extra = countFilled(cells.slice(width)) + countUnnamed(cells);
      return { outcome: "fits", cells: fitted, isShort: false, extra };
    }
    const isWhole = needed.every((place) => !isBlank(cells[place]));
    const isRead = isShort && isWhole && !mayBeRest(record);
    if (isRead && lacksOnlyEnd(cells)) {
      return { outcome: "fits", cells: fitted, isShort: true, extra: countUnnamed(cells) };
    }
    // What follows a row with all its needed cells is not the rest of it.
    if (!isRead) lastRefused = line + countBreaks(cells);
    return { outcome: "refused", fault: describeWidthFault(record, width, isRead) };
  };
  return { fitRecord, mayBeRest };
}

// What a report says of the columns that are imported.

type ReadColumns = { readonly header: FileRecord; readonly columns: FeedColumns };

const namesDays = /day|jour|tage|d[ií]as|dias|\(j\)/i;

/** Reports if a header of lead times names no unit. */
function describeLeadTimes({ header, columns }: ReadColumns): readonly string[] {
  const place = columns.places.get("lead_time_days");
  const text = place === undefined ? undefined : header.cells[place];
  if (text === undefined || namesDays.test(text)) return [];
  return [`"${text}" names no unit. Its numbers are read as days.`];
}

/** Reports imported columns that a workbook hides. */
function describeHidden({ header, columns }: ReadColumns, hidden: readonly number[]): string[] {
  const used = new Set(columns.places.values());
  const names = hidden.filter((place) => used.has(place)).map((place) => header.cells[place]);
  if (names.length === 0) return [];
  const quoted = names.map((name) => `"${name}"`).join(", ");
  return [`Imported, although hidden in the workbook: ${quoted}. Leave out what is not meant.`];
}

/** Reports if prices are divided because of their header. */
function describePriceUnit(
  { header, columns }: ReadColumns,
  rules: readonly ColumnRule[],
): readonly string[] {
  const names = rules.filter(({ content }) => content === "price").map(({ name }) => name);
  const headers = names.flatMap((name) => header.cells[columns.places.get(name) ?? -1] ?? []);
  return headers.flatMap((text) => {
    const units = findPriceBasis(text);
    const isUsed = columns.fixed?.get(pricePerColumn) === String(units);
    if (typeof units !== "number" || !isUsed) return [];
    return [`"${text}" has prices per ${groupDigits(units)}. They are stored per unit.`];
  });
}

function describeIgnored({ columns }: ReadColumns): string[] {
  const names = columns.ignored.map((header) => `"${header}"`).join(", ");
  if (names === "") return [];
  return [`Columns not imported, because their headers are unknown: ${names}.`];
}

/** Reports columns that are left out, and what headers do not say; `hidden` are places. */
export function describeColumns(
  read: ReadColumns,
  rules: readonly ColumnRule[],
  hidden: readonly number[],
): string[] {
  return [
    ...describePriceUnit(read, rules),
    ...describeLeadTimes(read),
    ...describeHidden(read, hidden),
    ...describeIgnored(read),
  ];
}

type OpenedFeed = {
  readonly header: FileRecord;
  readonly columns: FeedColumns;
  /** Titles above the header, and the first records below it. */
  readonly above: readonly FileRecord[];
  readonly below: readonly FileRecord[];
  readonly batches: RecordBatches;
};

/**
 * Reads the header of a file. Throws `UnreadableFile` if columns are missing or ambiguous, or if it
 * is not clear which record is the header.
 */
async function openFeed(
  batches: RecordBatches,
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
  refusedRows: RefusedRows | null,
): Promise<OpenedFeed> {
  const iterator = batches[Symbol.asyncIterator]();
  const isAbove = ({ line }: FileRecord) => line < (mapping.headerLine ?? 0);
  const head: FileRecord[] = [];
  while (head.length < headRecords) {
    const next = await iterator.next();
    if (next.done === true) break;
    for (const record of next.value) if (!isAbove(record)) head.push(record);
  }
  const { header, columns, above, below } = findHeader(head, rules, mapping);
  await refusedRows?.begin(header);
  async function* readRest(): AsyncGenerator<readonly FileRecord[]> {
    yield below;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { header, columns, above, below, batches: readRest() };
}

/** Opens rows whose columns are known. */
async function openNamed(
  batches: RecordBatches,
  columns: FeedColumns,
  refusedRows: RefusedRows | null,
): Promise<OpenedFeed> {
  const header = { line: 0, cells: [...columns.places.keys()] };
  await refusedRows?.begin(header);
  return { header, columns, above: [], below: [], batches };
}

/** How rows of one kind are read. `Reading` is the row as read, with or without faults. */
export type FeedReader<Reading> = {
  read(row: FeedRow): Reading;
  /** What must be unique among the accepted rows; null if the row is refused. */
  identityOf(reading: Reading): string | null;
  /** The vendor of the row; null if it has none. */
  vendorOf(reading: Reading): string | null;
  /** The row for the staging table; empty for none. `refused` rows can be staged too. */
  encode(reading: Reading, line: number, refused: boolean): string;
};

/** A record as read, with its faults. */
type ReadRecord<Reading> = { readonly reading: Reading; readonly faults: FeedRow["faults"] };

function createRecordReader<Reading>(
  { tally, mapping }: Feed,
  { columns }: OpenedFeed,
  fitter: RecordFitter,
  reader: FeedReader<Reading>,
): (record: FileRecord) => ReadRecord<Reading> {
  const { cleaned, decimalMarks, readings } = tally;
  const price = [...priceColumns].flatMap((name) => columns.places.get(name) ?? [])[0] ?? -1;
  const firstLines = createFirstLines();
  function refuseRepeated(reading: Reading, { line }: FileRecord, faults: FeedRow["faults"]): void {
    const identity = reader.identityOf(reading);
    const earlier = identity === null ? null : firstLines.add(identity, line);
    if (earlier === null) return;
    const reason = `repeats line ${earlier}`;
    faults.push({ column: null, value: "", reason, suggestion: null });
  }

  return (record) => {
    const faults: FeedRow["faults"] = [];
    const fitted = fitter.fitRecord(record);
    const isWhole = fitted.outcome === "fits";
    tally.isLastRowWhole = isWhole && !fitted.isShort;
    // In a row with a cell too few or too many, no cell is certain to be in its column.
    const cells = isWhole ? fitted.cells : [];
    const { kinds, currencies } = record;
    const row = { columns, cells, kinds, currencies, faults, cleaned, readings };
    const reading = reader.read({ ...row, meanings: mapping.values });
    if (!isWhole) return { reading, faults: [fitted.fault] };
    if (record.kinds === undefined) decimalMarks.add(fitted.cells[price] ?? "");
    cleaned.ends += record.trimmed ?? 0;
    if (fitted.isShort) tally.shortRows += 1;
    if (fitted.extra > 0) tally.wideRows += 1;
    refuseRepeated(reading, record, faults);
    return { reading, faults };
  };
}

async function* readRows<Reading>(
  run: RunContext,
  feed: Feed,
  opened: OpenedFeed,
  rules: readonly ColumnRule[],
  reader: FeedReader<Reading>,
): AsyncGenerator<string> {
  const { file, refusals, tally } = feed;
  const { vendors, leftOut } = tally;
  const { header, columns, below, batches } = opened;
  const fitter = createRecordFitter(header, columns, rules, below);
  const readRecord = createRecordReader(feed, opened, fitter, reader);
  tally.isCorrection = columns.isCorrection === true;
  function isLeftOut(record: FileRecord): boolean {
    if (file.columns !== undefined) return false;
    const isRest = fitter.mayBeRest(record);
    const kind = isRest ? undefined : findLeftOutKind(record, header, columns);
    if (kind === undefined) return false;
    leftOut.add(kind, record);
    tally.isLastRowWhole = record.cells.length >= columns.width;
    return true;
  }

  function isRepeatedHeader(record: FileRecord, faults: FeedRow["faults"]): boolean {
    if (faults.length === 0 || file.columns !== undefined) return false;
    if (!isHeaderAgain(record, columns, rules)) return false;
    leftOut.add("header", record);
    return true;
  }

  function countRow({ isHidden }: FileRecord): void {
    tally.rows += 1;
    if (isHidden === true) tally.hiddenRows += 1;
  }

  for await (const batch of batches) {
    let staged = "";
    for (const record of batch) {
      if (isLeftOut(record)) continue;
      const { reading, faults } = readRecord(record);
      if (isRepeatedHeader(record, faults)) continue;
      countRow(record);
      if (faults.length > 0) await refusals.add(record, faults);
      else vendors.add(reader.vendorOf(reading));
      staged += reader.encode(reading, record.line, faults.length > 0);
    }
    run.reportProgress(describeReadingProgress(file, tally.rows));
    if (staged !== "") yield staged;
  }
  run.recordFile({ vendors: vendors.list(), isCorrection: tally.isCorrection });
}

type StagedFeed = {
  readonly rows: AsyncGenerator<string>;
  readonly columns: FeedColumns;
  readonly warnings: string[];
};

/**
 * Opens the file of a run. `rows` reads it to its end and yields what to stage, one text per batch
 * of records. `warnings` are about its `columns`. Throws `UnreadableFile`, also from `rows`.
 */
export async function stageFeed<Reading>(
  run: RunContext,
  feed: Feed,
  rules: readonly ColumnRule[],
  reader: FeedReader<Reading>,
): Promise<StagedFeed> {
  const { mapping, refusedRows } = feed;
  const { batches, columns: named } = feed.file;
  const opened =
    named === undefined
      ? await openFeed(batches, rules, mapping, refusedRows)
      : await openNamed(batches, named, refusedRows);
  for (const record of opened.above) feed.tally.leftOut.add("title", record);
  const rows = readRows(run, feed, opened, rules, reader);
  const warnings = describeColumns(opened, rules, feed.file.hiddenColumns?.() ?? []);
  return { rows, columns: opened.columns, warnings };
}
