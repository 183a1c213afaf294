import type { Queryable } from "../db/database.ts";
import type { ImportRun, RunId, RunOrigin, RunRequest, RunStop } from "./importRun.ts";
import { selectRevert, selectRun } from "./queries.ts";

/** A run that can be reverted, or why it cannot. */
type Revertible =
  | { readonly outcome: "revertible"; readonly run: ImportRun }
  | { readonly outcome: "not found" }
  | { readonly outcome: "not committed"; readonly run: ImportRun }
  | { readonly outcome: "reverted"; readonly by: RunId };

export async function findRevertible(db: Queryable, runId: RunId): Promise<Revertible> {
  const run = await selectRun(db, runId);
  if (run === undefined) return { outcome: "not found" };
  if (run.state !== "committed") return { outcome: "not committed", run };
  const by = await selectRevert(db, runId);
  return by === undefined ? { outcome: "revertible", run } : { outcome: "reverted", by };
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

/** Stops a revert if later runs changed the same rows. */
export function listLaterRunStops(later: readonly LaterRun[]): RunStop[] {
  if (later.length === 0) return [];
  const runs = later
    .map(({ runId, rows }) => `run ${runId} (${rows === 1 ? "1 row" : `${rows} rows`})`)
    .join(", ");
  const message = `Later runs changed the same rows: ${runs}. Revert those first.`;
  return [{ code: "changed_since", message }];
}
