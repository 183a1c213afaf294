// What the console does with runs, and the addresses of all pages of imports.
import { Readable } from "node:stream";
import { operatorActor } from "../audit/actor.ts";
import { selectCatalogCodes } from "../catalog/codeQueries.ts";
import { isUuid } from "../db/isUuid.ts";
import { runAddress } from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { type ConsoleAccess, catalogManagers, everyone } from "../kit/access.ts";
import { findTypedNameFault } from "../kit/html/question.ts";
import { createRouteBuilders, type Load, none } from "../kit/site/routes.ts";
import { type Answer, notFound, type PageStatus, redirect } from "../kit/site/visit.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { cancelRun } from "./conductRun.ts";
import { changeHeader, checkColumns, discard, inspectAgain, showFile } from "./consoleFile.ts";
import { sendChangedRows, showChangedRows } from "./consoleRows.ts";
import { dismissRun, nameToType, outdatedText, showRun } from "./consoleRun.ts";
import { busy, busyFault, importsPath, runList } from "./consoleRuns.ts";
import { receiveImport, showNewImport } from "./consoleUpload.ts";
import { readCorrections } from "./consoleValues.ts";
import type { FileId, ImportFile } from "./file.ts";
import { selectFile, selectRefusedPiece } from "./fileQueries.ts";
import { readPieces } from "./receiveFile.ts";
import { describeExpired } from "./revert.ts";
import { readRepeatRule } from "./rows/columns.ts";
import { type ImportRun, type RunId, readRunId } from "./run.ts";
import { isRunAlive, selectRun } from "./runQueries.ts";
import { acceptCorrections, chooseRepeats, commitRun, startRevert } from "./startRun.ts";

type ConsoleLoad<Loaded> = Load<ConsoleContext, SignedInOperator, Loaded>;

const loadFile: ConsoleLoad<ImportFile> = async ({ db }, visit) => {
  const id = visit.param("file");
  return isUuid(id) ? selectFile(db, id as FileId) : undefined;
};

/** A run that no node works on any more is shown as ended, even if its row still says running. */
const loadRun: ConsoleLoad<ImportRun> = async ({ db }, visit) => {
  const runId = readRunId(visit.param("run"));
  const found = runId === undefined ? undefined : await selectRun(db, runId);
  if (found?.state !== "running" || (await isRunAlive(db, found.runId))) return found;
  const latest = await selectRun(db, found.runId);
  if (latest?.state !== "running") return latest;
  return { ...latest, state: latest.cancelRequestedBy === null ? "interrupted" : "cancelled" };
};

type Outcome = { readonly outcome: string } | { readonly outcome: "started"; runId: RunId };
type Refusal = { readonly text: string; readonly status: PageStatus; readonly field?: string };

const refusals: Readonly<Record<string, Refusal>> = {
  busy: { text: busyFault.text, status: busy },
  gone: { text: "The file was imported or deleted. Upload it again.", status: 409 },
  "no reason": {
    text: "Enter a reason for overriding the guard rails.",
    status: 422,
    field: "reason",
  },
  "not checked": { text: "Check the file before you import it.", status: 409 },
  "other mode": {
    text: "The meaning of this vendor's quantities was changed. Check the file again.",
    status: 409,
  },
  outdated: { text: outdatedText, status: 409 },
  "not committed": {
    text: "This run changed nothing, so there is nothing to revert.",
    status: 409,
  },
};

/** Leads to the run that was started, or shows the page of a run with why none was. */
function answerStarted(
  context: ConsoleContext,
  visit: Visit,
  run: ImportRun,
  started: Outcome,
): Answer | Promise<Answer> {
  if ("runId" in started) return redirect(runAddress(started.runId));
  const refused = new Map(Object.entries(refusals)).get(started.outcome);
  return refused === undefined ? notFound : refuse(context, visit, run, refused);
}

function refuse(
  context: ConsoleContext,
  visit: Visit,
  run: ImportRun,
  { text, status, field = "" }: Refusal,
): Promise<Answer> {
  return showRun(
    context,
    visit,
    run,
    { value: visit.form.text, faults: [{ field, text }] },
    status,
  );
}

const commitImport: Handler<ImportRun> = async (context, visit, run) => {
  const { db, importRunner } = context;
  const { form, now } = visit;
  const reason = form.text("reason").trim().slice(0, 500).toWellFormed();
  const request = { runId: run.runId, refusesFile: form.text("policy") === "none", reason };
  const started = await commitRun(db, importRunner, request, operatorActor(visit), now);
  return answerStarted(context, visit, run, started);
};

