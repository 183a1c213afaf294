// Invariant: an import is one run, committed whole or not at all. A dry run is the same run, rolled
// back, so it counts exactly what the import would do.
import type { Database, Session } from "../../db/database.ts";
import { checkFeed, checkSameFile, createEmptyReport } from "../../imports/checkFeed.ts";
import { type ConductedRun, conductRun, type RunContext } from "../../imports/conductRun.ts";
import type { FeedFile } from "../../imports/feedFile.ts";
import { createFeedRefusals } from "../../imports/feedRefusals.ts";
import { type ChangeFigures, checkChanges, maxReportedMoves } from "../../imports/guardRails.ts";
import { createImportRequest } from "../../imports/importOptions.ts";
import type { PriceMove, RunReport, RunStop } from "../../imports/importRun.ts";
import { createFeedTally } from "../../imports/stageFeed.ts";
import { createFindings, listFindings } from "./catalogFindings.ts";
import {
  analyzeOffers,
  flushSearchIndex,
  lockImports,
  selectNearDuplicates,
  selectSimilarVendors,
  tryLockImports,
} from "./importQueries.ts";
import {
  discontinueAbsentOffers,
  indexChangedWords,
  insertPlannedOffers,
  type PlannedCounts,
  planChanges,
  selectChangeFigures,
  selectPriceMoves,
  updatePlannedOffers,
  updatePlannedStocks,
} from "./plannedQueries.ts";
import { refuseLoops } from "./refuseLoops.ts";
import { type CatalogFeed, type CatalogImportOptions, stageCatalog } from "./stageCatalog.ts";

async function waitForLock(run: RunContext, feed: CatalogFeed): Promise<void> {
  const { rows } = feed.tally;
  if (!(await tryLockImports(run.tx))) {
    run.reportProgress({ step: "waiting", rows, rowsInAll: rows });
    await lockImports(run.tx);
  }
}

async function refuseLateFaults(run: RunContext, feed: CatalogFeed): Promise<void> {
  const { refusals, findings, tally, options } = feed;
  findings.accepted -= await refuseLoops(run.tx, refusals);
  await options.refusedRows?.end();
  run.reportProgress({ step: "writing", rows: findings.accepted, rowsInAll: tally.rows });
}

/** Plans the changes and checks them and the file against the guard rails. */
async function planAndCheck(
  run: RunContext,
  feed: CatalogFeed,
): Promise<{ stops: RunStop[]; planned: PlannedCounts; moves: readonly PriceMove[] }> {
  const { options, findings } = feed;
  const { tx } = run;
  const sparedVendors = options.replace ? findings.doubtful : null;
  const planned = await planChanges(tx, sparedVendors);
  const changes: ChangeFigures = await selectChangeFigures(tx, options.limits.priceMove);
  const stops = [...(await checkFeed(tx, feed)), ...checkChanges(changes, options.limits)];
  const { widest: moves } = await selectPriceMoves(tx, 0, maxReportedMoves);
  return { stops, planned, moves };
}

async function writePlanned(run: RunContext, planned: PlannedCounts, now: Date) {
  const { tx, runId } = run;
  const { restocked, updated } = planned;
  await indexChangedWords(tx);
  if (restocked > 0) await updatePlannedStocks(tx, runId, now);
  if (updated > restocked) await updatePlannedOffers(tx, runId, now);
  if (planned.created > 0) await insertPlannedOffers(tx, runId, now);
  if (planned.deactivated > 0) await discontinueAbsentOffers(tx, runId, now);
  if (planned.created === 0) return [];
  const vendors = await selectSimilarVendors(tx);
  const duplicates = await selectNearDuplicates(tx, runId);
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

async function work(run: RunContext, feed: CatalogFeed): Promise<RunReport> {
  const { refusals, findings, tally, options, request } = feed;
  const same = await checkSameFile(run.tx, request);
  if (run.stopsAt(same)) return createEmptyReport(same);
  const columnWarnings = await stageCatalog(run, feed);
  await waitForLock(run, feed);
  await refuseLateFaults(run, feed);
  const { stops, planned, moves } = await planAndCheck(run, feed);
  const { created, updated, deactivated } = planned;
  const written = run.stopsAt(stops) ? [] : await writePlanned(run, planned, request.now);
  return {
    counts: {
      created,
      updated,
      unchanged: findings.accepted - created - updated,
      deactivated,
      refused: refusals.countRows(),
      rows: tally.rows,
    },
    stops: [...same, ...stops],
    refusals: refusals.listFirst(),
    groups: refusals.listGroups(),
    cleaned: tally.cleaned,
    moves,
    warnings: [...columnWarnings, ...listFindings(findings, options.replace), ...written],
  };
}

/** Fewer changes do not affect the planner's statistics. */
const analyzeFrom = 1_000;

/**
 * Makes searches fast again after the commit. A failure becomes a warning, since the import is
 * committed.
 */
async function refreshIndexes(session: Session, { counts }: ConductedRun): Promise<string[]> {
  const { created = 0, updated = 0, deactivated = 0 } = counts;
  try {
    if (created + updated > 0) await flushSearchIndex(session);
    if (created + updated + deactivated >= analyzeFrom) await analyzeOffers(session);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      `The import is committed. Searches by name may be slow until autovacuum has run: ${reason}`,
    ];
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
  options: CatalogImportOptions,
  now: Date,
): Promise<ConductedRun> {
  const { vendor, replace } = options;
  const mode = replace ? "replace" : "merge";
  const request = createImportRequest(
    { kind: "catalog", mode, vendor, accountId: null },
    options,
    now,
  );
  const feed: CatalogFeed = {
    file,
    options,
    request,
    refusals: createFeedRefusals(options.refusedRows),
    findings: createFindings(),
    tally: createFeedTally(),
  };
  const imported = await conductRun(db, session, request, options.onProgress, (run) =>
    work(run, feed),
  );
  if (imported.state !== "committed") return imported;
  return {
    ...imported,
    warnings: [...imported.warnings, ...(await refreshIndexes(session, imported))],
  };
}
