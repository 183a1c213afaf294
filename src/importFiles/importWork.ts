// The work of an import thread: inspect a file, import one, or revert a run. Its input is plain
// values, and its result is in the database.
import type { OperatorActor } from "../audit/actor.ts";
import type { Database, Session } from "../db/database.ts";
import { UnreadableFile } from "../files/fileRecord.ts";
import type { GuardRails } from "../imports/guardRails.ts";
import { RunCancelled, type RunId, type RunStop } from "../imports/importRun.ts";
import { selectRun } from "../imports/queries.ts";
import type { FileId } from "./importFile.ts";
import { importFileRows } from "./importFileRows.ts";
import { inspectFile } from "./inspectFile.ts";
import { selectFile } from "./queries.ts";
import { revertRun } from "./revertRun.ts";

type Starter = { readonly actor: OperatorActor; readonly now: Date };

type RequestedImport = Starter & {
  readonly kind: "import";
  readonly fileId: FileId;
  readonly mapping: string;
  readonly isDry: boolean;
  readonly refusesFile: boolean;
  readonly accepted: string | null;
  /** The guard rails that the reason is for. */
  readonly passes: readonly RunStop["code"][];
};

export type ImportWork =
  | { readonly kind: "inspect"; readonly fileId: FileId }
  | RequestedImport
  | (Starter & { readonly kind: "revert"; readonly runId: RunId });

async function startRun(
  db: Database,
  session: Session,
  work: Exclude<ImportWork, { readonly kind: "inspect" }>,
  limits: GuardRails,
  onStart: (runId: RunId) => void,
): Promise<void> {
  const { actor, now } = work;
  const startedBy = actor.operator.name;
  if (work.kind === "revert") {
    const run = await selectRun(db, work.runId);
    if (run === undefined) return;
    const origin = { actor, fileId: null, onStart };
    await revertRun(db, session, run, { startedBy, isDry: false, origin, now }, () => undefined);
    return;
  }
  const file = await selectFile(db, work.fileId);
  if (file === undefined) return;
  const { mapping, isDry, refusesFile, accepted, passes } = work;
  const origin = { actor, fileId: file.fileId, passes, onStart };
  const asked = { file, mapping, isDry, refusesFile, accepted, limits, startedBy, origin };
  await importFileRows(db, session, asked, now);
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
    await startRun(db, session, work, limits, onStart);
  } catch (error) {
    const isExpected = error instanceof UnreadableFile || error instanceof RunCancelled;
    if (!isExpected) throw error;
  } finally {
    await session.close();
  }
}
