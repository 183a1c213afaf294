// The runs that operators start: a dry run of a file, its commit, and the revert of a run.
import { findOperator, type StaffActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { StockDeclaration } from "../catalog/feedStock.ts";
import type { Database, Queryable, Transaction } from "../db/database.ts";
import { type FileId, hasSubject, type ImportFile } from "./file.ts";
import {
  lockFile,
  selectFile,
  selectRememberedMappings,
  updateReading,
  upsertRememberedMapping,
} from "./fileQueries.ts";
import { selectStockModes } from "./offers/stockTermQueries.ts";
import { findRevertible, requestRevert } from "./revert.ts";
import {
  addValues,
  type ColumnMapping,
  type Correction,
  describeMapping,
  noMapping,
  type RepeatRule,
  readMapping,
} from "./rows/columns.ts";
import { mergeMapping } from "./rows/sheets.ts";
import { finalStops, type ImportRun, type RunId, type RunRequest, type RunStop } from "./run.ts";
import type { ImportRunner, StartedRun } from "./runner.ts";
import { endAbandonedRuns, hasCatalogChanged, selectRun } from "./runQueries.ts";

/** What a form says of a file: `version` is that of the file when the form was opened. */
type FileCheck = {
  readonly fileId: FileId;
  readonly version: number;
  readonly mapping: ColumnMapping;
  /** Of the header that the form was filled for, see `fileShapeKey`. */
  readonly shape: string;
  readonly stock: StockDeclaration;
  /** Whether earlier files do not count. */
  readonly isFresh: boolean;
};

/** `changed`: someone else changed what the form says since it was opened. */
type CheckedFile = StartedRun | { readonly outcome: "changed"; readonly file: ImportFile };

function isSameDeclaration(one: StockDeclaration, other: StockDeclaration): boolean {
  const isSameOlder = (one.appliesOlder === true) === (other.appliesOlder === true);
  return one.mode === other.mode && one.asOf?.getTime() === other.asOf?.getTime() && isSameOlder;
}

/**
 * The request of a run that an operator starts of a file: unless more is asked, a dry run that
 * imports what it can.
 */
export function requestRun(
  { fileId, fileName, fileBytes, sha256, kind, mode, vendor, accountId, sentAt }: ImportFile,
  asked: Pick<RunRequest, "mapping" | "stock"> & Partial<RunRequest>,
  actor: StaffActor,
  now: Date,
): RunRequest {
  return {
    ...{ kind, mode, vendor, accountId, now },
    reverts: null,
    source: { fileName, bytes: fileBytes, sha256 },
    startedBy: findOperator(actor).name,
    origin: { actor, fileId },
    receivedAt: sentAt,
    isDry: true,
    refusesFile: false,
    accepted: null,
    ...asked,
  };
}

/** What was answered about rows and values of the file, or of an earlier one with its header. */
async function findAnswers(tx: Transaction, file: ImportFile, { shape, isFresh }: FileCheck) {
  const isKnown = file.mapping === "" && hasSubject(file) && !isFresh;
  const remembered = isKnown ? await selectRememberedMappings(tx, file) : null;
  const { values, repeats } = readMapping(remembered?.get(shape) ?? file.mapping);
  return { ...noMapping, values, repeats };
}

/**
 * Stores what a form says of a file, the mapping also for the next file of the same vendor or
 * account with that shape, and starts a dry run.
 */
export async function checkFile(
  db: Database,
  runner: ImportRunner,
  requested: FileCheck,
  actor: StaffActor,
  now: Date,
): Promise<CheckedFile> {
  const { fileId, version, shape, stock } = requested;
  const stored = await db.transaction<CheckedFile | RunRequest>(async (tx) => {
    const file = await lockFile(tx, fileId);
    if (file === undefined || file.head === null) return { outcome: "gone" };
    const answers = await findAnswers(tx, file, requested);
    const mapping = describeMapping(mergeMapping(answers, requested.mapping));
    const isSame = file.mapping === mapping && isSameDeclaration(file.stock, stock);
    if (file.version !== version && !isSame) return { outcome: "changed", file };
    if (!isSame) await updateReading(tx, fileId, { mapping, stock });
    if (hasSubject(file)) await upsertRememberedMapping(tx, file, { shape, mapping }, now);
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
    return requestRun(file, { mapping, stock }, actor, now);
  });
  return "outcome" in stored ? stored : runner.start(stored);
}

/** Whether the file of a run can be committed as the run read it. */
export function canBeCommitted(run: ImportRun): run is ImportRun & { readonly fileId: FileId } {
  const isChecked = run.state === "previewed" || run.state === "stopped";
  return isChecked && run.fileId !== null && run.mode !== "revert";
}

/** The guard rails of a run that a reason can pass. */
export function stopsToAccept({ report }: ImportRun): readonly RunStop[] {
  return (report?.stops ?? []).filter(({ code }) => !finalStops.has(code));
}

/** The declaration of a run, which an import of its file repeats. */
function declareAgain({ report }: ImportRun): StockDeclaration {
  const { mode, isDeclared, asOf, asOfFrom, appliesOlder } = report?.stock ?? {};
  return {
    ...(appliesOlder === true ? { appliesOlder } : {}),
    mode: isDeclared === true && mode !== "by vendor" ? (mode ?? null) : null,
    asOf: asOf === undefined || asOfFrom !== "option" ? null : new Date(asOf),
  };
}

/** Whether a run read quantities by a mode that a vendor of its file has no longer. */
async function isReadDifferently(db: Queryable, { report, vendors }: ImportRun): Promise<boolean> {
  const { mode, isDeclared } = report?.stock ?? {};
  if (mode === undefined || mode === "by vendor" || isDeclared === true) return false;
  const modes = await selectStockModes(db);
  return (vendors ?? []).some((vendor) => (modes.get(vendor) ?? "on-hand") !== mode);
}

/** Whether the catalog has changed since a check compared its file with it. */
export async function isOutdated(db: Queryable, run: ImportRun): Promise<boolean> {
  return canBeCommitted(run) && run.kind !== "agreement" && (await hasCatalogChanged(db, run));
}

/**
 * `no reason`: a guard rail was reached, and no reason for passing it was given. `other mode`: the
 * file would be read by another mode than the run has shown (decision 153). `outdated`: the catalog
 * has changed since the run compared the file with it (decision 153).
 */
export type CommittedRun =
  | StartedRun
  | { readonly outcome: "unknown" | "not checked" | "no reason" | "other mode" | "outdated" };

/**
 * Starts to commit the file of a run as that run read it. `reason` passes the guard rails that the
 * run reached; others that it reaches now stop it.
 */
export async function commitRun(
  db: Database,
  runner: ImportRunner,
  requested: { readonly runId: RunId; readonly refusesFile: boolean; readonly reason: string },
  actor: StaffActor,
  now: Date,
): Promise<CommittedRun> {
  const { runId, refusesFile, reason } = requested;
  await endAbandonedRuns(db);
  const run = await selectRun(db, runId);
  if (run === undefined) return { outcome: "unknown" };
  if (!canBeCommitted(run)) return { outcome: "not checked" };
  const { fileId, mapping } = run;
  const file = await selectFile(db, fileId);
  if (file === undefined) return { outcome: "gone" };
  if (await isOutdated(db, run)) return { outcome: "outdated" };
  const passes = stopsToAccept(run).map(({ code }) => code);
  const isGuarded = passes.length > 0;
  if (isGuarded && reason === "") return { outcome: "no reason" };
  if (await isReadDifferently(db, run)) return { outcome: "other mode" };
  const accepted = isGuarded ? reason : null;
  const read = { mapping, stock: declareAgain(run) };
  const asked = { ...read, isDry: false, refusesFile, accepted, passes };
  return runner.start(requestRun(file, asked, actor, now));
}

/**
 * `not committed`: it changed nothing; `expired`: what it changed is no longer stored;
 * `reverted`: run `by` reverted it.
 */
export type StartedRevert =
  | StartedRun
  | { readonly outcome: "unknown" }
  | { readonly outcome: "not committed" | "expired" }
  | { readonly outcome: "reverted"; readonly by: RunId };

/** Starts to revert a run. That run itself stops if a later run changed the same rows. */
export async function startRevert(
  db: Database,
  runner: ImportRunner,
  runId: RunId,
  actor: StaffActor,
  now: Date,
): Promise<StartedRevert> {
  await endAbandonedRuns(db);
  const found = await findRevertible(db, runId);
  if (found.outcome === "not found") return { outcome: "unknown" };
  if (found.outcome === "not committed" || found.outcome === "expired") {
    return { outcome: found.outcome };
  }
  if (found.outcome === "reverted") return found;
  const by = { startedBy: findOperator(actor).name, origin: { actor, fileId: null } };
  return runner.start(requestRevert(found.run, { ...by, isDry: false, now }));
}

/** Who answers a question of a run, and when. */
type Answer = {
  readonly db: Database;
  readonly runner: ImportRunner;
  readonly run: ImportRun;
  readonly actor: StaffActor;
  readonly now: Date;
};
type Answered = StartedRun | { readonly outcome: "not checked" };

/**
 * Stores an answer, also for the next file of the same vendor or account with this header, and
 * checks the file of the run again, with the columns of the run.
 */
async function answerRun(
  { db, runner, run, actor, now }: Answer,
  answered: { readonly action: string; readonly after: Readonly<Record<string, unknown>> },
  change: (mapping: ColumnMapping) => Partial<ColumnMapping>,
): Promise<Answered> {
  if (!canBeCommitted(run)) return { outcome: "not checked" };
  const { fileId } = run;
  const stored = await db.transaction(async (tx) => {
    const file = await lockFile(tx, fileId);
    if (file === undefined) return undefined;
    const own = readMapping(file.mapping);
    const changed = change(own);
    const mapping = describeMapping({ ...own, ...changed });
    await updateReading(tx, fileId, { mapping, stock: file.stock });
    const remembered = hasSubject(file) ? await selectRememberedMappings(tx, file) : [];
    for (const [shape, known] of remembered) {
      if (known !== file.mapping) continue;
      await upsertRememberedMapping(tx, file, { shape, mapping }, now);
    }
    recordAuditEvent(tx, {
      actor,
      action: answered.action,
      subjectKind: "import file",
      subjectId: fileId,
      accountId: file.accountId,
      after: { ...answered.after, file_name: file.fileName },
      now,
    });
    const read = describeMapping({ ...readMapping(run.mapping), ...changed });
    return requestRun(file, { mapping: read, stock: declareAgain(run) }, actor, now);
  });
  return stored === undefined ? { outcome: "gone" } : runner.start(stored);
}

/** Stores what repeated rows of a run's file mean, and checks it again. */
export function chooseRepeats(answer: Answer, rule: RepeatRule): Promise<Answered> {
  const action = "chose what repeated rows of an import file mean";
  return answerRun(answer, { action, after: { repeats: rule } }, () => ({ repeats: rule }));
}

/**
 * Stores what refused values of a run mean, and checks its file again. The corrections must be
 * valid, see `canMean`.
 */
export function acceptCorrections(
  answer: Answer,
  corrections: readonly Correction[],
): Promise<Answered> {
  const action = "corrected values of an import file";
  return answerRun(answer, { action, after: { values: corrections } }, ({ values }) => ({
    values: addValues(values, corrections),
  }));
}
