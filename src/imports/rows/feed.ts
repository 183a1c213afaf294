import type { StockDeclaration, StockTerms } from "../../catalog/feedStock.ts";
import type { Database, Queryable, Session } from "../../db/database.ts";
import { groupDigits } from "../../kit/money.ts";
import { createReadingTally, type ReadingTally } from "../../reading/cellValues.ts";
import { type CleaningTally, createCleaningTally, detachText } from "../../reading/cleanText.ts";
import type { RecordBatches } from "../../reading/files/fileRecord.ts";
import type { OpenedRecords } from "../../reading/files/openRecords.ts";
import { createDecimalMarks, type DecimalMarks } from "../../reading/number.ts";
import type { FeedColumns } from "../../reading/row.ts";
import { type ConductedRun, conductRun, type RunContext } from "../conductRun.ts";
import { checkFileRows, type GuardRails } from "../guardRails.ts";
import type { PlannedRow } from "../offers/stockQueries.ts";
import {
  createReport,
  type RunListener,
  type RunProgress,
  type RunReport,
  type RunRequest,
  type RunStop,
} from "../run.ts";
import { selectEarlierFiles, selectSameFileRun } from "../runQueries.ts";
import { type ColumnMapping, readMapping } from "./columns.ts";
import { createLeftOutTally, type LeftOutTally } from "./leftOutRows.ts";
import { createFeedRefusals, type FeedRefusals, type RefusedRows } from "./refusals.ts";
import { describeOtherSheets } from "./sheets.ts";

/** Opened records as a file to import of so many bytes. */
export function toFeedFile(opened: OpenedRecords, bytes: number): FeedFile {
  const { batches, read, traits, sheets, hidden } = opened;
  return {
    batches,
    notes: describeOtherSheets(sheets, traits().sheet, hidden.sheets),
    hiddenColumns: hidden.columns,
    portionRead: () => Math.min(1, read() / bytes),
    endsWithLineBreak: () => traits().endsWithLineBreak ?? true,
  };
}

/** Where rows come from: a file, or a request whose rows have `columns` and so no header. */
export type FeedFile = {
  readonly batches: RecordBatches;
  readonly columns?: FeedColumns;
  /** How much of the file has been read, from 0 to 1; null if its length is unknown. */
  readonly portionRead: () => number | null;
  /** Whether the file, read to its end, ends with a line break. */
  readonly endsWithLineBreak: () => boolean;
  /** What a report says of the file itself, such as the sheets that are not read. */
  readonly notes?: readonly string[];
  /** The places of columns that a workbook hides, once its first row is read. */
  readonly hiddenColumns?: () => readonly number[];
};

/** Describes the progress after `rows` rows. */
export function describeReadingProgress(file: FeedFile, rows: number): RunProgress {
  const portion = file.portionRead();
  const isKnown = portion !== null && portion > 0;
  const estimate = isKnown ? Math.max(rows, Math.round(rows / portion)) : null;
  return { step: "reading", rows, rowsInAll: estimate };
}

/** A file to import, the limits that it is checked against, and where its refused rows go. */
export type FeedSource = RunListener & {
  readonly file: FeedFile;
  readonly limits: GuardRails;
  readonly refusedRows: RefusedRows | null;
  /** Gets what is planned for each row of stock that is not refused. */
  readonly onPlanned?: (rows: readonly PlannedRow[]) => void;
};

/** A file being imported, with the request of its run. */
export type Feed = Pick<FeedSource, "file" | "limits" | "refusedRows" | "onPlanned"> & {
  readonly request: RunRequest;
  readonly mapping: ColumnMapping;
  readonly refusals: FeedRefusals;
  readonly tally: FeedTally;
};

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

/** What is known of a file so far. `isLastRowWhole`: the last row has all its cells. */
type FeedTally = {
  /** Records without those that are no rows. */
  rows: number;
  /** Rows whose missing cells count as empty, and rows with cells beyond the header. */
  shortRows: number;
  wideRows: number;
  /** Rows that a workbook hides. */
  hiddenRows: number;
  readonly leftOut: LeftOutTally;
  readonly decimalMarks: DecimalMarks;
  /** What is read for cells, by what is declared or found in their parts. */
  readonly readings: ReadingTally;
  isLastRowWhole: boolean;
  isCorrection: boolean;
  readonly cleaned: CleaningTally;
  readonly vendors: FeedVendors;
};

