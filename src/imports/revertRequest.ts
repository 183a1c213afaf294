// Undoing a run: whether it can be, and the run that does it. What is put back is each noun's own.
import type { Queryable } from "../db/database.ts";
import { createCleaningTally } from "./cleanedCells.ts";
import type { ImportRun, RunId, RunOrigin, RunReport, RunRequest, RunStop } from "./importRun.ts";
import { selectRevert, selectRun } from "./queries.ts";

/** A run that can be undone, or why it cannot. */
export type Revertible =
  | { readonly outcome: "revertible"; readonly run: ImportRun }
  | { readonly outcome: "not found" }
  | { readonly outcome: "not committed"; readonly run: ImportRun }
  | { readonly outcome: "reverted"; readonly by: RunId };

/** Looks whether a run can be undone. Does not see what changed the same rows since. */
export async function findRevertible(db: Queryable, runId: RunId): Promise<Revertible> {
  const run = await selectRun(db, runId);
  if (run === undefined) return { outcome: "not found" };
  if (run.state !== "committed") return { outcome: "not committed", run };
  const by = await selectRevert(db, runId);
  return by === undefined ? { outcome: "revertible", run } : { outcome: "reverted", by };
}

/** Who undoes a run, and when. */
export type Reverter = {
  readonly startedBy: string;
  readonly isDry: boolean;
  /** Absent where the shell does. */
  readonly origin?: RunOrigin | undefined;
  readonly now: Date;
};

/** The request of the run that undoes another. */
export function revertRequest(run: ImportRun, by: Reverter): RunRequest {
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

/** Runs that changed the same rows later, with how many of them. */
export type LaterRun = { readonly runId: RunId; readonly rows: number };

/** The stop of an undoing that later runs are in the way of. */
export function listLaterRunStops(later: readonly LaterRun[]): RunStop[] {
  if (later.length === 0) return [];
  const runs = later.map(({ runId, rows }) => `run ${runId} (${rows} rows)`).join(", ");
  const message = `The same rows were changed since by ${runs}; revert those first.`;
  return [{ code: "changed_since", message }];
}

/** The report of an undoing. */
export function createRevertReport(
  counts: Readonly<Record<string, number>>,
  stops: readonly RunStop[],
): RunReport {
  return { counts, stops, refusals: [], groups: [], cleaned: createCleaningTally(), warnings: [] };
}
