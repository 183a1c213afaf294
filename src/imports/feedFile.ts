// A file as an import takes it: its records, and what is known of it meanwhile.
import type { RecordBatches } from "../files/fileRecord.ts";
import type { OpenedRecords } from "../files/openRecords.ts";
import type { RunProgress } from "./importRun.ts";

/** The file; `bytes` is its length where the records' own source does not know it. */
export function toFeedFile(opened: OpenedRecords, bytes: number | null = null): FeedFile {
  const { batches, progress, traits, sha256 } = opened;
  return {
    batches,
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

/** What a file is known by. */
export type FileIdentity = { readonly bytes: number; readonly sha256: Buffer };

/**
 * What a file read to its end proved to be. `vendors` are those of the rows that were taken, null
 * where they are too many to tell a file by; a mended one holds rows that were refused before.
 */
export type CheckedFeedFile = {
  readonly identity: FileIdentity | null;
  readonly vendors: readonly string[] | null;
  readonly isCorrection: boolean;
};

export type FeedFile = {
  readonly batches: RecordBatches;
  /** How much of the file has been read, from 0 to 1; null where its length is not known. */
  readonly portionRead: () => number | null;
  /** Whether the file, read to its end, ends with a line break. */
  readonly endsWithLineBreak: () => boolean;
  /** What the file, read to its end, is known by; null where nobody looked. */
  readonly identity?: () => FileIdentity | null;
};

/** How far the reading of a file is, after `rows` rows. */
export function describeReadingProgress(file: FeedFile, rows: number): RunProgress {
  const portion = file.portionRead();
  const isKnown = portion !== null && portion > 0;
  const rowsInAll = isKnown ? Math.max(rows, Math.round(rows / portion)) : null;
  return { step: "reading", rows, rowsInAll };
}
