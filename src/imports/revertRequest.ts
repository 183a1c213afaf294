import type { Queryable, Transaction } from "../db/database.ts";
import type { ImportRun, RunId, RunOrigin, RunRequest, RunStop } from "./importRun.ts";
import { selectRevert, selectRun } from "./queries.ts";

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

/** A later run that changed the same rows, and how many of them. */
export type LaterRun = { readonly runId: RunId; readonly rows: number };

/** Stops a revert if the changes of the run expired since it was started. */
export async function listExpiredStops(tx: Transaction, runId: RunId): Promise<RunStop[]> {
  const isExpired = (await selectRun(tx, runId))?.changesExpiredAt !== null;
  return isExpired ? [{ code: "changes_expired", message: describeExpired(runId) }] : [];
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
