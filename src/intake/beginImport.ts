// What an operator asks of an import: to check a file, to commit what was checked, to cancel, to
// undo. Each looks first whether it can be; the run itself tells how it ends.
import type { DeedOperator } from "../audit/deed.ts";
import { noteDeed } from "../audit/noteDeed.ts";
import type { Database } from "../db/database.ts";
import { type ColumnMapping, describeMapping } from "../imports/feedColumns.ts";
import { finalStops, type ImportRun, type RunId } from "../imports/importRun.ts";
import { askToCancel, endDeadRuns, selectRun } from "../imports/queries.ts";
import { findRevertible } from "../imports/revertRequest.ts";
import type { BegunRun, ImportDesk } from "./importDesk.ts";
import { type FileId, hasSubject, type ImportFile } from "./importFile.ts";
import { selectFile, updateMapping, upsertKeptMapping } from "./queries.ts";

/** Who asks, and when. */
export type Asking = {
  readonly operator: DeedOperator;
  readonly requestId: string;
  readonly now: Date;
};

/** `changed`: somebody else changed the mapping since the form was opened. */
export type CheckedFile = BegunRun | { readonly outcome: "changed"; readonly file: ImportFile };

/**
 * Stores what is told of a file's columns, keeps it for the next file of the same vendor or
 * account, and begins a dry run. `version` is that of the file when the form was opened.
 */
export async function checkFile(
  db: Database,
  desk: ImportDesk,
  asked: { readonly fileId: FileId; readonly version: number; readonly mapping: ColumnMapping },
  by: Asking,
): Promise<CheckedFile> {
  const { fileId, version } = asked;
  const mapping = describeMapping(asked.mapping);
  const stored = await db.transaction<CheckedFile | undefined>(async (tx) => {
    const file = await selectFile(tx, fileId, "locked");
    if (file === undefined || file.head === null) return { outcome: "gone" };
    if (file.version !== version && file.mapping !== mapping) return { outcome: "changed", file };
    await updateMapping(tx, fileId, mapping);
    if (hasSubject(file)) await upsertKeptMapping(tx, file, mapping, by.now);
    if (file.mapping !== mapping) {
      noteDeed(tx, {
        ...by,
        action: "mapped the columns of a file",
        subjectKind: "import file",
        subjectId: fileId,
        accountId: file.accountId,
        before: { mapping: file.mapping },
        after: { mapping, file_name: file.fileName },
      });
    }
    return undefined;
  });
  if (stored !== undefined) return stored;
  const policy = { isDry: true, refusesFile: false, accepted: null };
  return desk.begin({ kind: "import", fileId, mapping, ...policy, ...by });
}

/** Whether a run came to an end after which its file can be committed as it was read then. */
export function canBeCommitted(run: ImportRun): run is ImportRun & { readonly fileId: FileId } {
  const isJudged = run.state === "previewed" || run.state === "stopped";
  return isJudged && run.fileId !== null && run.mode !== "revert";
}

/** The guard rails of a run that a reason can pass. */
export function stopsToAccept({ report }: ImportRun): readonly { readonly message: string }[] {
  return (report?.stops ?? []).filter(({ code }) => !finalStops.has(code));
}

/** `no reason`: a guard rail was reached, and nothing says why it may be passed. */
export type CommittedRun = BegunRun | { readonly outcome: "unknown" | "not checked" | "no reason" };

/**
 * Begins to commit the file of a run, read as that run read it. `reason` passes the guard rails
 * that the run has reached; where it reached none, others that are reached now stop it.
 */
export async function commitRun(
  db: Database,
  desk: ImportDesk,
  asked: { readonly runId: RunId; readonly refusesFile: boolean; readonly reason: string },
  by: Asking,
): Promise<CommittedRun> {
  const { runId, refusesFile, reason } = asked;
  await endDeadRuns(db);
  const run = await selectRun(db, runId);
  if (run === undefined) return { outcome: "unknown" };
  if (!canBeCommitted(run)) return { outcome: "not checked" };
  const isGuarded = stopsToAccept(run).length > 0;
  if (isGuarded && reason === "") return { outcome: "no reason" };
  const { fileId, mapping } = run;
  const accepted = isGuarded ? reason : null;
  const policy = { isDry: false, refusesFile, accepted };
  return desk.begin({ kind: "import", fileId, mapping, ...policy, ...by });
}

/** Asks a run to stop; false where it does not run. It has stopped when its state says so. */
export async function askRunToStop(db: Database, runId: RunId, by: Asking): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isAsked = await askToCancel(tx, runId, by.operator.name);
    if (!isAsked) return false;
    noteDeed(tx, {
      ...by,
      action: "cancelled an import",
      subjectKind: "import",
      subjectId: String(runId),
      accountId: null,
      before: { state: "running" },
      after: null,
    });
    return true;
  });
}

/** `not committed`: it changed nothing; `reverted`: another run undid it, which is named. */
export type UndoneRun =
  | BegunRun
  | { readonly outcome: "unknown" | "not committed" }
  | { readonly outcome: "reverted"; readonly by: RunId };

/** Begins to undo a run; whether a later run touched the same rows is told by the run that does. */
export async function undoRun(
  db: Database,
  desk: ImportDesk,
  runId: RunId,
  by: Asking,
): Promise<UndoneRun> {
  await endDeadRuns(db);
  const found = await findRevertible(db, runId);
  if (found.outcome === "not found") return { outcome: "unknown" };
  if (found.outcome === "not committed") return { outcome: "not committed" };
  if (found.outcome === "reverted") return found;
  return desk.begin({ kind: "revert", runId, ...by });
}
