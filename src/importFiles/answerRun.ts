import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../db/database.ts";
import { type ColumnMapping, describeMapping, readMapping } from "../imports/feedColumns.ts";
import type { ImportRun } from "../imports/importRun.ts";
import type { RepeatRule } from "../imports/repeats/repeats.ts";
import {
  addRememberedValues,
  addValues,
  type Correction,
  rememberValues,
} from "../imports/values/rememberValues.ts";
import { excludedBy, hasSubject, type ImportFile } from "./importFile.ts";
import type { ImportRunner, StartedRun } from "./importRunner.ts";
import {
  lockFile,
  selectRememberedMappings,
  updateReading,
  upsertRememberedMapping,
} from "./queries.ts";
import { canBeCommitted, declareAgain, dryRunPolicy } from "./startRun.ts";

/** Who answers a question of a run, and when. */
type Answer = {
  readonly db: Database;
  readonly runner: ImportRunner;
  readonly run: ImportRun;
  readonly actor: OperatorActor;
  readonly now: Date;
};
type Answered = StartedRun | { readonly outcome: "not checked" };

/** Stores an answer, and checks the file of its run again, with the columns of the run. */
async function answerRun(
  { db, runner, run, actor, now }: Answer,
  store: (tx: Transaction, file: ImportFile) => Promise<Partial<ColumnMapping>>,
): Promise<Answered> {
  if (!canBeCommitted(run)) return { outcome: "not checked" };
  const { fileId } = run;
  const stored = await db.transaction(async (tx) => {
    const file = await lockFile(tx, fileId);
    if (file === undefined) return undefined;
    const changed = await store(tx, file);
    const mapping = describeMapping({ ...readMapping(run.mapping), ...changed });
    return { mapping, excluded: excludedBy(file, mapping) };
  });
  if (stored === undefined) return { outcome: "gone" };
  const started = { kind: "import", fileId, ...stored, stock: declareAgain(run) } as const;
  return runner.start({ ...started, ...dryRunPolicy, actor, now });
}

/**
 * Stores what repeated rows of a run's file mean, also for the next file of the same vendor, and
 * checks the file again.
 */
export function chooseRepeats(
  db: Database,
  runner: ImportRunner,
  { run, rule }: { readonly run: ImportRun; readonly rule: RepeatRule },
  actor: OperatorActor,
  now: Date,
): Promise<Answered> {
  return answerRun({ db, runner, run, actor, now }, async (tx, file) => {
    const { fileId, stock, fileName } = file;
    const mapping = describeMapping({ ...readMapping(file.mapping), repeats: rule });
    await updateReading(tx, fileId, { mapping, stock });
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
      after: { repeats: rule, file_name: fileName },
      now,
    });
    return { repeats: rule };
  });
}

/** Stores corrections for the vendor of a file; of a file with a vendor column, for itself. */
async function storeCorrections(
  tx: Transaction,
  file: ImportFile,
  corrections: readonly Correction[],
  actor: OperatorActor,
  now: Date,
): Promise<ColumnMapping["values"]> {
  const { fileId, vendor, stock, fileName } = file;
  const own = readMapping(file.mapping);
  if (vendor !== null) {
    await rememberValues(tx, vendor, corrections, { actor, name: actor.operator.name, now });
    return (await addRememberedValues(tx, own, vendor)).values;
  }
  const values = addValues(own.values, corrections);
  await updateReading(tx, fileId, { mapping: describeMapping({ ...own, values }), stock });
  recordAuditEvent(tx, {
    actor,
    action: "corrected values of an import file",
    subjectKind: "import file",
    subjectId: fileId,
    accountId: null,
    after: { values: corrections, file_name: fileName },
    now,
  });
  return values;
}

/**
 * Stores what refused values of a run mean, and checks its file again: with the columns of the run,
 * and all values that are remembered now. The corrections must be valid, see `canMean`.
 */
export function acceptCorrections(
  db: Database,
  runner: ImportRunner,
  { run, corrections }: { readonly run: ImportRun; readonly corrections: readonly Correction[] },
  actor: OperatorActor,
  now: Date,
): Promise<Answered> {
  return answerRun({ db, runner, run, actor, now }, async (tx, file) => ({
    values: await storeCorrections(tx, file, corrections, actor, now),
  }));
}
