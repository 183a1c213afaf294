// Invariant: every record of a file is accepted and encoded for the staging table, refused with a
// reason, or reported as a line that is no row.
import type { FileRecord, RecordBatches } from "../files/fileRecord.ts";
import type { RunContext } from "./conductRun.ts";
import type { Feed } from "./feed.ts";
import type { ColumnMapping, ColumnRule, FeedColumns } from "./feedColumns.ts";
import { describeReadingProgress } from "./feedFile.ts";
import type { RefusedRows } from "./feedRefusals.ts";
import type { FeedRow } from "./feedRow.ts";
import { describeColumns } from "./layout/describeColumns.ts";
import { findHeader, headRecords, isHeaderAgain } from "./layout/findHeader.ts";
import { createRecordFitter, type RecordFitter } from "./layout/fitRecord.ts";
import { findLeftOutKind } from "./layout/leftOutRows.ts";
import { createFirstLines } from "./repeats/firstLines.ts";
import { priceColumns } from "./values/valueForms.ts";

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
export async function openFeed(
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
  { tally, options }: Feed,
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
    const reading = reader.read({ ...row, meanings: options.mapping.values });
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
    const isRest = fitter.mayBeRest(record);
    const kind = isRest ? undefined : findLeftOutKind(record, header, columns);
    if (kind === undefined) return false;
    leftOut.add(kind, record);
    tally.isLastRowWhole = record.cells.length >= columns.width;
    return true;
  }

  function isRepeatedHeader(record: FileRecord, faults: FeedRow["faults"]): boolean {
    if (faults.length === 0 || !isHeaderAgain(record, columns, rules)) return false;
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
  const identity = file.identity?.() ?? null;
  run.recordFile({ identity, vendors: vendors.list(), isCorrection: tally.isCorrection });
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
  const { mapping, refusedRows } = feed.options;
  const opened = await openFeed(feed.file.batches, rules, mapping, refusedRows);
  for (const record of opened.above) feed.tally.leftOut.add("title", record);
  const rows = readRows(run, feed, opened, rules, reader);
  const warnings = describeColumns(opened, rules, feed.file.hiddenColumns?.() ?? []);
  return { rows, columns: opened.columns, warnings };
}
