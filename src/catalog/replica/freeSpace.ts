import { statfsSync } from "node:fs";

const mib = 2 ** 20;

/** Left for the embedded PostgreSQL, which stops if the disk is full. */
const minFreeBytes = 256 * mib;

export function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Throws if the disk has too little space. The existing file is read until it is too old. */
export function assertSpace(freeBytes: number): void {
  if (freeBytes >= minFreeBytes) return;
  const free = Math.floor(freeBytes / mib).toLocaleString("en-US");
  const missing = Math.ceil((minFreeBytes - freeBytes) / mib).toLocaleString("en-US");
  throw new Error(
    `DATA_DIR has ${free} MiB free. The replica of the catalog leaves ${minFreeBytes / mib} MiB ` +
      "for the database, so it is not updated, and a node without a current one is not ready. " +
      `Free ${missing} MiB.`,
  );
}
