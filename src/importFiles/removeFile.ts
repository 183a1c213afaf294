// Pieces are deleted a few at a time: deleting a large file takes longer than the statement
// timeout.
import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import type { FileId } from "./importFile.ts";
import { deleteFile, deleteSomePieces, lockFile, selectOldFiles } from "./queries.ts";

export async function removePieces(db: Database, fileId: FileId): Promise<void> {
  while (await deleteSomePieces(db, fileId));
}

export async function removeFile(db: Database, fileId: FileId): Promise<void> {
  await deleteFile(db, fileId);
  await removePieces(db, fileId);
}

/** Removes a file for an operator and records it. Returns false if there is no such file. */
export async function discardFile(
  db: Database,
  fileId: FileId,
  actor: OperatorActor,
  now: Date,
): Promise<boolean> {
  const isDiscarded = await db.transaction(async (tx) => {
    const file = await lockFile(tx, fileId);
    if (file === undefined) return false;
    await deleteFile(tx, fileId);
    const { kind, vendor, accountId, fileName } = file;
    recordAuditEvent(tx, {
      actor,
      action: "discarded an import file",
      subjectKind: "import file",
      subjectId: fileId,
      accountId,
      before: { kind, vendor, file_name: fileName },
      now,
    });
    return true;
  });
  if (isDiscarded) await removePieces(db, fileId);
  return isDiscarded;
}

/** Removes the files uploaded before `before`; returns how many. */
export async function removeOldFiles(db: Database, before: Date): Promise<number> {
  const old = await selectOldFiles(db, before);
  for (const fileId of old) await removeFile(db, fileId);
  return old.length;
}
