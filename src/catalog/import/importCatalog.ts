// Invariant: an import is one run, committed whole or not at all. A dry run is the same run up to
// its plan, and stores only the list of rows it would change: what the import would do exactly.

import { copyRows } from "../../db/copyRows.ts";
import type { Database, Session, Transaction } from "../../db/database.ts";
import { UnreadableFile } from "../../files/fileRecord.ts";
import type { ConductedRun, RunContext } from "../../imports/conductRun.ts";
import {
  describeReadingProgress,
  type Feed,
  type FeedFile,
  type OfferImportOptions,
} from "../../imports/feed.ts";
import type { FeedColumns } from "../../imports/feedColumns.ts";
import type { FeedRefusals } from "../../imports/feedRefusals.ts";
import { checkChanges, maxNamedMoves, maxReportedMoves } from "../../imports/guardRails.ts";
import { checkFeed, importFeed } from "../../imports/importFeed.ts";
import { stageFeed } from "../../imports/stageFeed.ts";
import { insertChangedRows, maxListedRows } from "../changedRows/changedRowQueries.ts";
import { markExcluded, selectSeparated } from "../excluded/excludedQueries.ts";
import { countLeftOut, reportExcluded } from "../excluded/reportExcluded.ts";
import { settleIdentities } from "../identity/settleIdentities.ts";
import {
  checkTerms,
  describeOlder,
  describeShortfalls,
  loadFeedStock,
  lockFeed,
  rememberFeed,
} from "../stock/applyFeedStock.ts";
import { refuseOlderRows } from "../stock/countTimeQueries.ts";
import type { FeedStock } from "../stock/feedStock.ts";
import { catalogColumns } from "./catalogColumns.ts";
import {
  type CatalogFindings,
  createFindings,
  createOfferReader,
  listFindings,
} from "./catalogFindings.ts";
import { describeLoop, findLoops, type LoopLink } from "./findLoops.ts";
import {
  analyzeOffers,
  analyzeStaging,
  createStaging,
  selectCatalogCodes,
  selectNearDuplicates,
  selectRefusedStaged,
  selectSimilarVendors,
  stagedColumns,
  stagingTable,
  tryLockImports,
} from "./importQueries.ts";
import { keepAbsentColumns, keepUnreadCells } from "./keptCellQueries.ts";
import { countOffers, selectOfferDigests } from "./offerDigestQueries.ts";
import {
  discontinueAbsentOffers,
  insertPlannedOffers,
  type PlannedCounts,
  planChanges,
  selectPriceMoves,
  selectVendorFigures,
  updatePlannedOffers,
  updatePlannedStocks,
} from "./plannedQueries.ts";
import {
  collectOfferLinks,
  collectStagedLinks,
  createLinks,
  refuseStagedLinks,
  selectLinks,
  trimLinks,
} from "./supersessionQueries.ts";
import { createUnchangedOffers, type UnchangedOffers } from "./unchangedOffers.ts";

// Invariant: no accepted row closes a loop of supersessions, through rows of the file or offers of
// the catalog.

/** Links left after trimming chains; real files have far fewer. */
const maxTangled = 100_000;
/** A trim shortens every chain at both ends, so chains of twice as many parts vanish. */
const maxTrims = 50;
const maxRounds = 5;

function explain(loop: LoopLink): LoopLink & { reason: string } {
  const reason = loop.path === null ? "leads back to itself" : describeLoop(loop.path);
  return { ...loop, reason };
}

/** Refuses the accepted rows that are on a loop now; returns how many. */
async function refuseOnce(tx: Transaction, includesRewritten: boolean): Promise<number> {
  if ((await collectStagedLinks(tx)) === 0) return 0;
  await collectOfferLinks(tx, includesRewritten);
  for (let trims = 0; trims < maxTrims; trims += 1) {
    if ((await trimLinks(tx)) === 0) break;
  }
  const links = await selectLinks(tx, maxTangled + 1);
  if (links.length > maxTangled) {
    throw new UnreadableFile(
      `More than ${maxTangled} supersessions form loops or very long chains.`,
    );
  }
  const loops = findLoops(links);
  return loops.length === 0 ? 0 : refuseStagedLinks(tx, loops.map(explain));
}

/**
 * Refuses every staged row whose `superseded_by` leads back to its own part; returns how many. A
 * refused row leaves its offer unchanged, which may close another loop, so it repeats; the last
 * round includes the links of all offers, after which refusing adds no loop. Call it once all rows
 * are staged, under the lock among imports. Throws `UnreadableFile` if the supersessions are too
 * complex.
 */
