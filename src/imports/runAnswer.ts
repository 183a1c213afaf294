// What the operator API answers of a run: its report, or why it changed nothing.
import { setTimeout as delay } from "node:timers/promises";
import { Type } from "typebox";
import type { Database } from "../db/database.ts";
import { type ApiCall, operatorApiPrefix, refuseParameter } from "../kit/api.ts";
import { Failure } from "../kit/errors.ts";
import { WholeWire } from "../kit/wire.ts";
import { createReport, finalStops, type ImportRun, type RunId } from "./run.ts";
import { describeRun } from "./runJson.ts";
import { selectRun } from "./runQueries.ts";

const runSchema = Type.Object(
  {
    run_id: Type.Integer({ examples: [4711] }),
    state: Type.String({ examples: ["committed"] }),
    dry_run: Type.Boolean({ examples: [false] }),
  },
  { title: "import", additionalProperties: true },
);
export const runAnswer = Type.Object({ import: runSchema });

/** As the shell prints it; a run that has not ended has its progress. */
function write(found: ImportRun): object {
  const { runId, state, isDry, report, progress, message } = found;
  const ended = describeRun(
    { runId, state: "committed", ...(report ?? createReport({}, [])) },
    isDry,
  );
  return { ...ended, state, ...(progress && { progress }), ...(message !== null && { message }) };
}

export const runWire = new WholeWire(runSchema, write);

export const later =
  "The import takes longer than ten seconds: read it at `Location` until it has ended.";

export const maxWaitMs = 10_000;
const pollMs = 50;

/** The run when it has ended, or as it is after ten seconds. */
async function awaitEnd(db: Database, runId: RunId): Promise<ImportRun> {
  const late = AbortSignal.timeout(maxWaitMs);
  for (;;) {
    const found = await selectRun(db, runId);
    if (found === undefined) throw new Failure("NOT_FOUND", { message: "The run was removed." });
    if (found.state !== "running" || late.aborted) return found;
    await delay(pollMs);
  }
}

/** The answer of a run that was started. A guard rail that stopped it is a conflict. */
export async function answerRun(db: Database, { reply }: ApiCall, runId: RunId) {
  const found = await awaitEnd(db, runId);
  if (found.state === "running") {
    reply.code(202).header("location", `${operatorApiPrefix}/imports/${runId}`);
    return { import: write(found) };
  }
  if (found.state === "interrupted") {
    throw new Failure("UNAVAILABLE", { message: "The import was interrupted. Nothing changed." });
  }
  if (found.state === "cancelled") {
    const message = "An operator cancelled the import. Nothing changed.";
    const details = [{ path: "", code: "cancelled", message, run_id: runId }];
    throw new Failure("CONFLICT", { message, details });
  }
  if (found.state === "failed") {
    throw refuseParameter("", "unreadable", found.message ?? "The file cannot be read.");
  }
  const stops = (found.report?.stops ?? []).filter(({ code }) => code !== "same_file");
  if (found.state !== "stopped" || stops.length === 0) return { import: write(found) };
  const isFinal = stops.some(({ code }) => finalStops.has(code));
  const details = stops.map(({ code, message }) => ({
    path: "accept",
    code,
    message: isFinal ? message : `${message} To import anyway, send accept=REASON.`,
    run_id: runId,
  }));
  const message = "A guard rail stopped the import. Nothing changed.";
  throw new Failure("CONFLICT", { message, details });
}
