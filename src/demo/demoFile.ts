// Files of the demo in memory, imported like files of vendors.

import { createHash } from "node:crypto";
import type { StockDeclaration } from "../catalog/feedStock.ts";
import type { ConductedRun } from "../imports/conductRun.ts";
import { noMapping } from "../imports/rows/columns.ts";
import type { FeedFile, ImportOptions } from "../imports/rows/feed.ts";
import type { FileRecord } from "../reading/files/fileRecord.ts";

const batchSize = 1_000;

/** Converts rows to a file in memory. Its hash prevents a second import. */
export function toFile<Column extends string>(
  columns: readonly Column[],
  rows: Iterable<Readonly<Record<Column, string>>>,
): { readonly file: FeedFile; readonly sha256: Buffer } {
  const records: FileRecord[] = [{ line: 1, cells: columns }];
  for (const row of rows) {
    records.push({ line: records.length + 1, cells: columns.map((column) => row[column]) });
  }
  async function* inBatches(): AsyncGenerator<readonly FileRecord[]> {
    for (let first = 0; first < records.length; first += batchSize) {
      yield records.slice(first, first + batchSize);
    }
  }
  const file = { batches: inBatches(), portionRead: () => null, endsWithLineBreak: () => true };
  const digest = createHash("sha256");
  for (const { cells } of records) digest.update(cells.join("\t"));
  return { file, sha256: digest.digest() };
}

export function createImportOptions(what: string, sha256: Buffer): ImportOptions {
  return {
    mapping: noMapping,
    dryRun: false,
    refusesFile: true,
    accepted: null,
    limits: { fewerRows: 100, goesInactive: 100, priceMove: Number.POSITIVE_INFINITY },
    source: { fileName: what, bytes: null, sha256 },
    startedBy: "demo",
    refusedRows: null,
    onProgress: () => undefined,
  };
}

/** Throws for a refused row, which is a bug of the generator. */
export function expectNoRefusal(what: string, { refusals: [first] }: ConductedRun): void {
  if (first !== undefined) throw new Error(`${what}: refused: ${JSON.stringify(first)}`);
}

/** The demo counts what is on hand. */
export const onHand: StockDeclaration = { mode: "on-hand", asOf: null };
