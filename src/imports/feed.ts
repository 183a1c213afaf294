import type { RecordBatches } from "../files/fileRecord.ts";
import type { OpenedRecords } from "../files/openRecords.ts";
import { groupDigits } from "../money.ts";
import { createDecimalMarks, type DecimalMarks } from "../reading/number.ts";
import { type CleaningTally, createCleaningTally } from "./cleanText.ts";
import { detachText } from "./detachText.ts";
import type { ExcludedRow } from "./excluded/excludedRows.ts";
import type { ColumnMapping } from "./feedColumns.ts";
import type { FeedRefusals, RefusedRows } from "./feedRefusals.ts";
import type { GuardRails } from "./guardRails.ts";
import type {
  RunOrigin,
  RunProgress,
  RunRequest,
  RunSource,
  StockDeclaration,
} from "./importRun.ts";
import { describeOtherSheets } from "./layout/chooseSheet.ts";
import { createLeftOutTally, type LeftOutTally } from "./layout/leftOutRows.ts";
import { createReadingTally, type ReadingTally } from "./values/readingTally.ts";

/** Opened records as a file to import; `bytes` is its length if the source does not know it. */
export function toFeedFile(opened: OpenedRecords, bytes: number | null = null): FeedFile {
  const { batches, progress, traits, sha256, sheets, hidden } = opened;
  return {
    batches,
    notes: describeOtherSheets(sheets, traits().sheet, hidden.sheets),
    hiddenColumns: hidden.columns,
    portionRead: () => {
      const { read, total } = progress();
      const length = total ?? bytes;
      return length === null || length === 0 ? null : Math.min(1, read / length);
    },
    endsWithLineBreak: () => traits().endsWithLineBreak ?? true,
    identity: () => {
      const digest = sha256();
      const { read } = progress();
      return digest === undefined ? null : { bytes: read, sha256: Buffer.from(digest, "hex") };
    },
  };
}

type FileIdentity = { readonly bytes: number; readonly sha256: Buffer };

/**
 * What is known of a file once it is read. `vendors` are those of the accepted rows, null if they
 * are too many to identify a file; a correction has rows that were refused before.
 */
export type CheckedFeedFile = {
  readonly identity: FileIdentity | null;
  readonly vendors: readonly string[] | null;
  readonly isCorrection: boolean;
};

export type FeedFile = {
  readonly batches: RecordBatches;
  /** How much of the file has been read, from 0 to 1; null if its length is unknown. */
  readonly portionRead: () => number | null;
  /** Whether the file, read to its end, ends with a line break. */
  readonly endsWithLineBreak: () => boolean;
  /** The identity of the file, read to its end; null if it was not computed. */
  readonly identity?: () => FileIdentity | null;
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

export type ImportOptions = {
  readonly mapping: ColumnMapping;
  /** Whether it is rolled back at the end. */
  readonly dryRun: boolean;
  /** Whether one refused row stops the whole file, and unreadable optional cells refuse rows. */
  readonly refusesFile: boolean;
  /** The reason for passing guard rails; null to stop at them. */
  readonly accepted: string | null;
  readonly limits: GuardRails;
  readonly source: RunSource;
  readonly startedBy: string;
  /** Absent if a command starts it. */
  readonly origin?: RunOrigin | undefined;
  readonly refusedRows: RefusedRows | null;
  readonly onProgress: (progress: RunProgress) => void;
};

export type OfferImportOptions = ImportOptions & {
  /** The vendor of every row; null if the file has a vendor column. Clean, see `cleanText`. */
  readonly vendor: string | null;
  /** Whether offers of the file's vendors that are not in the file go, see each import. */
  readonly replace: boolean;
  readonly stock: StockDeclaration;
  /** Rows that leave their offers as they are; absent: none. */
  readonly excluded?: readonly ExcludedRow[] | undefined;
  /** When the file was received; absent: when the run starts. */
  readonly receivedAt?: Date | undefined;
};

/** A file being imported, with the request of its run. */
export type Feed<Options extends ImportOptions = ImportOptions> = {
  readonly file: FeedFile;
  readonly options: Options;
  readonly request: RunRequest;
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
export type FeedTally = {
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
export function describeLayout(tally: FeedTally): string[] {
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

export function createFeedTally(): FeedTally {
  const cleaned = createCleaningTally();
  const vendors = createFeedVendors();
  const leftOut = createLeftOutTally();
  const counts = { rows: 0, shortRows: 0, wideRows: 0, hiddenRows: 0 };
  const readings = createReadingTally();
  const marks = { readings, isLastRowWhole: true, isCorrection: false };
  return { ...counts, ...marks, decimalMarks: createDecimalMarks(), leftOut, cleaned, vendors };
}