async function refuseLoops(tx: Transaction): Promise<number> {
  await createLinks(tx);
  let refused = 0;
  for (let round = 1; round <= maxRounds; round += 1) {
    const count = await refuseOnce(tx, round === maxRounds);
    refused += count;
    if (count === 0) break;
  }
  return refused;
}

// Stages a catalog file. Invariant: a row that is left out equals its offer in the catalog, which
// until the run ends only orders can change.

type CatalogFeed = Feed<OfferImportOptions> & {
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
async function stageCatalog(
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

/** What the offers that a plan creates resemble; also in a dry run, which does not write them. */
async function listResemblances(tx: Transaction): Promise<string[]> {
  const vendors = await selectSimilarVendors(tx);
  const duplicates = await selectNearDuplicates(tx);
  const more = duplicates.count > duplicates.first.length ? " and more" : "";
  const pairs = duplicates.first
    .map(({ partNumber, other }) => `${partNumber} and ${other}`)
    .join(", ");
  return [
    ...vendors.map(
      ({ vendor, other }) =>
        `"${vendor}" and "${other}" are two vendors that differ only in upper and lower case.`,
    ),
    ...(duplicates.count === 0
      ? []
      : [
          `${duplicates.count} new part numbers differ from others only in punctuation: ` +
            `${pairs}${more}.`,
        ]),
  ];
}

function excludesRows({ options }: CatalogFeed): boolean {
  return (options.excluded ?? []).length > 0;
}

/** Lists what is planned and, unless `isOnlyListed`, writes it. */
async function applyPlan(
  { tx, runId }: RunContext,
  feed: CatalogFeed,
  planned: PlannedCounts,
  isOnlyListed: boolean,
): Promise<void> {
  const { created, restocked, updated, deactivated } = planned;
  const { now } = feed.request;
  if (isOnlyListed || created + updated + deactivated <= maxListedRows) {
    await insertChangedRows(tx, runId, excludesRows(feed));
    await tx.commitSoFar();
  }
  if (isOnlyListed) return;
  if (restocked > 0) await updatePlannedStocks(tx, runId, now);
  if (updated > restocked) await updatePlannedOffers(tx, runId, now);
  if (created > 0) await insertPlannedOffers(tx, runId, now);
  if (deactivated > 0) await discontinueAbsentOffers(tx, runId, now);
  const counted = [stagingTable, "planned_absent"];
  await rememberFeed(tx, { runId, staging: stagingTable, counted }, feed);
}

async function loadChangeFigures(tx: Transaction, movedBy: number) {
  const vendors = await selectVendorFigures(tx);
  return { vendors, moves: await selectPriceMoves(tx, movedBy, maxNamedMoves) };
}

async function refuseOlder(tx: Transaction, stock: FeedStock): Promise<number> {
  return stock.mayBeOlder() ? refuseOlderRows(tx, stagingTable, stock.useBasis()) : 0;
}

/** Plans the changes and ends the file of refused rows, which has the rows left out too. */
async function plan({ tx }: RunContext, feed: CatalogFeed) {
  const { findings, options, stock } = feed;
  const spared = options.replace ? findings.doubtful : null;
  const hasExcluded = excludesRows(feed);
  const rules = { mayBeOlder: stock.mayBeOlder(), hasExcluded };
  const planned = await planChanges(tx, stock.useBasis(), rules, spared);
  const separated = hasExcluded ? await selectSeparated(tx) : [];
  const excluded = await reportExcluded(feed, separated);
  await options.refusedRows?.end();
  const unpriced = separated.filter(({ isUnpriced }) => isUnpriced).length;
  return { planned, excluded, unpriced };
}

const refusedPerQuery = 500;

/** Reports the rows that were refused after they were staged, because of other rows or offers. */
async function reportStagedRefusals(tx: Transaction, refusals: FeedRefusals): Promise<void> {
  let lastLine = 0;
  for (;;) {
    const rows = await selectRefusedStaged(tx, lastLine, refusedPerQuery);
    for (const { line, cells, column, value, reason } of rows) {
      const fault = { column, value, reason, suggestion: null };
      await refusals.add({ line, cells: JSON.parse(cells) as string[] }, [fault]);
      lastLine = line;
    }
    if (rows.length < refusedPerQuery) return;
  }
}

function countRows(
  { findings, refusals }: CatalogFeed,
  { planned, excluded, unpriced }: Awaited<ReturnType<typeof plan>>,
) {
  const { created, updated, deactivated } = planned;
  const { empty, zero } = findings.unpriced;
  return {
    created,
    updated,
    unchanged: findings.accepted - created - updated - excluded.leftOut.length,
    deactivated,
    refused: refusals.countRows(),
    on_request: empty + zero - unpriced,
    ...countLeftOut(excluded),
  };
}

async function work(run: RunContext, feed: CatalogFeed) {
  const { refusals, findings, tally, options, stock } = feed;
  const { tx } = run;
  const staged = await stageCatalog(run, feed);
  const { rows } = tally;
  await lockFeed(tx, stock, () => run.reportProgress({ step: "waiting", rows, rowsInAll: rows }));
  const settled = await settleIdentities(tx, findings.repeated > 0, options.mapping.repeats);
  await markExcluded(tx, options.excluded ?? []);
  const kept = await keepAbsentColumns(tx, staged.columns);
  const unread = findings.unread.listGroups();
  if (unread.length > 0) await keepUnreadCells(tx);
  const older = await refuseOlder(tx, stock);
  findings.accepted -= settled.refused + settled.leftOut + older + (await refuseLoops(tx));
  await reportStagedRefusals(tx, refusals);
  run.reportProgress({ step: "writing", rows: findings.accepted, rowsInAll: rows });
  const outcome = await plan(run, feed);
  const { planned, excluded } = outcome;
  const checked = await checkTerms(tx, feed);
  const changes = await loadChangeFigures(tx, options.limits.priceMove);
  const stops = [
    ...(await checkFeed(tx, feed)),
    ...checked.stops,
    ...checkChanges(changes, options.limits),
  ];
  const { widest: moves } = await selectPriceMoves(tx, 0, maxReportedMoves);
  const shortfalls = await describeShortfalls(tx, "planned_changes");
  const resemblances = planned.created === 0 ? [] : await listResemblances(tx);
  await applyPlan(run, feed, planned, !run.mayWrite(stops));
  const { leftOut } = excluded;
  const repeated = settled.leftOut === 0 ? {} : { repeated: settled.leftOut };
  return {
    counts: { ...countRows(feed, outcome), ...repeated, rows },
    ...(leftOut.length === 0 ? {} : { leftOut }),
    ...(settled.repeats === undefined ? {} : { repeats: settled.repeats }),
    stops,
    moves,
    unread,
    stock: stock.terms(),
    warnings: [
      ...staged.warnings,
      ...kept,
      ...listFindings(findings, options.replace),
      ...checked.warnings,
      ...describeOlder(older),
      ...shortfalls,
      ...excluded.warnings,
      ...resemblances,
    ],
  };
}

/** Fewer changes do not affect the planner's statistics. */
const analyzeFrom = 1_000;

/** Runs after the commit, so a failure becomes a warning. */
async function refreshStatistics(session: Session, { counts }: ConductedRun): Promise<string[]> {
  const { created = 0, updated = 0, deactivated = 0 } = counts;
  if (created + updated + deactivated < analyzeFrom) return [];
  try {
    await analyzeOffers(session);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`The import is committed. Queries may be slow until autovacuum has run: ${reason}`];
  }
}

/**
 * Imports a catalog file. Refused rows leave their offer unchanged, and unchanged offers are not
 * written. With `replace`, an offer of the file's vendors is discontinued only if no row, refused
 * rows included, can mean it: a refused row without a readable part number spares all offers of its
 * vendor. A guard rail stops the import before it writes. Throws `UnreadableFile` and
 * `RunCancelled`; then nothing is written.
 */
export async function importCatalog(
  db: Database,
  session: Session,
  file: FeedFile,
  options: OfferImportOptions,
  now: Date,
): Promise<ConductedRun> {
  const { vendor, replace, stock } = options;
  const mode = replace ? "replace" : "merge";
  const { excluded } = options;
  const subject = { kind: "catalog", mode, vendor, accountId: null, stock, excluded } as const;
  const source = { file, subject, options, now };
  const imported = await importFeed(db, session, source, async (run, feed) =>
    work(run, {
      ...feed,
      findings: createFindings(feed.refusals.unread),
      stock: await loadFeedStock(run.tx, options, now),
    }),
  );
  if (imported.state !== "committed") return imported;
  const warnings = [...imported.warnings, ...(await refreshStatistics(session, imported))];
  return { ...imported, warnings };
}
