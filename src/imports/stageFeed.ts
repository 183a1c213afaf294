// Invariant: every record of a file is either accepted and encoded for the staging table, or
// refused with a reason.
import type { FileRecord, RecordBatches } from "../files/fileRecord.ts";
import { type CleaningTally, createCleaningTally } from "./cleanedCells.ts";
import { detachText } from "./detachText.ts";
import {
  type ColumnMapping,
  type ColumnRule,
  type FeedColumns,
  findHeader,
} from "./feedColumns.ts";
import type { CheckedFeedFile, FeedFile } from "./feedFile.ts";
import type { FeedRefusals, RefusedRows } from "./feedRefusals.ts";
import type { FeedRow } from "./feedRow.ts";
import { createFirstLines } from "./firstLines.ts";

type FeedVendors = {
  add(vendor: string | null): void;
  /** The vendors, sorted; null if they are too many to identify a file. */
  list(): readonly string[] | null;
};

const maxVendors = 1_000;

function createFeedVendors(): FeedVendors {
  const known = new Set<string>();
  let last: string | null = null;
  return {
    add(vendor) {
      if (vendor === null || vendor === last) return;
      last = vendor;
      if (known.size <= maxVendors && !known.has(vendor)) known.add(detachText(vendor));
    },
    list: () => (known.size > maxVendors ? null : [...known].sort()),
  };
}

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
  /** What must be unique in a file; null if the row does not have it. */
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

/** What is known of a file so far. `isLastRowWhole`: the last row has all its cells. */
export type FeedTally = {
  rows: number;
  isLastRowWhole: boolean;
  isCorrection: boolean;
  readonly cleaned: CleaningTally;
  readonly vendors: FeedVendors;
};

export function createFeedTally(): FeedTally {
  const cleaned = createCleaningTally();
  const vendors = createFeedVendors();
  return { rows: 0, isLastRowWhole: true, isCorrection: false, cleaned, vendors };
}

export function describeReadFile(
  file: FeedFile,
  { vendors, isCorrection }: FeedTally,
): CheckedFeedFile {
  return { identity: file.identity?.() ?? null, vendors: vendors.list(), isCorrection };
}

/**
 * Reads a file to its end and yields what to stage, one text per batch of records; calls `onRows`
 * after each batch.
 */
export async function* stageFeed<Reading>(
  feed: OpenedFeed,
  reader: FeedReader<Reading>,
  refusals: FeedRefusals,
  tally: FeedTally,
  onRows: () => void,
): AsyncGenerator<string> {
  const { columns, batches } = feed;
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
    onRows();
    if (staged !== "") yield staged;
  }
}
