import { Readable } from "node:stream";
import { operatorActor } from "../audit/actor.ts";
import { selectCatalogCodes } from "../catalog/codeQueries.ts";
import { awaitShown } from "../catalog/replica/awaitShown.ts";
import { runAddress } from "../console/addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../console/consoleContext.ts";
import { formatCount } from "../html/amount.ts";
import { renderCard } from "../html/card.ts";
import { renderSelect } from "../html/field.ts";
import { type FieldFault, type FormState, freshForm, renderForm } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { findTypedNameFault } from "../html/question.ts";
import { catalogManagers, mayUse } from "../kit/access.ts";
import { type Answer, answerPage, notFound, type PageStatus, redirect } from "../site/visit.ts";
import { cancelRun, dismissRun } from "./conductRun.ts";
import { renderFirstRows, renderLeftOut } from "./consoleRows.ts";
import { nameToType, renderRunPage } from "./consoleRun.ts";
import { busy, busyFault } from "./consoleRuns.ts";
import { hasCorrections, readCorrections, renderCorrections } from "./consoleValues.ts";
import { changeExcluded, maxExcludedRows, readLines } from "./excludedRows.ts";
import type { FileId } from "./file.ts";
import { selectFile, selectRefusedPiece } from "./fileQueries.ts";
import { fileTexts } from "./fileTexts.ts";
import { selectNewVendors } from "./offers/stockTermQueries.ts";
import { readPieces } from "./receiveFile.ts";
import { describeExpired } from "./revert.ts";
import { readRepeatRule } from "./rows/columns.ts";
import { describeRepeats, type ImportRun, isToAsk, type RunId } from "./run.ts";
import { selectRevert, selectRun, selectRunAccount } from "./runQueries.ts";
import {
  acceptCorrections,
  type CommittedRun,
  canBeCommitted,
  chooseRepeats,
  commitRun,
  isOutdated,
  type StartedRevert,
  startRevert,
} from "./startRun.ts";
import { texts } from "./texts.ts";

// What the rows mean that repeat the offer of another row: several lots of a part, or corrections.
/** Whether an operator can choose what repeated rows mean. */
function hasRepeatsToChoose(run: ImportRun): boolean {
  const { report } = run;
  const { repeats, counts } = report ?? {};
  if (repeats === undefined || !canBeCommitted(run)) return false;
  return repeats.isDeclared || isToAsk(repeats, counts?.["rows"] ?? 0);
}

/**
 * The form for repeated rows; only what was done with them if there is nothing to choose. `given`:
 * a form that was refused.
 */
function renderRepeats(run: ImportRun, isToChoose: boolean, given: FormState): Html | null {
  const repeats = run.report?.repeats;
  if (repeats === undefined) return null;
  const title = fileTexts.repeats.title;
  const described = html`<p>${describeRepeats(repeats)}</p>\n`;
  if (!isToChoose) return renderCard({ title, body: described });
  const order = ["sum", "first", "last", "refuse"] as const;
  const options = order.map((value) => ({ value, text: fileTexts.repeatRules[value] }));
  const declared = repeats.isDeclared ? repeats.rule : "";
  const state: FormState = freshForm({ repeats: given.value("repeats") || declared });
  const form = renderForm({
    action: runAddress(run.runId, "/repeats"),
    label: fileTexts.repeats.title,
    body: renderSelect(state, {
      name: "repeats",
      label: "Rows of the same offer",
      options: repeats.isDeclared ? options : [{ value: "", text: "Choose" }, ...options],
      hint: "Lots are added only if price and certificate are the same; the others are refused.",
    }),
    button: { text: "Check again" },
  });
  return renderCard({ title, body: html`${described}${form}` });
}

/** How long after a run's end its page waits until the other pages show the run. */
const newRunMs = 60_000;

/** Whether searches and part pages show what a run changed. */
async function isRunShown(context: ConsoleContext, run: ImportRun, now: Date): Promise<boolean> {
  const { state, kind, endedAt } = run;
  if (state !== "committed" || kind === "agreement" || endedAt === null) return true;
  return now.getTime() - endedAt.getTime() > newRunMs || awaitShown(context);
}

/** How many rows the file of refused rows has. */
function countWritten({ report }: ImportRun): number {
  const { refused = 0, left_out: leftOut = 0 } = report?.counts ?? {};
  return refused + leftOut;
}

