// The work of an import thread: inspect a file, import one, or revert a run. Its input is plain
// values, and its result is in the database.
import type { OperatorActor } from "../audit/actor.ts";
import type { Database, Session } from "../db/database.ts";
import { UnreadableFile } from "../files/fileRecord.ts";
import type { GuardRails } from "../imports/guardRails.ts";
import { RunCancelled, type RunId } from "../imports/importRun.ts";
import { selectRun } from "../imports/queries.ts";
import type { FileId } from "./importFile.ts";
import { type FileImport, importFileRows } from "./importFileRows.ts";
import { inspectFile } from "./inspectFile.ts";
import { revertRun } from "./revertRun.ts";

type RevertWork = {
  readonly kind: "revert";
  readonly runId: RunId;
  readonly actor: OperatorActor;
  readonly now: Date;
};

export type ImportWork =
  | { readonly kind: "inspect"; readonly fileId: FileId }
  | FileImport
  | RevertWork;

async function revert(
  db: Database,
  session: Session,
  { runId, actor, now }: RevertWork,
  onStart: (runId: RunId) => void,
): Promise<void> {
  const run = await selectRun(db, runId);
  if (run === undefined) return;
  const origin = { actor, fileId: null, onStart };
  const by = { startedBy: actor.operator.name, isDry: false, origin, now };
  await revertRun(db, session, run, by, () => undefined);
}

/**
 * Does a piece of work to its end; calls `onStart` with the number of its run once there is one. An
 * unreadable file and a cancelled run are not errors here; the run shows them.
 */
export async function runImportWork(
  db: Database,
  work: ImportWork,
  limits: GuardRails,
  onStart: (runId: RunId) => void,
): Promise<void> {
  if (work.kind === "inspect") return inspectFile(db, work.fileId);
  const session = await db.openSession();
  try {
    if (work.kind === "revert") await revert(db, session, work, onStart);
    else await importFileRows(db, session, work, limits, onStart);
  } catch (error) {
    const isExpected = error instanceof UnreadableFile || error instanceof RunCancelled;
    if (!isExpected) throw error;
  } finally {
    await session.close();
  }
}
