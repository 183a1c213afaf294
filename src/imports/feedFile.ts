import type { RecordBatches } from "../files/fileRecord.ts";
import type { OpenedRecords } from "../files/openRecords.ts";
import type { RunProgress } from "./importRun.ts";
import { describeOtherSheets } from "./layout/chooseSheet.ts";

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