/** Checks the file of a run again, with what its repeated rows mean. */
const answerRepeats: Handler<ImportRun> = async (context, visit, run) => {
  const { db, importRunner: runner } = context;
  const rule = readRepeatRule(visit.form.text("repeats"));
  if (rule === undefined) return redirect(runAddress(run.runId));
  const actor = operatorActor(visit);
  const started = await chooseRepeats({ db, runner, run, actor, now: visit.now }, rule);
  return answerStarted(context, visit, run, started);
};

/** Accepts what refused values of a run mean, and checks its file again. */
const acceptValues: Handler<ImportRun> = async (context, visit, run) => {
  const { db, importRunner: runner } = context;
  const { form, now } = visit;
  const { corrections, faults } = readCorrections(form, run, await selectCatalogCodes(db));
  if (faults.length > 0) return showRun(context, visit, run, { value: form.text, faults }, 422);
  const actor = operatorActor(visit);
  const started = await acceptCorrections({ db, runner, run, actor, now }, corrections);
  return answerStarted(context, visit, run, started);
};

const cancelImport: Handler<ImportRun> = async ({ db }, visit, { runId }) => {
  const actor = operatorActor(visit);
  await cancelRun(db, runId, { actor, name: actor.operator.name }, visit.now);
  return redirect(runAddress(runId));
};

const dismissImport: Handler<ImportRun> = async ({ db }, visit, run) => {
  const ask = { id: String(run.runId), input: {} };
  await dismissRun.perform({ db }, ask, { actor: operatorActor(visit), now: visit.now });
  return redirect(runAddress(run.runId));
};

const revertImport: Handler<ImportRun> = async (context, visit, run) => {
  const { db, importRunner } = context;
  const fault = findTypedNameFault(visit.form.text, nameToType(run));
  if (fault !== undefined) return refuse(context, visit, run, { ...fault, status: 422 });
  const actor = operatorActor(visit);
  const reverted = await startRevert(db, importRunner, run.runId, actor, visit.now);
  if (reverted.outcome === "reverted") {
    const text = `Run ${reverted.by} has already reverted this run.`;
    return refuse(context, visit, run, { text, status: 409 });
  }
  if (reverted.outcome === "expired") {
    return refuse(context, visit, run, { text: describeExpired(run.runId), status: 409 });
  }
  return reverted.outcome === "gone" ? notFound : answerStarted(context, visit, run, reverted);
};

const sendRefusedRows: Handler<ImportRun> = async ({ db }, _visit, run) => {
  const { runId } = run;
  const first = await selectRefusedPiece(db, runId, 0);
  if (first === undefined) return notFound;
  const pieces = readPieces((place) => selectRefusedPiece(db, runId, place));
  const name = `refused-${runId}.csv`;
  return { kind: "file", name, type: "text/csv; charset=utf-8", body: Readable.from(pieces) };
};

const { get, post } = createRouteBuilders<ConsoleContext, SignedInOperator, ConsoleAccess>();
/** An upload; `receiveImport` keeps to the configured size. */
const upload = { maxBodyBytes: Number.MAX_SAFE_INTEGER };
const file = `${importsPath}/files/:file`;
const run = `${importsPath}/:run`;

export const importRoutes = [
  ...runList.routes,
  get(`${importsPath}/new`, catalogManagers, none, showNewImport),
  post(`${importsPath}/new`, catalogManagers, none, receiveImport, upload),
  get(file, everyone, loadFile, showFile),
  post(`${file}/check`, catalogManagers, loadFile, checkColumns),
  post(`${file}/header`, catalogManagers, loadFile, changeHeader),
  post(`${file}/inspect`, catalogManagers, loadFile, inspectAgain),
  post(`${file}/discard`, catalogManagers, loadFile, discard),
  get(run, everyone, loadRun, showRun),
  get(`${run}/refused.csv`, everyone, loadRun, sendRefusedRows),
  post(`${run}/values`, catalogManagers, loadRun, acceptValues),
  post(`${run}/repeats`, catalogManagers, loadRun, answerRepeats),
  get(`${run}/rows`, everyone, loadRun, showChangedRows),
  get(`${run}/rows.csv`, everyone, loadRun, sendChangedRows),
  post(`${run}/commit`, catalogManagers, loadRun, commitImport),
  post(`${run}/cancel`, catalogManagers, loadRun, cancelImport),
  post(`${run}/dismiss`, catalogManagers, loadRun, dismissImport),
  post(`${run}/revert`, catalogManagers, loadRun, revertImport),
];
