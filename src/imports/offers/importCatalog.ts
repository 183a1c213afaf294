// Invariant: an import is one run, committed whole or not at all. A dry run is the same run up to
// its plan, and stores only the list of rows it would change: what the import would do exactly.
import { selectCatalogCodes } from "../../catalog/codeQueries.ts";
import type { FeedStock } from "../../catalog/feedStock.ts";
import { copyRows } from "../../db/copyRows.ts";
import type { Database, Session, Transaction } from "../../db/database.ts";
import type { FeedColumns } from "../../reading/row.ts";
import type { ConductedRun, RunContext } from "../conductRun.ts";
import { catalogColumns } from "../file.ts";
import { checkChanges, maxNamedMoves } from "../guardRails.ts";
import type { RepeatRule } from "../rows/columns.ts";
import {
  checkFeed,
  describeReadingProgress,
  type Feed,
  type FeedSource,
  importFeed,
} from "../rows/feed.ts";
import type { FeedRefusals } from "../rows/refusals.ts";
import { stageFeed } from "../rows/stageFeed.ts";
import type { RepeatedRows, RunRequest } from "../run.ts";
import { insertChangedRows, maxListedRows } from "./changedRowQueries.ts";
import { resolveManufacturers } from "./identities.ts";
import {
  applyResolved,
  collectDiffering,
  collectRepeats,
  collectUnclear,
  dropRepeats,
  refuseOtherLots,
  refuseRepeats,
  refuseUnreadMakers,
  resolvePairs,
  selectUnclear,
  storeMeantOffers,
  storeResolved,
  sumLots,
} from "./identityQueries.ts";
import {
  catalogPrices,
  countOffers,
  discontinueAbsentOffers,
  insertPlannedOffers,
  type PlannedCounts,
  planChanges,
  selectOfferDigests,
  selectPriceMoves,
  selectVendorFigures,
  updatePlannedOffers,
  updatePlannedStocks,
} from "./plannedQueries.ts";
import {
  type CatalogFindings,
  createFindings,
  createOfferReader,
  createUnchangedOffers,
  listFindings,
  type UnchangedOffers,
} from "./readCatalog.ts";
import {
  analyzeOffers,
  analyzeStaging,
  createStaging,
  keepAbsentColumns,
  keepUnreadCells,
  selectRefusedStaged,
  stagedColumns,
  stagingTable,
  tryLockImports,
} from "./stagingQueries.ts";
import { refuseOlderRows } from "./stockTermQueries.ts";
import {
  checkTerms,
  describeOlder,
  describeShortfalls,
  loadFeedStock,
  lockFeed,
  rememberFeed,
} from "./stockTerms.ts";

// Stages a catalog file. Invariant: a row that is left out equals its offer in the catalog, which
// until the run ends only orders can change.

type CatalogFeed = Feed & {
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
  { request, tally }: CatalogFeed,
  rowsLeft: number,
): Promise<{ readonly vendors: readonly string[] | null } | undefined> {
  const { vendor } = request;
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
  const { file, tally, mapping } = feed;
  // Adding lots needs all of their rows.
  if (mapping.repeats === "sum") return;
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
  const { request, stock } = feed;
  const { vendor, refusesFile: refusesUnread } = request;
  const replace = request.mode === "replace";
  const codes = await selectCatalogCodes(tx);
  const offerFeed = { codes, vendor, refusesUnread, stock };
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
    await insertChangedRows(tx, runId);
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
  return { vendors, moves: await selectPriceMoves(tx, catalogPrices, movedBy, maxNamedMoves) };
}

async function refuseOlder(tx: Transaction, stock: FeedStock): Promise<number> {
  return stock.mayBeOlder() ? refuseOlderRows(tx, stagingTable, stock.useBasis()) : 0;
}

/** Plans the changes and ends the file of refused rows. */
async function plan({ tx }: RunContext, feed: CatalogFeed) {
  const { findings, request, refusedRows, stock } = feed;
  const spared = request.mode === "replace" ? findings.doubtful : null;
  const planned = await planChanges(tx, stock.useBasis(), stock.mayBeOlder(), spared);
  await refusedRows?.end();
  return planned;
}

const refusedPerQuery = 500;

/** Reports the rows that were refused after they were staged, because of other rows or offers. */
async function reportStagedRefusals(tx: Transaction, refusals: FeedRefusals): Promise<void> {
  let lastLine = 0;
  for (;;) {
    const rows = await selectRefusedStaged(tx, lastLine, refusedPerQuery);
    for (const { line, cells, reason } of rows) {
      const fault = { column: null, value: "", reason, suggestion: null };
      await refusals.add({ line, cells: JSON.parse(cells) as string[] }, [fault]);
      lastLine = line;
    }
    if (rows.length < refusedPerQuery) return;
  }
}

function countRows({ findings, refusals }: CatalogFeed, planned: PlannedCounts) {
  const { created, updated, deactivated } = planned;
  const { empty, zero } = findings.unpriced;
  return {
    created,
    updated,
    unchanged: findings.accepted - created - updated,
    deactivated,
    refused: refusals.countRows(),
    on_request: empty + zero,
  };
}

