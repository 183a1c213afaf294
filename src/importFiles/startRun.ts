// The runs that operators start: a dry run of a file, its commit, and the revert of a run.
import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { type ColumnMapping, describeMapping } from "../imports/feedColumns.ts";
import { finalStops, type ImportRun, type RunId, type RunStop } from "../imports/importRun.ts";
import { endAbandonedRuns, selectRun } from "../imports/queries.ts";
import { findRevertible } from "../imports/revertRequest.ts";
import { type FileId, hasSubject, type ImportFile } from "./importFile.ts";
import type { ImportRunner, StartedRun } from "./importRunner.ts";
import { lockFile, updateMapping, upsertSavedMapping } from "./queries.ts";

/** `changed`: someone else changed the mapping since the form was opened. */
type CheckedFile = StartedRun | { readonly outcome: "changed"; readonly file: ImportFile };

/**
 * Stores the mapping of a file, also for the next file of the same vendor or account, and starts a
 * dry run. `version` is that of the file when the form was opened.
 */
export async function checkFile(
  db: Database,
  runner: ImportRunner,
  requested: { readonly fileId: FileId; readonly version: number; readonly mapping: ColumnMapping },
  actor: OperatorActor,
  now: Date,
): Promise<CheckedFile> {
  const { fileId, version } = requested;
  const mapping = describeMapping(requested.mapping);
  const stored = await db.transaction<CheckedFile | undefined>(async (tx) => {
    const file = await lockFile(tx, fileId);
    if (file === undefined || file.head === null) return { outcome: "gone" };
    if (file.version !== version && file.mapping !== mapping) return { outcome: "changed", file };
    await updateMapping(tx, fileId, mapping);
    if (hasSubject(file)) await upsertSavedMapping(tx, file, mapping, now);
    if (file.mapping !== mapping) {
      recordAuditEvent(tx, {
        actor,
        action: "mapped the columns of an import file",
        subjectKind: "import file",
        subjectId: fileId,
        accountId: file.accountId,
        before: { mapping: file.mapping },
        after: { mapping, file_name: file.fileName },
        now,
      });
    }
    return undefined;
  });
  if (stored !== undefined) return stored;
  const policy = { isDry: true, refusesFile: false, accepted: null, passes: [] };
  return runner.start({ kind: "import", fileId, mapping, ...policy, actor, now });
}

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
  requested: { readonly runId: RunId; readonly refusesFile: boolean; readonly reason: string },
  actor: OperatorActor,
  now: Date,
): Promise<CommittedRun> {
  const { runId, refusesFile, reason } = requested;
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

/**
 * `not committed`: it changed nothing; `expired`: what it changed is no longer stored;
 * `reverted`: run `by` reverted it.
 */
export type StartedRevert =
  | StartedRun
  | { readonly outcome: "unknown" }
  | { readonly outcome: "not committed" | "expired" }
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
  if (found.outcome === "not committed" || found.outcome === "expired") {
    return { outcome: found.outcome };
  }
  if (found.outcome === "reverted") return found;
  return runner.start({ kind: "revert", runId, actor, now });
}
