import { statfsSync } from "node:fs";

/** Reserved for the embedded PostgreSQL, which stops if the disk is full. */
const minFreeBytes = 256 * 2 ** 20;

export function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Throws if the disk has too little space for a replica to write. It is read until it is too old.
 */
export function assertSpace(freeBytes: number): void {
  if (freeBytes >= minFreeBytes) return;
  const freeMiB = Math.floor(freeBytes / 2 ** 20);
  throw new Error(
    `DATA_DIR has ${freeMiB} MiB free. The replica of the catalog leaves ` +
      `${minFreeBytes / 2 ** 20} MiB for the database and is not updated. Free some space.`,
  );
}
