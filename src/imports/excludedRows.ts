// Rows of an uploaded file that an operator leaves out of its import. Invariant: they are named by
// their line in this one file, so they never apply to another file.
import { findOperator, type StaffActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { hasSameLines } from "./file.ts";
import { lockFile, updateExcluded } from "./fileQueries.ts";
import { selectChangedLines } from "./offers/changedRowQueries.ts";
import type { SeparatedRow } from "./offers/stagingQueries.ts";
import type { Feed } from "./rows/feed.ts";
import type { ExcludedRow, ImportRun, LeftOutRow } from "./run.ts";
import type { ImportRunner, StartedRun } from "./runner.ts";
import { canBeCommitted, declareAgain, requestRun } from "./startRun.ts";

/** If more rows are wrong, the file is to be corrected. */
export const maxExcludedRows = 1_000;

/** The rows and those of `lines`, by line. Who chose a row first stays. */
export function addExcluded(
  rows: readonly ExcludedRow[],
  lines: readonly number[],
  by: string,
): readonly ExcludedRow[] {
  const chosen = new Map(lines.map((line) => [line, by]));
  for (const row of rows) chosen.set(row.line, row.by);
  return [...chosen].map(([line, by]) => ({ line, by })).sort((a, b) => a.line - b.line);
}

export function removeExcluded(
  rows: readonly ExcludedRow[],
  lines: readonly number[],
): readonly ExcludedRow[] {
  const removed = new Set(lines);
  return rows.filter(({ line }) => !removed.has(line));
}

/** The rows that a run left out, as they are listed and written to a file. */
function nameLeftOut(
  rows: readonly { readonly line: number; readonly partNumber: string }[],
  excluded: readonly ExcludedRow[],
): readonly LeftOutRow[] {
  const authors = new Map(excluded.map(({ line, by }) => [line, by]));
  return rows.map(({ line, partNumber }) => ({ line, partNumber, by: authors.get(line) ?? "" }));
}

/** Why a row is in the file of refused rows although nothing is wrong with it. */
function describeExclusion(by: string): string {
  return `was left out by ${by}`;
}

/** At most one sentence: rows to leave out that a run would not have imported anyway. */
export function describeIdle(chosen: number, leftOut: number): string[] {
  const idle = chosen - leftOut;
  if (idle === 0) return [];
  const rows = idle === 1 ? "1 row" : `${idle} rows`;
  return [`${rows} to leave out would change nothing, or cannot be imported anyway.`];
}

/** Reads distinct lines of a form or an option; undefined if a text is no line. */
export function readLines(texts: readonly string[]): readonly number[] | undefined {
  const trimmed = texts.map((text) => text.trim());
  if (trimmed.some((text) => !/^[1-9]\d{0,8}$/.test(text))) return undefined;
  return [...new Set(trimmed.map(Number))];
}

/** What a run reports of the rows that were left out. */
export type ReportedExclusion = {
  readonly leftOut: readonly LeftOutRow[];
  readonly warnings: readonly string[];
};

/** The count of the rows that were left out; nothing without any. */
export function countLeftOut({ leftOut }: ReportedExclusion): Record<string, number> {
  return leftOut.length === 0 ? {} : { left_out: leftOut.length };
}

/** Writes the rows that were left out to the file of refused rows; they do not count as refused. */
export async function reportExcluded(
  { request, refusedRows }: Feed,
  rows: readonly SeparatedRow[],
): Promise<ReportedExclusion> {
  const { excluded = [] } = request;
  const leftOut = nameLeftOut(rows, excluded);
  for (const [at, { line, cells }] of rows.entries()) {
    const reason = describeExclusion(leftOut[at]?.by ?? "");
    const fault = { column: null, value: "", reason, suggestion: null };
    await refusedRows?.add({ line, cells: JSON.parse(cells) as string[] }, [fault]);
  }
  return { leftOut, warnings: describeIdle(excluded.length, leftOut.length) };
}

// Leaving rows out of an import, and including them again. Invariant: rows are named by their line
// in one uploaded file, whose bytes never change.

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
  actor: StaffActor,
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
      ? addExcluded(file.excluded, listed, findOperator(actor).name)
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
    return requestRun(file, { mapping, stock: declareAgain(run), excluded }, actor, now);
  });
  return typeof stored === "string" ? { outcome: stored } : runner.start(stored);
}
