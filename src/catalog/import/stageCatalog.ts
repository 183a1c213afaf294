// The way of a catalog file into the staging table. Invariant: a row that is left out says what the
// catalog has, and until the run ends no verb but those of orders changes that.
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
  /** The vendor of every row; null where the file says it. A clean text, see `cleanText`. */
  readonly vendor: string | null;
  /** Whether offers of the file's vendors that it does not have are discontinued. */
  readonly replace: boolean;
};

/** A catalog file that is read. */
export type CatalogFeed = ReadFeed & {
  readonly options: CatalogImportOptions;
  readonly findings: CatalogFindings;
};

/** So many rows are staged before the catalog is asked what stands in it. */
export const rowsBeforeComparing = 20_000;
/** The table of so many digests takes 46 MB. */
const maxUnchanged = 2_000_000;
/** To leave a row out saves some five times of what it costs to know an offer. */
const offersForARow = 3;

/** Yields rows until there are enough of them; the others can still be asked for. */
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

/** The vendors whose offers are worth knowing for what is left of a file; undefined for none. */
async function findScope(
  { tx }: RunContext,
  { options, tally }: CatalogFeed,
  rowsLeft: number,
): Promise<{ readonly vendors: readonly string[] | null } | undefined> {
  const { vendor } = options;
  for (const vendors of vendor === null ? [null, tally.vendors.list()] : [[vendor]]) {
    const count = await countOffers(tx, vendors);
    if (count === 0) return undefined;
    if (count <= Math.min(maxUnchanged, rowsLeft * offersForARow)) return { vendors };
  }
  return undefined;
}

/**
 * Learns how the offers of a long file stand, where no other import may change them meanwhile: then
 * this one has its turn from here on.
 */
async function loadUnchanged(
  run: RunContext,
  feed: CatalogFeed,
  standing: UnchangedOffers,
): Promise<void> {
  const { file, tally } = feed;
  const { rows, rowsInAll } = describeReadingProgress(file, tally.rows);
  if (rows < rowsBeforeComparing || rowsInAll === null) return;
  const scope = await findScope(run, feed, rowsInAll - rows);
  if (scope === undefined || !(await tryLockImports(run.tx))) return;
  run.reportProgress({ step: "comparing", rows, rowsInAll });
  standing.learn(await selectOfferDigests(run.tx, scope.vendors));
}

/**
 * Reads the file into the staging table, without the rows of a long one that say what stands in the
 * catalog; returns what is to be said of its columns. Throws `UnreadableFile` and `RunCancelled`.
 */
export async function stageCatalog(run: RunContext, feed: CatalogFeed): Promise<string[]> {
  const { file, options, refusals, findings, tally } = feed;
  const { tx } = run;
  const codes = await selectCatalogCodes(tx);
  const columns = catalogColumns(options.vendor !== null);
  const opened = await openFeed(file.batches, columns, options.mapping, options.refusedRows);
  const standing = createUnchangedOffers();
  const offerFeed = { codes, vendor: options.vendor };
  const reader = createOfferReader(offerFeed, options.replace, findings, standing);
  await createStaging(tx);
  const rows = stageFeed(opened, reader, refusals, tally, () =>
    run.reportProgress(describeReadingProgress(file, tally.rows)),
  );
  try {
    const first = takeRows(rows, () => tally.rows >= rowsBeforeComparing);
    await copyRows(tx, stagingTable, stagedColumns, first);
    await loadUnchanged(run, feed, standing);
    await copyRows(tx, stagingTable, stagedColumns, rows);
  } finally {
    await rows.return(undefined);
  }
  run.recordFile(describeReadFile(file, tally));
  await analyzeStaging(tx);
  return describeIgnoredColumns(opened.columns);
}
