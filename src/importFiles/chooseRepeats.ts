import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { describeMapping, readMapping } from "../imports/feedColumns.ts";
import type { ImportRun } from "../imports/importRun.ts";
import type { RepeatRule } from "../imports/repeats/repeats.ts";
import { excludedBy, hasSubject } from "./importFile.ts";
import type { ImportRunner, StartedRun } from "./importRunner.ts";
import {
  lockFile,
  selectRememberedMappings,
  updateReading,
  upsertRememberedMapping,
} from "./queries.ts";
import { canBeCommitted, declareAgain, dryRunPolicy } from "./startRun.ts";

/**
 * Stores what repeated rows of a run's file mean, also for the next file of the same vendor, and
 * checks the file again.
 */
export async function chooseRepeats(
  db: Database,
  runner: ImportRunner,
  { run, rule }: { readonly run: ImportRun; readonly rule: RepeatRule },
  actor: OperatorActor,
  now: Date,
): Promise<StartedRun | { readonly outcome: "not checked" }> {
  if (!canBeCommitted(run)) return { outcome: "not checked" };
  const { fileId } = run;
  const stored = await db.transaction(async (tx) => {
    const file = await lockFile(tx, fileId);
    if (file === undefined) return undefined;
    const mapping = describeMapping({ ...readMapping(file.mapping), repeats: rule });
    await updateReading(tx, fileId, { mapping, stock: file.stock });
    const remembered = hasSubject(file) ? await selectRememberedMappings(tx, file) : [];
    for (const [shape, known] of remembered) {
      if (known !== file.mapping) continue;
      await upsertRememberedMapping(tx, file, { shape, mapping }, now);
    }
    recordAuditEvent(tx, {
      actor,
      action: "chose what repeated rows of an import file mean",
      subjectKind: "import file",
      subjectId: fileId,
      accountId: null,
      after: { repeats: rule, file_name: file.fileName },
      now,
    });
    return file;
  });
  if (stored === undefined) return { outcome: "gone" };
  const mapping = describeMapping({ ...readMapping(run.mapping), repeats: rule });
  const stock = declareAgain(run);
  const excluded = excludedBy(stored, mapping);
  const started = { kind: "import", fileId, mapping, stock, excluded } as const;
  return runner.start({ ...started, ...dryRunPolicy, actor, now });
}
