// Invariant: every record of a file is either accepted and encoded for the staging table, or
// refused with a reason.
import type { FileRecord, RecordBatches } from "../files/fileRecord.ts";
import type { RunContext } from "./conductRun.ts";
import type { Feed } from "./feed.ts";
import {
  type ColumnMapping,
  type ColumnRule,
  describeIgnoredColumns,
  type FeedColumns,
  findHeader,
} from "./feedColumns.ts";
import { describeReadingProgress } from "./feedFile.ts";
import type { RefusedRows } from "./feedRefusals.ts";
import type { FeedRow } from "./feedRow.ts";
import { createFirstLines } from "./firstLines.ts";

type OpenedFeed = { readonly columns: FeedColumns; readonly batches: RecordBatches };

/**
 * Reads the header of a file. Throws `UnreadableFile` if columns are missing or ambiguous, with the
 * line of a record below that looks like the header.
 */
export async function openFeed(
  batches: RecordBatches,
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
  refusedRows: RefusedRows | null,
): Promise<OpenedFeed> {
  const iterator = batches[Symbol.asyncIterator]();
  const isAbove = ({ line }: FileRecord) => line < (mapping.headerLine ?? 0);
  let first: readonly FileRecord[] = [];
  while (first.length === 0) {
    const next = await iterator.next();
    if (next.done === true) break;
    first = next.value.filter((record) => !isAbove(record));
  }
  const [header, ...rest] = first;
  const columns = findHeader(header, rest, rules, mapping);
  if (header !== undefined) await refusedRows?.begin(header);
  async function* readRest(): AsyncGenerator<readonly FileRecord[]> {
    yield rest;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { columns, batches: readRest() };
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

function describeWidthFault(record: FileRecord, width: number): FeedRow["faults"][number] {
  const breaks = record.cells.reduce(
    (sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0),
    0,
  );
  const lines = breaks === 0 ? "" : ` on lines ${record.line} to ${record.line + breaks}`;
  const value = `${record.cells.length} cells${lines}`;
  const reason = `does not have ${width} cells like the header`;
  return { column: null, value, reason, suggestion: null };
}

async function* readRows<Reading>(
  run: RunContext,
  { file, refusals, tally }: Feed,
  { columns, batches }: OpenedFeed,
  reader: FeedReader<Reading>,
): AsyncGenerator<string> {
  const { cleaned, vendors } = tally;
  const firstLines = createFirstLines();
  tally.isCorrection = columns.isCorrection === true;

  function readRecord(record: FileRecord): { reading: Reading; faults: FeedRow["faults"] } {
    const faults: FeedRow["faults"] = [];
    const isWhole = record.fault === undefined && record.cells.length === columns.width;
    tally.isLastRowWhole = isWhole;
    if (isWhole) cleaned.ends += record.trimmed ?? 0;
    // In a row with a cell too few or too many, no cell is certain to be in its column.
    const cells = isWhole ? record.cells : [];
    const reading = reader.read({ columns, cells, kinds: record.kinds, faults, cleaned });
    if (record.fault !== undefined) {
      return {
        reading,
        faults: [{ column: null, value: "", reason: record.fault, suggestion: null }],
      };
    }
    if (!isWhole) return { reading, faults: [describeWidthFault(record, columns.width)] };
    const identity = reader.identityOf(reading);
    const earlier = identity === null ? null : firstLines.add(identity, record.line);
    if (earlier !== null) {
      const reason = `repeats line ${earlier}`;
      faults.push({ column: null, value: "", reason, suggestion: null });
    }
    return { reading, faults };
  }

  for await (const batch of batches) {
    let staged = "";
    for (const record of batch) {
      const { reading, faults } = readRecord(record);
      if (faults.length > 0) await refusals.add(record, faults);
      else vendors.add(reader.vendorOf(reading));
      staged += reader.encode(reading, record.line, faults.length > 0);
    }
    tally.rows += batch.length;
    run.reportProgress(describeReadingProgress(file, tally.rows));
    if (staged !== "") yield staged;
  }
  const identity = file.identity?.() ?? null;
  run.recordFile({ identity, vendors: vendors.list(), isCorrection: tally.isCorrection });
}

/**
 * Opens the file of a run. `rows` reads it to its end and yields what to stage, one text per batch
 * of records. `warnings` are about its columns. Throws `UnreadableFile`, also from `rows`.
 */
export async function stageFeed<Reading>(
  run: RunContext,
  feed: Feed,
  rules: readonly ColumnRule[],
  reader: FeedReader<Reading>,
): Promise<{ readonly rows: AsyncGenerator<string>; readonly warnings: string[] }> {
  const { mapping, refusedRows } = feed.options;
  const opened = await openFeed(feed.file.batches, rules, mapping, refusedRows);
  const rows = readRows(run, feed, opened, reader);
  return { rows, warnings: describeIgnoredColumns(opened.columns) };
}
