// Invariant: a manual change is a run that starts and ends in the transaction of the change, so it
// is never seen running, and without a change there is no run.
import type { Transaction } from "../db/database.ts";
import { createReport, type RunId, type RunKind, type RunMode } from "./importRun.ts";
import { createManualRunId, endRun, insertRun, setCurrentRun } from "./queries.ts";

/** `reverts` is the run that the change undoes. */
type ManualRun = {
  readonly kind: RunKind;
  readonly vendor: string | null;
  readonly accountId: string | null;
  readonly reverts: RunId | null;
  readonly startedBy: string;
  readonly now: Date;
};

/**
 * Runs `work`, which changes rows under the number it receives and returns the counts of the run.
 * Returns the number of the run; null if all counts are 0.
 */
export async function recordManualRun(
  tx: Transaction,
  run: ManualRun,
  work: (runId: RunId) => Promise<Readonly<Record<string, number>>>,
): Promise<RunId | null> {
  const runId = await createManualRunId(tx);
  await setCurrentRun(tx, runId);
  const counts = await work(runId);
  if (Object.values(counts).every((count) => count === 0)) return null;
  const mode: RunMode = run.reverts === null ? "edit" : "revert";
  await insertRun(tx, runId, {
    ...run,
    mode,
    source: { fileName: null, bytes: null, sha256: null },
    isDry: false,
    accepted: null,
    mapping: "",
  });
  const report = createReport(counts, []);
  await endRun(tx, runId, { state: "committed", report, message: null, file: null });
  return runId;
}