async function work(run: RunContext, feed: CatalogFeed) {
  const { refusals, findings, tally, request, mapping, limits, stock } = feed;
  const { tx } = run;
  const staged = await stageCatalog(run, feed);
  const { rows } = tally;
  await lockFeed(tx, stock, () => run.reportProgress({ step: "waiting", rows, rowsInAll: rows }));
  const settled = await settleIdentities(tx, findings.repeated > 0, mapping.repeats);
  const kept = await keepAbsentColumns(tx, staged.columns);
  const unread = findings.unread.listGroups();
  if (unread.length > 0) await keepUnreadCells(tx);
  const older = await refuseOlder(tx, stock);
  findings.accepted -= settled.refused + settled.leftOut + older;
  await reportStagedRefusals(tx, refusals);
  run.reportProgress({ step: "writing", rows: findings.accepted, rowsInAll: rows });
  const planned = await plan(run, feed);
  const checked = await checkTerms(tx, feed);
  const changes = await loadChangeFigures(tx, limits.priceMove);
  const stops = [
    ...(await checkFeed(tx, feed)),
    ...checked.stops,
    ...checkChanges(changes, limits),
  ];
  const shortfalls = await describeShortfalls(tx, "planned_changes");
  await applyPlan(run, feed, planned, !run.mayWrite(stops));
  const repeated = settled.leftOut === 0 ? {} : { repeated: settled.leftOut };
  return {
    counts: { ...countRows(feed, planned), ...repeated, rows },
    ...(settled.repeats === undefined ? {} : { repeats: settled.repeats }),
    stops,
    unread,
    stock: stock.terms(),
    warnings: [
      ...staged.warnings,
      ...kept,
      ...listFindings(findings, request.mode === "replace"),
      ...checked.warnings,
      ...describeOlder(older),
      ...shortfalls,
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
  source: FeedSource,
  request: RunRequest,
): Promise<ConductedRun> {
  const imported = await importFeed(db, session, source, request, async (run, feed) =>
    work(run, {
      ...feed,
      findings: createFindings(feed.refusals.unread),
      stock: await loadFeedStock(run.tx, request),
    }),
  );
  if (imported.state !== "committed") return imported;
  const warnings = [...imported.warnings, ...(await refreshStatistics(session, imported))];
  return { ...imported, warnings };
}

// Invariant: after it every accepted row means one offer, and no two mean the same.

const partsPerPage = 2_000;

async function resolveUnclear(tx: Transaction, hasRepeats: boolean): Promise<number> {
  const count = await collectUnclear(tx, hasRepeats);
  if (count === 0) return 0;
  for (let from = 1; from <= count; from += partsPerPage) {
    const parts = await selectUnclear(tx, from, from + partsPerPage);
    const found = parts.flatMap(({ part, rows, offers }) => {
      const resolved = resolveManufacturers(offers, rows);
      return resolved.map((one, at) => ({ part, ownKey: rows[at]?.ownKey ?? "", resolved: one }));
    });
    await storeResolved(tx, found);
  }
  return applyResolved(tx);
}

/** Rows that are refused, and rows that are left out because others of their offer count. */
type SettledRows = {
  readonly refused: number;
  readonly leftOut: number;
  readonly repeats?: RepeatedRows;
};

async function settleRepeats(
  tx: Transaction,
  declared: RepeatRule | undefined,
): Promise<SettledRows> {
  const rule = declared ?? "refuse";
  const found = await collectRepeats(tx);
  if (found === undefined) return { refused: 0, leftOut: 0 };
  const repeats = { rule, isDeclared: declared !== undefined, ...found };
  if (rule === "refuse") return { refused: await refuseRepeats(tx), leftOut: 0, repeats };
  if (rule !== "sum") return { refused: 0, leftOut: await dropRepeats(tx, rule), repeats };
  const refused = await refuseOtherLots(tx);
  return { refused, leftOut: await sumLots(tx), repeats };
}

/**
 * Finds the manufacturer that each staged row means, refuses rows that may mean several, and
 * applies the rule to rows that mean the same offer. `hasRepeats`: rows may be of one part. Call it
 * under the lock among imports, before the changes are planned.
 */
async function settleIdentities(
  tx: Transaction,
  hasRepeats: boolean,
  rule: RepeatRule | undefined,
): Promise<SettledRows> {
  const unread = hasRepeats ? await refuseUnreadMakers(tx) : 0;
  const differing = await collectDiffering(tx);
  if (differing === 0 && !hasRepeats) return { refused: 0, leftOut: 0 };
  if (differing > 0) await resolvePairs(tx, hasRepeats);
  const unclear = unread + (await resolveUnclear(tx, hasRepeats));
  await storeMeantOffers(tx);
  if (!hasRepeats) return { refused: unclear, leftOut: 0 };
  const settled = await settleRepeats(tx, rule);
  return { ...settled, refused: unclear + settled.refused };
}
