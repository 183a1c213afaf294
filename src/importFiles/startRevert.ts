// Undoing a run as an operator asks for it, where it changed anything that is not undone yet.
import type { OperatorActor } from "../audit/actor.ts";
import type { Database } from "../db/database.ts";
import type { RunId } from "../imports/importRun.ts";
import { endAbandonedRuns } from "../imports/queries.ts";
import { findRevertible } from "../imports/revertRequest.ts";
import type { ImportRunner, StartedRun } from "./importRunner.ts";

/** `not committed`: it changed nothing; `reverted`: another run undid it, which is named. */
export type StartedRevert =
  | StartedRun
  | { readonly outcome: "unknown" | "not committed" }
  | { readonly outcome: "reverted"; readonly by: RunId };

/** Begins to undo a run; whether a later run touched the same rows is told by the run that does. */
export async function startRevert(
  db: Database,
  desk: ImportRunner,
  runId: RunId,
  actor: OperatorActor,
  now: Date,
): Promise<StartedRevert> {
  await endAbandonedRuns(db);
  const found = await findRevertible(db, runId);
  if (found.outcome === "not found") return { outcome: "unknown" };
  if (found.outcome === "not committed") return { outcome: "not committed" };
  if (found.outcome === "reverted") return found;
  return desk.begin({ kind: "revert", runId, actor, now });
}
