import { statfsSync } from "node:fs";

const mib = 2 ** 20;

/** Reserved for the embedded PostgreSQL, which stops if the disk is full. */
const minFreeBytes = 256 * mib;

/** What a fill, one of its steps or a change writes. */
export type SpaceNeed = {
  readonly bytes: number;
  /** Completes "needs 12 MiB for …". */
  readonly purpose: string;
};

export function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * What changing the words of an offer writes to the journal and then to the file, with the pages of
 * its row. Measured with 10,000 and 24,000 of 400,000 offers, by `statfs`: 7 to 23 KB.
 */
const bytesPerOffer = 24 * 2 ** 10;
/** An old and a new version. */
const changesPerOffer = 2;

/** What changes of words write: at most each page of the file. */
export function needOfWords(changes: number, fileBytes: number): SpaceNeed {
  const bytes = Math.min((changes / changesPerOffer) * bytesPerOffer, fileBytes);
  return { bytes, purpose: "changes of words" };
}

const toMib = (bytes: number): string => Math.ceil(bytes / mib).toLocaleString("en-US");

/** The disk has too little space. */
export class SpaceError extends Error {}

/**
 * Throws a SpaceError if the disk has too little space for a replica to write what it needs. The
 * existing file is read until it is too old.
 */
export function assertSpace(freeBytes: number, need?: SpaceNeed): void {
  const missing = minFreeBytes + (need?.bytes ?? 0) - freeBytes;
  if (missing <= 0) return;
  const free = Math.floor(freeBytes / mib).toLocaleString("en-US");
  const use = need === undefined ? "" : `needs ${toMib(need.bytes)} MiB for ${need.purpose} and `;
  throw new SpaceError(
    `DATA_DIR has ${free} MiB free. The replica of the catalog ${use}leaves ` +
      `${minFreeBytes / mib} MiB for the database, so it is not updated, and a node without a ` +
      `current one is not ready. Free ${toMib(missing)} MiB.`,
  );
}
