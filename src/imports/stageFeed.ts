// The way of every file into a staging table: each record is read, accepted or refused, and what
// is accepted is encoded. Invariant: every record is either accepted or refused by name, and none
// is both.
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

export type FeedVendors = {
  /** Notes the vendor of a row that is taken, if it has one. */
  note(vendor: string | null): void;
  /** The vendors noted, sorted; null where there are too many to tell a file by. */
  list(): readonly string[] | null;
};

const maxVendors = 1_000;

/** No vendor noted yet. */
export function createFeedVendors(): FeedVendors {
  const noted = new Set<string>();
  let last: string | null = null;
  return {
    note(vendor) {
      if (vendor === null || vendor === last) return;
      last = vendor;
      if (noted.size <= maxVendors && !noted.has(vendor)) noted.add(detachText(vendor));
    },
    list: () => (noted.size > maxVendors ? null : [...noted].sort()),
  };
}

/** A file whose columns are known. */
export type OpenedFeed = { readonly columns: FeedColumns; readonly batches: RecordBatches };

/**
 * Reads the header of a file; throws `UnreadableFile` where columns are missing or ambiguous, with
 * the line of what looks like the header below it.
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
  async function* goOn(): AsyncGenerator<readonly FileRecord[]> {
    yield rest;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { columns, batches: goOn() };
}

/** How rows of one kind are read. `Reading` is what the reader made of a row, faults or not. */
export type FeedReader<Reading> = {
  read(row: FeedRow): Reading;
  /** What may stand in a file only once; null where the row does not say. */
  identityOf(reading: Reading): string | null;
  /** Whose file the row shows it to be; null where it does not. */
  vendorOf(reading: Reading): string | null;
  /** The row for the staging table; empty for nothing. `refused` rows can leave a trace. */
  encode(reading: Reading, line: number, refused: boolean): string;
};

function complainAboutWidth(record: FileRecord, width: number): FeedRow["faults"][number] {
  const breaks = record.cells.reduce(
    (sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0),
    0,
  );
  const lines = breaks === 0 ? "" : ` on lines ${record.line} to ${record.line + breaks}`;
  const value = `${record.cells.length} cells${lines}`;
  const reason = `does not have the ${width} cells of the header`;
  return { column: null, value, reason, suggestion: null };
}

/** What is learnt of a file on the way; `isLastRowWhole`: the last row has all its cells. */
export type FeedTally = {
  rows: number;
  isLastRowWhole: boolean;
  isCorrection: boolean;
  readonly cleaned: CleaningTally;
  readonly vendors: FeedVendors;
};

/** Nothing learnt yet. */
export function createFeedTally(): FeedTally {
  const cleaned = createCleaningTally();
  const vendors = createFeedVendors();
  return { rows: 0, isLastRowWhole: true, isCorrection: false, cleaned, vendors };
}

/** What a file is known by, once it is staged. */
export function describeReadFile(
  file: FeedFile,
  { vendors, isCorrection }: FeedTally,
): CheckedFeedFile {
  return { identity: file.identity?.() ?? null, vendors: vendors.list(), isCorrection };
}

/**
 * Reads a file to its end and yields what is to be staged, a piece for each batch of records;
 * `onRows` is told of each batch.
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
    // The cells of a row that lost or won one cannot be told apart, so none of them is trusted.
    const cells = isWhole ? record.cells : [];
    const reading = reader.read({ columns, cells, kinds: record.kinds, faults, cleaned });
    if (record.fault !== undefined) {
      return {
        reading,
        faults: [{ column: null, value: "", reason: record.fault, suggestion: null }],
      };
    }
    if (!isWhole) return { reading, faults: [complainAboutWidth(record, columns.width)] };
    const identity = reader.identityOf(reading);
    const earlier = identity === null ? null : firstLines.note(identity, record.line);
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
      else vendors.note(reader.vendorOf(reading));
      staged += reader.encode(reading, record.line, faults.length > 0);
    }
    tally.rows += batch.length;
    onRows();
    if (staged !== "") yield staged;
  }
}
