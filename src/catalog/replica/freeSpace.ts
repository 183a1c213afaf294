import { statfsSync } from "node:fs";

/** Left for the embedded PostgreSQL, which stops without space. */
const minFreeBytes = 256 * 2 ** 20;

export function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Throws if a replica may not write any more. It is read until it is too old. */
export function assertSpace(freeBytes: number): void {
  if (freeBytes >= minFreeBytes) return;
  const freeMiB = Math.floor(freeBytes / 2 ** 20);
  throw new Error(
    `DATA_DIR has ${freeMiB} MiB left, but the replica of the catalog leaves ` +
      `${minFreeBytes / 2 ** 20} MiB to the database. Free some space.`,
  );
}
