import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../db/database.ts";
import { type ColumnMapping, describeMapping, readMapping } from "../imports/feedColumns.ts";
import type { ImportRun } from "../imports/importRun.ts";
import {
  addRememberedValues,
  addValues,
  type Correction,
  rememberValues,
} from "../imports/values/rememberValues.ts";
import { excludedBy, type ImportFile } from "./importFile.ts";
import type { ImportRunner, StartedRun } from "./importRunner.ts";
import { lockFile, updateReading } from "./queries.ts";
import { canBeCommitted, declareAgain, dryRunPolicy } from "./startRun.ts";

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
export async function acceptCorrections(
  db: Database,
  runner: ImportRunner,
  { run, corrections }: { readonly run: ImportRun; readonly corrections: readonly Correction[] },
  actor: OperatorActor,
  now: Date,
): Promise<StartedRun | { readonly outcome: "not checked" }> {
  if (!canBeCommitted(run)) return { outcome: "not checked" };
  const { fileId } = run;
  const stored = await db.transaction(async (tx) => {
    const file = await lockFile(tx, fileId);
    if (file === undefined) return undefined;
    const values = await storeCorrections(tx, file, corrections, actor, now);
    const mapping = describeMapping({ ...readMapping(run.mapping), values });
    return { mapping, excluded: excludedBy(file, mapping) };
  });
  if (stored === undefined) return { outcome: "gone" };
  const stock = declareAgain(run);
  const started = { kind: "import", fileId, ...stored, stock } as const;
  return runner.start({ ...started, ...dryRunPolicy, actor, now });
}
