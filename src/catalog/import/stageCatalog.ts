// Stages a catalog file. Invariant: a row that is left out equals its offer in the catalog, which
// until the run ends only orders can change.
import { copyRows } from "../../db/copyRows.ts";
import type { ReadFeed } from "../../imports/checkFeed.ts";
import type { RunContext } from "../../imports/conductRun.ts";
import { describeIgnoredColumns } from "../../imports/feedColumns.ts";
import { describeReadingProgress } from "../../imports/feedFile.ts";
import type { ImportOptions } from "../../imports/importOptions.ts";
import { describeReadFile, openFeed, stageFeed } from "../../imports/stageFeed.ts";
import { catalogColumns } from "./catalogColumns.ts";
import { type CatalogFindings, createOfferReader } from "./catalogFindings.ts";
import {
  analyzeStaging,
  createStaging,
  selectCatalogCodes,
  stagedColumns,
  stagingTable,
  tryLockImports,
} from "./importQueries.ts";
import { countOffers, selectOfferDigests } from "./offerDigestQueries.ts";
import { createUnchangedOffers, type UnchangedOffers } from "./unchangedOffers.ts";

export type CatalogImportOptions = ImportOptions & {
  /** The vendor of every row; null if the file has a vendor column. Clean, see `cleanText`. */
  readonly vendor: string | null;
  /** Whether offers of the file's vendors that are not in the file are discontinued. */
  readonly replace: boolean;
};

export type CatalogFeed = ReadFeed & {
  readonly options: CatalogImportOptions;
  readonly findings: CatalogFindings;
};

/** Rows staged before the digests of existing offers are loaded. */
export const rowsBeforeComparing = 20_000;
/** The table of this many digests takes 46 MB. */
const maxUnchanged = 2_000_000;
/** Leaving out a row saves about five times the cost of loading a digest. */
const offersPerRow = 3;

/** Yields rows until there are enough; the generator can still yield the others. */
async function* takeRows(
  rows: AsyncGenerator<string>,
  isEnough: () => boolean,
): AsyncGenerator<string> {
  while (!isEnough()) {
    const next = await rows.next();
    if (next.done === true) return;
    yield next.value;
  }
}

/** The vendors whose digests are worth loading for the rest of a file; undefined for none. */
async function findScope(
  { tx }: RunContext,
  { options, tally }: CatalogFeed,
  rowsLeft: number,
): Promise<{ readonly vendors: readonly string[] | null } | undefined> {
  const { vendor } = options;
  for (const vendors of vendor === null ? [null, tally.vendors.list()] : [[vendor]]) {
    const count = await countOffers(tx, vendors);
    if (count === 0) return undefined;
    if (count <= Math.min(maxUnchanged, rowsLeft * offersPerRow)) return { vendors };
  }
  return undefined;
}

/**
 * Loads the digests of the offers of a long file, if the lock among imports is free: from then on
 * no other import changes them.
 */
async function loadUnchanged(
  run: RunContext,
  feed: CatalogFeed,
  unchanged: UnchangedOffers,
): Promise<void> {
  const { file, tally } = feed;
  const { rows, rowsInAll } = describeReadingProgress(file, tally.rows);
  if (rows < rowsBeforeComparing || rowsInAll === null) return;
  const scope = await findScope(run, feed, rowsInAll - rows);
  if (scope === undefined || !(await tryLockImports(run.tx))) return;
  run.reportProgress({ step: "comparing", rows, rowsInAll });
  unchanged.load(await selectOfferDigests(run.tx, scope.vendors));
}

/**
 * Reads the file into the staging table, in a long file without unchanged rows; returns warnings
 * about its columns. Throws `UnreadableFile` and `RunCancelled`.
 */
export async function stageCatalog(run: RunContext, feed: CatalogFeed): Promise<string[]> {
  const { file, options, refusals, findings, tally } = feed;
  const { tx } = run;
  const codes = await selectCatalogCodes(tx);
  const columns = catalogColumns(options.vendor !== null);
  const opened = await openFeed(file.batches, columns, options.mapping, options.refusedRows);
  const unchanged = createUnchangedOffers();
  const offerFeed = { codes, vendor: options.vendor };
  const reader = createOfferReader(offerFeed, options.replace, findings, unchanged);
  await createStaging(tx);
  const rows = stageFeed(opened, reader, refusals, tally, () =>
    run.reportProgress(describeReadingProgress(file, tally.rows)),
  );
  try {
    const first = takeRows(rows, () => tally.rows >= rowsBeforeComparing);
    await copyRows(tx, stagingTable, stagedColumns, first);
    await loadUnchanged(run, feed, unchanged);
    await copyRows(tx, stagingTable, stagedColumns, rows);
  } finally {
    await rows.return(undefined);
  }
  run.recordFile(describeReadFile(file, tally));
  await analyzeStaging(tx);
  return describeIgnoredColumns(opened.columns);
}
