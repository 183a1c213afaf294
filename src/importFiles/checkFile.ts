import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { type ColumnMapping, describeMapping } from "../imports/feedColumns.ts";
import { type FileId, hasSubject, type ImportFile } from "./importFile.ts";
import type { ImportRunner, StartedRun } from "./importRunner.ts";
import { selectFile, updateMapping, upsertSavedMapping } from "./queries.ts";

/** `changed`: someone else changed the mapping since the form was opened. */
type CheckedFile = StartedRun | { readonly outcome: "changed"; readonly file: ImportFile };

/**
 * Stores the mapping of a file, also for the next file of the same vendor or account, and starts a
 * dry run. `version` is that of the file when the form was opened.
 */
export async function checkFile(
  db: Database,
  runner: ImportRunner,
  asked: { readonly fileId: FileId; readonly version: number; readonly mapping: ColumnMapping },
  actor: OperatorActor,
  now: Date,
): Promise<CheckedFile> {
  const { fileId, version } = asked;
  const mapping = describeMapping(asked.mapping);
  const stored = await db.transaction<CheckedFile | undefined>(async (tx) => {
    const file = await selectFile(tx, fileId, "locked");
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