/** The vendors that a checked catalog file would add. */
async function findNewVendors({ db }: ConsoleContext, run: ImportRun): Promise<readonly string[]> {
  const { isDry, kind, vendors } = run;
  return isDry && kind === "catalog" && vendors !== null ? selectNewVendors(db, vendors) : [];
}

/** `state`: the form that was refused. */
export async function showRun(
  context: ConsoleContext,
  visit: Visit,
  run: ImportRun,
  state: FormState = freshForm(),
  status: PageStatus = 200,
): Promise<Answer> {
  const { db } = context;
  const { runId, fileId } = run;
  const mayImport = mayUse(catalogManagers, visit.signedIn);
  const [accountName, file, refused, revertedBy, reverted, isShown, isOld] = await Promise.all([
    run.accountId === null ? undefined : selectRunAccount(db, runId),
    fileId === null ? undefined : selectFile(db, fileId as FileId),
    run.report === null ? undefined : selectRefusedPiece(db, runId, 0),
    run.state === "committed" ? selectRevert(db, runId) : undefined,
    run.reverts === null ? undefined : selectRun(db, run.reverts),
    isRunShown(context, run, visit.now),
    isOutdated(db, run),
  ]);
  const codes =
    file !== undefined && mayImport && hasCorrections(run) ? await selectCatalogCodes(db) : null;
  const mayExclude = file !== undefined && mayImport;
  const hasRefused = refused !== undefined && countWritten(run) > 0;
  const canChoose = file !== undefined && mayImport && hasRepeatsToChoose(run);
  const page = renderRunPage({
    run,
    corrections: codes && renderCorrections(run, codes, state),
    repeats: renderRepeats(run, canChoose, state),
    accountName: accountName ?? null,
    vendors: run.vendors ?? reverted?.vendors ?? null,
    newVendors: await findNewVendors(context, run),
    hasFile: file !== undefined,
    hasRefused,
    revertedBy: revertedBy ?? null,
    isShown,
    isOutdated: isOld,
    leftOut: renderLeftOut(run, mayExclude, hasRefused),
    mayExclude,
    rows: await renderFirstRows(db, run, mayExclude),
    state,
    mayImport,
  });
  return answerPage(page, status);
}

function redirectToRun(runId: RunId): Answer {
  return redirect(runAddress(runId));
}

function refuse(
  context: ConsoleContext,
  visit: Visit,
  run: ImportRun,
  fault: FieldFault,
  status: PageStatus,
): Promise<Answer> {
  return showRun(context, visit, run, { value: visit.form.text, faults: [fault] }, status);
}

const gone = {
  field: "",
  text: "The file was imported or deleted. Upload it again.",
};
const reasonMissing = { field: "reason", text: "Enter a reason for overriding the guard rails." };
const notChecked = { field: "", text: texts.commit.checkFirst };
const otherMode = {
  field: "",
  text: "The meaning of this vendor's quantities was changed. Check the file again.",
};

const outdated = {
  field: "",
  text: texts.commit.outdated,
};

function toFault({ outcome }: CommittedRun) {
  if (outcome === "outdated") return { fault: outdated, status: 409 as const };
  if (outcome === "gone") return { fault: gone, status: 409 as const };
  if (outcome === "no reason") return { fault: reasonMissing, status: 422 as const };
  return { fault: outcome === "other mode" ? otherMode : notChecked, status: 409 as const };
}

export const commitImport: Handler<ImportRun> = async (context, visit, run) => {
  const { db, importRunner } = context;
  const { form, now } = visit;
  const reason = form.text("reason").trim().slice(0, 500).toWellFormed();
  const request = { runId: run.runId, refusesFile: form.text("policy") === "none", reason };
  const started = await commitRun(db, importRunner, request, operatorActor(visit), now);
  if (started.outcome === "started") return redirectToRun(started.runId);
  if (started.outcome === "unknown") return notFound;
  if (started.outcome === "busy") return refuse(context, visit, run, busyFault, busy);
  const { fault, status } = toFault(started);
  return refuse(context, visit, run, fault, status);
};

/** Checks the file of a run again, with what its repeated rows mean. */
export const answerRepeats: Handler<ImportRun> = async (context, visit, run) => {
  const { db, importRunner } = context;
  const rule = readRepeatRule(visit.form.text("repeats"));
  if (rule === undefined) return redirectToRun(run.runId);
  const actor = operatorActor(visit);
  const started = await chooseRepeats(db, importRunner, { run, rule }, actor, visit.now);
  if (started.outcome === "started") return redirectToRun(started.runId);
  if (started.outcome !== "busy") return notFound;
  return refuse(context, visit, run, busyFault, busy);
};

