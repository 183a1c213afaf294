import type { Queryable, Transaction } from "../db/database.ts";
import type { RunContext } from "./conductRun.ts";
import {
  deactivateOrderedOffers,
  deleteOffers,
  discontinueOrderedOffers,
  type LaterRun,
  recreateOffers,
  restoreOffers,
  selectLaterRuns,
} from "./offers/revertQueries.ts";
import { lockImports } from "./offers/stagingQueries.ts";
import { forgetCounts } from "./offers/stockTermQueries.ts";
import {
  createReport,
  type ImportRun,
  type RunId,
  type RunOrigin,
  type RunReport,
  type RunRequest,
  type RunStop,
} from "./run.ts";
import { selectRevert, selectRun } from "./runQueries.ts";

/** Stops a revert if the changes of the run expired since it was started. */
async function listExpiredStops(tx: Transaction, runId: RunId): Promise<RunStop[]> {
  const isExpired = (await selectRun(tx, runId))?.changesExpiredAt !== null;
  return isExpired ? [{ code: "changes_expired", message: describeExpired(runId) }] : [];
}

/** A run that can be reverted, or why it cannot. */
type Revertible =
  | { readonly outcome: "revertible"; readonly run: ImportRun }
  | { readonly outcome: "not found" }
  | { readonly outcome: "not committed" | "expired"; readonly run: ImportRun }
  | { readonly outcome: "reverted"; readonly by: RunId };

export async function findRevertible(db: Queryable, runId: RunId): Promise<Revertible> {
  const run = await selectRun(db, runId);
  if (run === undefined) return { outcome: "not found" };
  if (run.state !== "committed") return { outcome: "not committed", run };
  const by = await selectRevert(db, runId);
  if (by !== undefined) return { outcome: "reverted", by };
  return { outcome: run.changesExpiredAt === null ? "revertible" : "expired", run };
}

/** Why run `runId` cannot be reverted any more: its changes were deleted (OFFER_CHANGES_DAYS). */
export function describeExpired(runId: RunId): string {
  return `The changes of run ${runId} have expired, so it can no longer be reverted.`;
}

/** Who reverts a run, and when. */
export type Reverter = {
  readonly startedBy: string;
  readonly isDry: boolean;
  /** Absent if a command does it. */
  readonly origin?: RunOrigin | undefined;
  readonly now: Date;
};

export function createRevertRequest(run: ImportRun, by: Reverter): RunRequest {
  return {
    kind: run.kind,
    mode: "revert",
    vendor: run.vendor,
    accountId: run.accountId,
    reverts: run.runId,
    source: { fileName: run.fileName, bytes: null, sha256: null },
    startedBy: by.startedBy,
    isDry: by.isDry,
    accepted: null,
    mapping: "",
    origin: by.origin,
    now: by.now,
  };
}

/** Stops a revert if later runs changed the same rows. */
export function listLaterRunStops(later: readonly LaterRun[]): RunStop[] {
  if (later.length === 0) return [];
  const runs = later
    .map(({ runId, rows }) => `run ${runId} (${rows === 1 ? "1 row" : `${rows} rows`})`)
    .join(", ");
  const message = `Later runs changed the same rows: ${runs}. Revert those first.`;
  return [{ code: "changed_since", message }];
}

/**
 * Reverts, as the work of a run, what a committed run changed in offers, unless a later run whose
 * changes are in effect changed the same offers: then it stops and names that run. Offers that the
 * run created are deleted, or discontinued if they were ordered. Stock changes back by the
 * difference of the run. The revert is a run that can itself be reverted.
 */
export async function revertOffers(
  { runId, tx, reportProgress }: RunContext,
  reverted: ImportRun,
  now: Date,
): Promise<RunReport> {
  await lockImports(tx);
  const stops = [
    ...(await listExpiredStops(tx, reverted.runId)),
    ...listLaterRunStops(await selectLaterRuns(tx, reverted.runId)),
  ];
  if (stops.length > 0) return createReport({}, stops);
  reportProgress({ step: "writing", rows: 0, rowsInAll: null });
  await forgetCounts(tx, reverted.runId);
  const restored = await restoreOffers(tx, reverted.runId, runId, now);
  const recreated = await recreateOffers(tx, reverted.runId, runId, now);
  const deleted = await deleteOffers(tx, reverted.runId, runId);
  const discontinued = await discontinueOrderedOffers(tx, reverted.runId, runId, now);
  const recalled = deleted === 0 ? 0 : await deactivateOrderedOffers(tx, runId, now);
  const counts = {
    restored,
    recreated,
    deleted: deleted - recalled,
    discontinued: discontinued + recalled,
  };
  return createReport(counts, []);
}
