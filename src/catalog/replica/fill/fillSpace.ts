// How much disk space a fill needs: before it begins, and for each of its steps. Measured with
// catalogs of 20,000 and 400,000 offers, by `statfs` of a file system that only the fill wrote to
// and by `dbstat` of the files: offers of the demo, offers with numbers only, and offers with
// descriptions of 870 characters.
import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { SpaceNeed } from "../freeSpace.ts";

/** What a fill without offers writes. */
const emptyBytes = 2 ** 20;

/**
 * The peak of a fill per byte of PostgreSQL's rows: 2.8 to 4.0. It includes the words, which are in
 * two files at the end.
 */
const peakPerRowByte = 4;

/** The smallest file per byte of the rows: 2.5. A smaller file is of a smaller catalog. */
const leastFilePerRowByte = 2;

/** The peak of a fill per byte of the file that it results in: 1.1 to 1.4. */
const peakPerFileByte = 1.5;

/** What a fill needs: in proportion to the file that it replaces, unless the catalog has grown. */
export function estimateFill(rowBytes: number, replacedBytes: number): SpaceNeed {
  const isOfCatalog = replacedBytes >= rowBytes * leastFilePerRowByte;
  const bytes = isOfCatalog ? replacedBytes * peakPerFileByte : rowBytes * peakPerRowByte;
  return { bytes: emptyBytes + bytes, purpose: "a new file" };
}

/**
 * The steps, and what each adds at most per byte that the file already has. The fragments added
 * 0.03, the indexes 0.29 and what SQLite sorts meanwhile. Batches of rows and words are small.
 */
const steps = {
  rows: 0,
  words: 0,
  "the list of words": 0.3,
  fragments: 0.1,
  indexes: 0.4,
  completion: 0.02,
} as const;

export type FillStep = keyof typeof steps;

/** The size of a file, with pages in memory. */
function sizeOf(file: DatabaseSync): number {
  const found = file
    .prepare("select page_count * page_size as bytes from pragma_page_count, pragma_page_size")
    .get();
  return Number(found?.["bytes"]);
}

/** What is in memory and not yet in the file. */
function unwrittenBytes(file: DatabaseSync, size: number): number {
  return Math.max(0, size - statSync(file.location() ?? "").size);
}

/** What a step of a fill writes, with the pages in memory. */
export function needOfStep(file: DatabaseSync, step: FillStep): SpaceNeed {
  const size = sizeOf(file);
  return { bytes: unwrittenBytes(file, size) + steps[step] * size, purpose: step };
}

/** What copying the words of another file writes. */
export function needOfCopy(file: DatabaseSync, words: string): SpaceNeed {
  const bytes = unwrittenBytes(file, sizeOf(file)) + statSync(words).size;
  return { bytes, purpose: "a copy of the words" };
}
