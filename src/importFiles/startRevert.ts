import type { OperatorActor } from "../audit/actor.ts";
import type { Database } from "../db/database.ts";
import type { RunId } from "../imports/importRun.ts";
import { endAbandonedRuns } from "../imports/queries.ts";
import { findRevertible } from "../imports/revertRequest.ts";
import type { ImportRunner, StartedRun } from "./importRunner.ts";

/** `not committed`: it changed nothing; `reverted`: run `by` reverted it. */
type StartedRevert =
  | StartedRun
  | { readonly outcome: "unknown" | "not committed" }
  | { readonly outcome: "reverted"; readonly by: RunId };

/** Starts to revert a run. That run itself stops if a later run changed the same rows. */
export async function startRevert(
  db: Database,
  runner: ImportRunner,
  runId: RunId,
  actor: OperatorActor,
  now: Date,
): Promise<StartedRevert> {
  await endAbandonedRuns(db);
  const found = await findRevertible(db, runId);
  if (found.outcome === "not found") return { outcome: "unknown" };
  if (found.outcome === "not committed") return { outcome: "not committed" };
  if (found.outcome === "reverted") return found;
  return runner.start({ kind: "revert", runId, actor, now });
}
