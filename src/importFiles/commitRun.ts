import type { OperatorActor } from "../audit/actor.ts";
import type { Database } from "../db/database.ts";
import { finalStops, type ImportRun, type RunId, type RunStop } from "../imports/importRun.ts";
import { endAbandonedRuns, selectRun } from "../imports/queries.ts";
import type { FileId } from "./importFile.ts";
import type { ImportRunner, StartedRun } from "./importRunner.ts";

/** Whether the file of a run can be committed as the run read it. */
export function canBeCommitted(run: ImportRun): run is ImportRun & { readonly fileId: FileId } {
  const isChecked = run.state === "previewed" || run.state === "stopped";
  return isChecked && run.fileId !== null && run.mode !== "revert";
}

/** The guard rails of a run that a reason can pass. */
export function stopsToAccept({ report }: ImportRun): readonly RunStop[] {
  return (report?.stops ?? []).filter(({ code }) => !finalStops.has(code));
}

/** `no reason`: a guard rail was reached, and no reason for passing it was given. */
export type CommittedRun =
  | StartedRun
  | { readonly outcome: "unknown" | "not checked" | "no reason" };

/**
 * Starts to commit the file of a run as that run read it. `reason` passes the guard rails that the
 * run reached; others that it reaches now stop it.
 */
export async function commitRun(
  db: Database,
  runner: ImportRunner,
  asked: { readonly runId: RunId; readonly refusesFile: boolean; readonly reason: string },
  actor: OperatorActor,
  now: Date,
): Promise<CommittedRun> {
  const { runId, refusesFile, reason } = asked;
  await endAbandonedRuns(db);
  const run = await selectRun(db, runId);
  if (run === undefined) return { outcome: "unknown" };
  if (!canBeCommitted(run)) return { outcome: "not checked" };
  const passes = stopsToAccept(run).map(({ code }) => code);
  const isGuarded = passes.length > 0;
  if (isGuarded && reason === "") return { outcome: "no reason" };
  const { fileId, mapping } = run;
  const accepted = isGuarded ? reason : null;
  const policy = { isDry: false, refusesFile, accepted, passes };
  return runner.start({ kind: "import", fileId, mapping, ...policy, actor, now });
}
