// Asking a running import to stop, and waiting until it has.
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../db/database.ts";
import type { RunId, RunState } from "./importRun.ts";
import { endAbandonedRuns, requestCancellation, selectRun } from "./queries.ts";

const waitMs = 15_000;
const lookEveryMs = 100;

/**
 * Asks a run to stop and returns how it then is: `cancelled`, or as it ended before it heard of it.
 * A run that does not end within fifteen seconds is still `running`.
 */
export async function cancelRun(db: Database, runId: RunId, by: string): Promise<RunState> {
  await requestCancellation(db, runId, by);
  for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
    await endAbandonedRuns(db);
    const state = (await selectRun(db, runId))?.state ?? "failed";
    if (state !== "running" || waitedMs >= waitMs) return state;
    await delay(lookEveryMs);
  }
}