/** Describes what of a file is not as its header announces. */
function describeLayout(tally: FeedTally): string[] {
  const { leftOut, shortRows, wideRows, hiddenRows, readings } = tally;
  const countRows = (rows: number) => (rows === 1 ? "1 row has" : `${groupDigits(rows)} rows have`);
  const isEmpty = "Missing cells count as empty.";
  const short = `${countRows(shortRows)} fewer cells than the header. ${isEmpty}`;
  const wide = `${countRows(wideRows)} cells in columns without a header, which are not imported.`;
  const areHidden = hiddenRows === 1 ? "1 row is" : `${groupDigits(hiddenRows)} rows are`;
  const hidden =
    `${areHidden} hidden in the workbook, for example by a filter, and imported like the others. ` +
    "To leave hidden rows out, delete them in the workbook.";
  return [
    ...leftOut.describe(),
    ...(hiddenRows === 0 ? [] : [hidden]),
    ...(shortRows === 0 ? [] : [short]),
    ...(wideRows === 0 ? [] : [wide]),
    ...readings.describeUnused(),
  ];
}

function createFeedTally(): FeedTally {
  const cleaned = createCleaningTally();
  const vendors = createFeedVendors();
  const leftOut = createLeftOutTally();
  const counts = { rows: 0, shortRows: 0, wideRows: 0, hiddenRows: 0 };
  const readings = createReadingTally();
  const marks = { readings, isLastRowWhole: true, isCorrection: false };
  return { ...counts, ...marks, decimalMarks: createDecimalMarks(), leftOut, cleaned, vendors };
}

/** Whether a declaration says nothing but what an earlier run of the same file assumed. */
function isSameStock(declared: StockDeclaration, earlier: StockTerms | null): boolean {
  const { mode, asOf, appliesOlder } = declared;
  if (appliesOlder === true && earlier?.appliesOlder !== true) return false;
  const isSameMode = mode === null || mode === earlier?.mode;
  return isSameMode && (asOf === null || asOf.toISOString() === earlier?.asOf);
}

/** Stops a run if the last import of its kind took the same file and nothing followed it. */
async function checkSameFile(db: Queryable, request: RunRequest): Promise<RunStop[]> {
  const { sha256 } = request.source;
  if (sha256 === null) return [];
  const earlier = await selectSameFileRun(db, request);
  if (earlier === undefined) return [];
  // Rows refused or left out then may be accepted now, and columns may be mapped differently.
  if (earlier.refused > 0 || earlier.mapping !== request.mapping) return [];
  if (request.stock !== undefined && !isSameStock(request.stock, earlier.stock)) return [];
  const { runId } = earlier;
  const message = `Run ${runId} already imported this file, and nothing has been imported since.`;
  return [{ code: "same_file", message }];
}

/** Feeds and corrections compared at most. */
const maxEarlierFiles = 20;

/** Checks a file by itself and against the last files about its vendors. */
export async function checkFeed(db: Queryable, feed: Feed): Promise<RunStop[]> {
  const { file, limits, request, refusals, tally } = feed;
  const figures = {
    rows: tally.rows,
    refused: refusals.countRows(),
    isCutOff: !file.endsWithLineBreak() && !tally.isLastRowWhole,
  };
  // Corrected rows, and stock that does not replace, are meant to be fewer than the whole.
  const isPart = tally.isCorrection || (request.kind === "stock" && request.mode === "merge");
  const earlier = isPart
    ? []
    : await selectEarlierFiles(db, request, tally.vendors.list(), maxEarlierFiles);
  return checkFileRows(figures, earlier, limits, request.refusesFile);
}

/**
 * Imports a file as a run, unless the same file was imported last. `work` stages the rows, checks
 * them and, unless the run stops at a check, writes them. Throws what `work` throws, or
 * `RunCancelled`; then nothing is written.
 */
export function importFeed(
  db: Database,
  session: Session,
  { file, limits, refusedRows, onPlanned, ...listener }: FeedSource,
  request: RunRequest,
  work: (
    run: RunContext,
    feed: Feed,
  ) => Promise<Pick<RunReport, "counts" | "stops" | "unread" | "repeats" | "stock" | "warnings">>,
): Promise<ConductedRun> {
  const mapping = readMapping(request.mapping);
  const refusals = createFeedRefusals(refusedRows);
  const tally = createFeedTally();
  return conductRun(db, session, request, listener, async (run) => {
    const same = await checkSameFile(run.tx, request);
    if (run.stopsAt(same)) return createReport({}, same);
    const result = await work(run, {
      file,
      limits,
      refusedRows,
      ...(onPlanned && { onPlanned }),
      request,
      mapping,
      refusals,
      tally,
    });
    return {
      ...result,
      stops: [...same, ...result.stops],
      warnings: [...(file.notes ?? []), ...describeLayout(tally), ...result.warnings],
      refusals: refusals.listFirst(),
      groups: refusals.listGroups(),
      refusedValues: refusals.listValues().map((value) => {
        const proposed = tally.decimalMarks.propose(value.written);
        return proposed === undefined ? value : { ...value, proposed };
      }),
      translated: tally.readings.list(),
      cleaned: tally.cleaned,
    };
  });
}
