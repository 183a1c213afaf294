// Leaving rows out of an import, and including them again. Invariant: rows are named by their line
// in one uploaded file, whose bytes never change.
import type { OperatorActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import { selectChangedLines } from "../catalog/changedRows/listedRowQueries.ts";
import type { Database } from "../db/database.ts";
import {
  addExcluded,
  type ExcludedRow,
  maxExcludedRows,
  removeExcluded,
} from "../imports/excluded/excludedRows.ts";
import type { ImportRun } from "../imports/importRun.ts";
import { hasSameLines } from "./importFile.ts";
import type { ImportRunner, StartedRun } from "./importRunner.ts";
import { lockFile, updateExcluded } from "./queries.ts";
import { canBeCommitted, declareAgain, dryRunPolicy } from "./startRun.ts";

/** The lines of rows of a run, and whether they are to be left out or included again. */
type RequestedRows = {
  readonly run: ImportRun;
  readonly lines: readonly number[];
  readonly isExcluded: boolean;
};

/** `too many`: nothing was stored; more than `maxExcludedRows` would be left out. */
export type ChangedExclusion =
  | StartedRun
  | { readonly outcome: "not checked" | "none selected" | "too many" };

/** Whether rows of a run can be left out: only those of offers are listed with their lines. */
export function canExcludeRows(run: ImportRun): boolean {
  return run.kind !== "agreement" && canBeCommitted(run);
}

/**
 * Stores which rows of a run's file are left out, and checks it again as the run read it. Lines
 * that the run does not list are ignored. Rows that others left out meanwhile stay left out.
 */
export async function changeExcluded(
  db: Database,
  runner: ImportRunner,
  { run, lines, isExcluded }: RequestedRows,
  actor: OperatorActor,
  now: Date,
): Promise<ChangedExclusion> {
  if (!canBeCommitted(run) || !canExcludeRows(run)) return { outcome: "not checked" };
  const { fileId, mapping } = run;
  const stored = await db.transaction(async (tx) => {
    const file = await lockFile(tx, fileId);
    if (file === undefined) return "gone";
    if (!hasSameLines(file, mapping)) return "not checked";
    const listed = isExcluded ? await selectChangedLines(tx, run.runId, lines) : lines;
    if (listed.length === 0) return "none selected";
    const excluded = isExcluded
      ? addExcluded(file.excluded, listed, actor.operator.name)
      : removeExcluded(file.excluded, listed);
    if (excluded.length > maxExcludedRows) return "too many";
    await updateExcluded(tx, fileId, excluded);
    const after = { run: run.runId, lines: listed, file_name: file.fileName };
    recordAuditEvent(tx, {
      actor,
      action: isExcluded ? "left out rows of an import file" : "included rows of an import file",
      subjectKind: "import file",
      subjectId: fileId,
      accountId: null,
      after,
      now,
    });
    return excluded;
  });
  if (typeof stored === "string") return { outcome: stored };
  const excluded: readonly ExcludedRow[] = stored;
  const started = { kind: "import", fileId, mapping, stock: declareAgain(run), excluded } as const;
  return runner.start({ ...started, ...dryRunPolicy, actor, now });
}
