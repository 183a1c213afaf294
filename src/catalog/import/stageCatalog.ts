// Stages a catalog file. Invariant: a row that is left out equals its offer in the catalog, which
// until the run ends only orders can change.
import { copyRows } from "../../db/copyRows.ts";
import type { RunContext } from "../../imports/conductRun.ts";
import type { Feed, OfferImportOptions } from "../../imports/feed.ts";
import type { FeedColumns } from "../../imports/feedColumns.ts";
import { describeReadingProgress } from "../../imports/feedFile.ts";
import { stageFeed } from "../../imports/stageFeed.ts";
import type { FeedStock } from "../stock/feedStock.ts";
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

export type CatalogFeed = Feed<OfferImportOptions> & {
  readonly findings: CatalogFindings;
  readonly stock: FeedStock;
};

/** Rows staged before the digests of existing offers are loaded. */
export const rowsBeforeComparing = 20_000;
/** Limits the memory of the table (decision 138). */
const maxUnchanged = 2_000_000;
/** Skipping a row saves more than loading a few digests costs (decision 138). */
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
  const { file, tally, options } = feed;
  // Adding lots needs all of their rows.
  if (options.mapping.repeats === "sum") return;
  const progress = describeReadingProgress(file, tally.rows);
  const { rows, rowsInAll: total } = progress;
  if (rows < rowsBeforeComparing || total === null) return;
  const scope = await findScope(run, feed, total - rows);
  if (scope === undefined || !(await tryLockImports(run.tx))) return;
  run.reportProgress({ ...progress, step: "comparing" });
  unchanged.load(await selectOfferDigests(run.tx, scope.vendors, feed.stock.useBasis().asOf));
}

/**
 * Reads the file into the staging table, in a long file without unchanged rows. Throws
 * `UnreadableFile` and `RunCancelled`.
 */
export async function stageCatalog(
  run: RunContext,
  feed: CatalogFeed,
): Promise<{ readonly columns: FeedColumns; readonly warnings: string[] }> {
  const { tx } = run;
  const { vendor, replace, refusesFile: refusesUnread } = feed.options;
  const { stock } = feed;
  const excluded = new Set(feed.options.excluded?.map(({ line }) => line));
  const codes = await selectCatalogCodes(tx);
  const offerFeed = { codes, vendor, refusesUnread, stock, excluded };
  const unchanged = createUnchangedOffers();
  const reader = createOfferReader(offerFeed, replace, feed.findings, unchanged);
  const known = catalogColumns(vendor);
  const { rows, columns, warnings } = await stageFeed(run, feed, known, reader);
  stock.setHeader(columns);
  await createStaging(tx);
  try {
    const first = takeRows(rows, () => feed.tally.rows >= rowsBeforeComparing);
    await copyRows(tx, stagingTable, stagedColumns, first);
    await loadUnchanged(run, feed, unchanged);
    await copyRows(tx, stagingTable, stagedColumns, rows);
  } finally {
    await rows.return(undefined);
  }
  await analyzeStaging(tx);
  return { columns, warnings };
}
