// Imports of texts for tests, as the shell runs them but without a process.

import assert from "node:assert/strict";
import { exportCatalog } from "../../src/catalog/exportQueries.ts";
import { undeclaredStock } from "../../src/catalog/feedStock.ts";
import type { Database, Session } from "../../src/db/database.ts";
import type { ConductedRun } from "../../src/imports/conductRun.ts";
import { importCatalog } from "../../src/imports/offers/importCatalog.ts";
import { importStock } from "../../src/imports/offers/importStock.ts";
import { requestRevert } from "../../src/imports/revert.ts";
import { type ColumnMapping, describeMapping, noMapping } from "../../src/imports/rows/columns.ts";
import type { FeedFile, FeedSource } from "../../src/imports/rows/feed.ts";
import type { RunId, RunKind, RunRequest } from "../../src/imports/run.ts";
import { selectRun } from "../../src/imports/runQueries.ts";
import { revertRun } from "../../src/prices/agreements/revertAgreement.ts";
import { openRecords, readCsv } from "../../src/reading/files/openRecords.ts";
import { encodeCsvLine } from "../../src/reading/files/writeCsv.ts";

/** The required columns of a catalog file. */
export const catalogHeader =
  "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor";

/** Options of an import; guard rails are off unless `limits` are given. */
export type FeedOptions = Partial<
  Omit<RunRequest, "mode" | "mapping" | "isDry"> &
    Pick<FeedSource, "limits" | "refusedRows" | "onProgress">
> & {
  readonly mapping?: ColumnMapping;
  readonly dryRun?: boolean;
  readonly replace?: boolean;
};

/** A run with its counts as properties. */
export type ImportedText = ConductedRun & {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deactivated: number;
  readonly refused: number;
};

/** A text as the bytes of a file, in chunks of `size`. */
export async function* toBytes(text: string, size = 1 << 16): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

/** A text as a file to import. */
export function toFeedFile(text: string): FeedFile {
  const length = Buffer.byteLength(text);
  let read = 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const piece of toBytes(text)) {
      read += piece.length;
      yield piece;
    }
  }
  return {
    batches: readCsv(bytes()),
    portionRead: () => read / length,
    endsWithLineBreak: () => /[\r\n]$/.test(text),
  };
}

/** Bytes of any format as a file to import. */
export async function openFeedBytes(bytes: AsyncIterable<Uint8Array>) {
  const { batches, traits, close } = await openRecords(bytes);
  const endsWithLineBreak = () => traits().endsWithLineBreak ?? true;
  const file: FeedFile = { batches, portionRead: () => null, endsWithLineBreak };
  return { file, close };
}

/** A file to import, with guard rails off unless `limits` are given. */
export function toSource(file: FeedFile, options: FeedOptions = {}): FeedSource {
  const { limits, refusedRows = null, onProgress } = options;
  const none = { fewerRows: 100, goesInactive: 100, priceMove: Number.POSITIVE_INFINITY };
  return { file, limits: limits ?? none, refusedRows, ...(onProgress && { onProgress }) };
}

/** The request of a run. */
export function toRequest(kind: RunKind, options: FeedOptions = {}): RunRequest {
  const { mapping = noMapping, dryRun = false, replace = false, ...given } = options;
  const { limits: _, refusedRows: _refused, onProgress: _progress, ...request } = given;
  return {
    ...{ kind, vendor: null, accountId: null, reverts: null, accepted: null },
    mode: replace ? "replace" : "merge",
    refusesFile: false,
    source: { fileName: "test.csv", bytes: null, sha256: null },
    startedBy: "test",
    now: new Date(),
    ...(kind !== "agreement" && { stock: undeclaredStock }),
    ...request,
    mapping: describeMapping(mapping),
    isDry: dryRun,
  };
}

/** A run with its counts as properties. */
export function flattenCounts(run: ConductedRun): ImportedText {
  const { created = 0, updated = 0, unchanged = 0, deactivated = 0, refused = 0 } = run.counts;
  return { ...run, created, updated, unchanged, deactivated, refused };
}

/** Imports a catalog file from a text. */
export async function importOn(
  db: Database,
  session: Session,
  text: string,
  options: FeedOptions = {},
): Promise<ImportedText> {
  const source = toSource(toFeedFile(text), options);
  return flattenCounts(await importCatalog(db, session, source, toRequest("catalog", options)));
}

/** Runs `work` on a session of its own. */
export async function withSession<T>(
  db: Pick<Database, "openSession">,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await db.openSession();
  return work(session).finally(session.close);
}

/** As `importOn`, on a session of its own. */
export function importText(
  db: Database,
  text: string,
  options: FeedOptions = {},
): Promise<ImportedText> {
  return withSession(db, (session) => importOn(db, session, text, options));
}

/** Imports a stock file from a text. */
export async function importStockText(
  db: Database,
  text: string,
  options: FeedOptions = {},
): Promise<ImportedText> {
  const source = toSource(toFeedFile(text), options);
  const request = toRequest("stock", options);
  return flattenCounts(
    await withSession(db, (session) => importStock(db, session, source, request)),
  );
}

/** Reverts a run. */
export async function revertImport(
  db: Database,
  runId: RunId,
  now = new Date(),
  isDry = false,
): Promise<ConductedRun> {
  const run = await selectRun(db, runId);
  assert.ok(run !== undefined);
  const request = requestRevert(run, { startedBy: "test", isDry, now });
  return withSession(db, (session) => revertRun(db, session, request));
}

/** The offers of a vendor, or of all, as an export writes them. */
export function exportText(
  db: Pick<Database, "openSession">,
  vendor: string | null = null,
): Promise<string> {
  return withSession(db, async (session) => {
    const rows = await Array.fromAsync(exportCatalog(session, vendor, new Date()));
    const texts = (row: (typeof rows)[number]) =>
      row.map((cell) => (typeof cell === "string" ? cell : cell.number));
    return rows.map((row) => encodeCsvLine(texts(row))).join("");
  });
}

/** The refusals of a run as [line, reason]. */
export function reasonsOf({ refusals = [] }: Partial<Pick<ConductedRun, "refusals">>) {
  return refusals.map(({ line, reason }) => [line, reason]);
}

/** Only the counts of an import. */
export function countsOf(imported: ImportedText) {
  const { created, updated, unchanged, deactivated, refused } = imported;
  return { created, updated, unchanged, deactivated, refused };
}
