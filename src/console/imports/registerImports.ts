// The imports' pages: the list, sending a file, its columns, and each run with what can be done.

import { Readable } from "node:stream";
import { operatorActor } from "../../audit/actor.ts";
import { type FormState, freshForm } from "../../html/form.ts";
import { findTypedNameFault } from "../../html/typedName.ts";
import { type CommittedRun, commitRun } from "../../importFiles/commitRun.ts";
import type { FileId } from "../../importFiles/importFile.ts";
import { selectFile, selectRefusedPiece } from "../../importFiles/queries.ts";
import { readPieces } from "../../importFiles/readPieces.ts";
import { undoRun } from "../../importFiles/undoRun.ts";
import { cancelRun } from "../../imports/cancelRun.ts";
import { type ImportRun, type RunId, readRunId } from "../../imports/importRun.ts";
import { isWorkedOn, selectRevert, selectRun } from "../../imports/queries.ts";
import { selectRunAccount } from "../../imports/runListQueries.ts";
import { type Answer, answerPage, notFound, redirect } from "../../site/visit.ts";
import { catalogManagers, mayUse } from "../access.ts";
import { allRoles, catalogRoles } from "../allRoles.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import type { ConsoleServer } from "../consoleServer.ts";
import { answerBusy } from "./answerBusy.ts";
import { receiveImport, showNewImport } from "./newImport.ts";
import { registerFiles } from "./registerFiles.ts";
import { nameToType, renderRunPage } from "./runPage.ts";
import { showRuns } from "./showRuns.ts";

/** A run as it is: one that nobody works on any more does not run, be it not written down yet. */
async function findRun({ db }: ConsoleContext, { param }: Visit): Promise<ImportRun | undefined> {
  const runId = readRunId(param("run"));
  const run = runId === undefined ? undefined : await selectRun(db, runId);
  if (run?.state !== "running" || (await isWorkedOn(db, run.runId))) return run;
  const latest = await selectRun(db, run.runId);
  if (latest?.state !== "running") return latest;
  return { ...latest, state: latest.cancelRequestedBy === null ? "interrupted" : "cancelled" };
}

async function showRun(
  context: ConsoleContext,
  visit: Visit,
  state: FormState = freshForm(),
  status: 200 | 409 | 422 = 200,
): Promise<Answer> {
  const { db } = context;
  const run = await findRun(context, visit);
  if (run === undefined) return notFound;
  const { runId, fileId } = run;
  const [accountName, file, refused, undoneBy] = await Promise.all([
    run.accountId === null ? undefined : selectRunAccount(db, runId),
    fileId === null ? undefined : selectFile(db, fileId as FileId),
    run.report === null ? undefined : selectRefusedPiece(db, runId, 0),
    run.state === "committed" ? selectRevert(db, runId) : undefined,
  ]);
  const page = renderRunPage({
    run,
    accountName: accountName ?? null,
    hasFile: file !== undefined,
    hasRefused: refused !== undefined && (run.report?.counts["refused"] ?? 0) > 0,
    undoneBy: undoneBy ?? null,
    state,
    mayImport: mayUse(catalogManagers, visit.signedIn),
  });
  return answerPage(page, status);
}

function seeRun(runId: RunId): Answer {
  return redirect(`/console/imports/${runId}`);
}

function refuse(
  context: ConsoleContext,
  visit: Visit,
  fault: { readonly field: string; readonly text: string },
  status: 409 | 422,
): Promise<Answer> {
  const { form } = visit;
  return showRun(context, visit, { value: (name) => form.text(name), faults: [fault] }, status);
}

const gone = {
  field: "",
  text: "The file is not here any more: it was imported, or a day is over.",
};
const reasonMissing = { field: "reason", text: "Say why it may go on past the guard rails." };
const notChecked = { field: "", text: "Only a file that was checked can be imported." };

function toFault({ outcome }: CommittedRun) {
  if (outcome === "gone") return { fault: gone, status: 409 as const };
  if (outcome === "no reason") return { fault: reasonMissing, status: 422 as const };
  return { fault: notChecked, status: 409 as const };
}

async function commit(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const { db, importRunner } = context;
  const { form, param, now } = visit;
  const runId = readRunId(param("run"));
  if (runId === undefined) return notFound;
  const reason = form.text("reason").trim().slice(0, 500).toWellFormed();
  const asked = { runId, refusesFile: form.text("policy") === "none", reason };
  const begun = await commitRun(db, importRunner, asked, operatorActor(visit), now);
  if (begun.outcome === "begun") return seeRun(begun.runId);
  if (begun.outcome === "unknown") return notFound;
  if (begun.outcome === "busy") return answerBusy;
  const { fault, status } = toFault(begun);
  return refuse(context, visit, fault, status);
}

async function cancel({ db }: ConsoleContext, visit: Visit): Promise<Answer> {
  const { param, now } = visit;
  const runId = readRunId(param("run"));
  const run = runId === undefined ? undefined : await selectRun(db, runId);
  if (run === undefined) return notFound;
  const actor = operatorActor(visit);
  await cancelRun(db, run.runId, { actor, name: actor.operator.name }, now);
  return seeRun(run.runId);
}

async function undo(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const { db, importRunner } = context;
  const { form, param, now } = visit;
  const runId = readRunId(param("run"));
  if (runId === undefined) return notFound;
  const fault = findTypedNameFault((name) => form.text(name), nameToType({ runId }));
  if (fault !== undefined) return refuse(context, visit, fault, 422);
  const undone = await undoRun(db, importRunner, runId, operatorActor(visit), now);
  if (undone.outcome === "begun") return seeRun(undone.runId);
  if (undone.outcome === "busy") return answerBusy;
  if (undone.outcome === "unknown" || undone.outcome === "gone") return notFound;
  const text =
    undone.outcome === "reverted"
      ? `Run ${undone.by} undid it already.`
      : "It changed nothing, so there is nothing to undo.";
  return refuse(context, visit, { field: "", text }, 409);
}

async function sendRefused({ db }: ConsoleContext, { param }: Visit): Promise<Answer> {
  const runId = readRunId(param("run"));
  const run = runId === undefined ? undefined : await selectRun(db, runId);
  if (run?.report == null || (run.report.counts["refused"] ?? 0) === 0) return notFound;
  const first = await selectRefusedPiece(db, run.runId, 0);
  if (first === undefined) return notFound;
  const pieces = readPieces((place) => selectRefusedPiece(db, run.runId, place));
  const name = `refused-${run.runId}.csv`;
  return { kind: "file", name, type: "text/csv; charset=utf-8", body: Readable.from(pieces) };
}

/** Adds `/console/imports` and what is under it. */
export function registerImports(desk: ConsoleServer): void {
  const { get, post, context } = desk;
  const path = "/console/imports/:run";
  const roles = catalogRoles;
  get("/console/imports", { roles: allRoles, answer: (visit) => showRuns(context, visit) });
  get("/console/imports/new", { roles, answer: async (visit) => showNewImport(context, visit) });
  post("/console/imports/new", {
    roles,
    bodyBytes: Number.MAX_SAFE_INTEGER,
    answer: (visit) => receiveImport(context, visit),
  });
  registerFiles(desk);
  get(path, { roles: allRoles, answer: (visit) => showRun(context, visit) });
  get(`${path}/refused.csv`, {
    roles: allRoles,
    answer: (visit) => sendRefused(context, visit),
  });
  post(`${path}/commit`, { roles, answer: (visit) => commit(context, visit) });
  post(`${path}/cancel`, { roles, answer: (visit) => cancel(context, visit) });
  post(`${path}/undo`, { roles, answer: (visit) => undo(context, visit) });
}
