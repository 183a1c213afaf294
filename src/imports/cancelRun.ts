import { setTimeout as delay } from "node:timers/promises";
import type { OperatorActor, ShellActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import type { ImportRun, RunId, RunState } from "./importRun.ts";
import { endAbandonedRuns, requestCancellation, selectRun } from "./queries.ts";
import { markRunDismissed } from "./runListQueries.ts";

/** Ends the task of an import that failed or stopped; false if it did neither, or was dismissed. */
export function dismissRun(
  db: Database,
  { runId, state, accountId }: Pick<ImportRun, "runId" | "state" | "accountId">,
  actor: OperatorActor,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await markRunDismissed(tx, runId, now))) return false;
    recordAuditEvent(tx, {
      actor,
      action: "dismissed an import",
      subjectKind: "import",
      subjectId: String(runId),
      accountId,
      before: { state },
      now,
    });
    return true;
  });
}

/**
 * Requests cancellation of a running import. Returns false if it is not running. The import has
 * stopped when its state says so. As for its start, a cancellation in the shell is not recorded:
 * the run stores the `name`.
 */
export function cancelRun(
  db: Database,
  runId: RunId,
  by: { readonly actor: OperatorActor | ShellActor; readonly name: string },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await requestCancellation(tx, runId, by.name))) return false;
    if (by.actor.kind === "shell") return true;
    recordAuditEvent(tx, {
      actor: by.actor,
      action: "cancelled an import",
      subjectKind: "import",
      subjectId: String(runId),
      accountId: null,
      before: { state: "running" },
      now,
    });
    return true;
  });
}

const maxWaitMs = 15_000;
const pollMs = 100;

/** Waits until a run has ended and returns its state: still `running` after fifteen seconds. */
export async function waitForRunEnd(db: Database, runId: RunId): Promise<RunState> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    await endAbandonedRuns(db);
    const state = (await selectRun(db, runId))?.state ?? "failed";
    if (state !== "running" || waitedMs >= maxWaitMs) return state;
    await delay(pollMs);
  }
}