const exclusionFaults = {
  "not checked": { text: texts.commit.checkFirst, status: 409 },
  "none selected": { text: "Select at least one row.", status: 422 },
  "too many": {
    text: `More than ${formatCount(maxExcludedRows)} rows would be left out. Correct the file and upload it again.`,
    status: 422,
  },
} as const;

/** Checks the file of a run again, without the selected rows or with them again. */
async function exclude(
  context: ConsoleContext,
  visit: Visit,
  run: ImportRun,
  isExcluded: boolean,
): Promise<Answer> {
  const { db, importRunner } = context;
  const lines = readLines(visit.form.all("line")) ?? [];
  const request = { run, lines, isExcluded };
  const actor = operatorActor(visit);
  const started = await changeExcluded(db, importRunner, request, actor, visit.now);
  if (started.outcome === "started") return redirectToRun(started.runId);
  if (started.outcome === "busy") return refuse(context, visit, run, busyFault, busy);
  if (started.outcome === "gone") return refuse(context, visit, run, gone, 409);
  const { text, status } = exclusionFaults[started.outcome];
  return refuse(context, visit, run, { field: "", text }, status);
}

export const leaveOutRows: Handler<ImportRun> = (context, visit, run) =>
  exclude(context, visit, run, true);

export const includeRows: Handler<ImportRun> = (context, visit, run) =>
  exclude(context, visit, run, false);

export const cancelImport: Handler<ImportRun> = async ({ db }, visit, { runId }) => {
  const actor = operatorActor(visit);
  await cancelRun(db, runId, { actor, name: actor.operator.name }, visit.now);
  return redirectToRun(runId);
};

export const dismissImport: Handler<ImportRun> = async ({ db }, visit, run) => {
  await dismissRun(db, run, operatorActor(visit), visit.now);
  return redirectToRun(run.runId);
};

type RefusedRevert = Extract<
  StartedRevert,
  { readonly outcome: "reverted" | "expired" | "not committed" }
>;

function describeRefusal(refused: RefusedRevert, runId: RunId): string {
  if (refused.outcome === "reverted") return `Run ${refused.by} has already reverted this run.`;
  if (refused.outcome === "expired") return describeExpired(runId);
  return "This run changed nothing, so there is nothing to revert.";
}

export const revertImport: Handler<ImportRun> = async (context, visit, run) => {
  const { db, importRunner } = context;
  const fault = findTypedNameFault(visit.form.text, nameToType(run));
  if (fault !== undefined) return refuse(context, visit, run, fault, 422);
  const actor = operatorActor(visit);
  const reverted = await startRevert(db, importRunner, run.runId, actor, visit.now);
  if (reverted.outcome === "started") return redirectToRun(reverted.runId);
  if (reverted.outcome === "busy") return refuse(context, visit, run, busyFault, busy);
  if (reverted.outcome === "unknown" || reverted.outcome === "gone") return notFound;
  const text = describeRefusal(reverted, run.runId);
  return refuse(context, visit, run, { field: "", text }, 409);
};

export const sendRefusedRows: Handler<ImportRun> = async ({ db }, _visit, run) => {
  if (countWritten(run) === 0) return notFound;
  const { runId } = run;
  const first = await selectRefusedPiece(db, runId, 0);
  if (first === undefined) return notFound;
  const pieces = readPieces((place) => selectRefusedPiece(db, runId, place));
  const name = `refused-${runId}.csv`;
  return { kind: "file", name, type: "text/csv; charset=utf-8", body: Readable.from(pieces) };
};

/** Accepts what refused values of a run mean, and shows the run that checks its file again. */
export const acceptValues: Handler<ImportRun> = async (context, visit, run) => {
  const { db, importRunner } = context;
  const { form, now } = visit;
  const codes = await selectCatalogCodes(db);
  const { corrections, faults } = readCorrections(form, run, codes);
  if (faults.length > 0) {
    return showRun(context, visit, run, { value: form.text, faults }, 422);
  }
  const actor = operatorActor(visit);
  const started = await acceptCorrections(db, importRunner, { run, corrections }, actor, now);
  if (started.outcome === "started") return redirect(runAddress(started.runId));
  if (started.outcome === "busy") {
    return showRun(context, visit, run, { value: form.text, faults: [busyFault] }, busy);
  }
  const text = fileTexts.corrections.fileGone;
  return showRun(context, visit, run, { value: form.text, faults: [{ field: "", text }] }, 409);
};
