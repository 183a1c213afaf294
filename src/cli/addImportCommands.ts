// partsdesk import: the runs of all imports, to look at, cancel and undo.
import type { Command } from "commander";
import { shellActor } from "../audit/actor.ts";
import type { Database } from "../db/database.ts";
import { revertRun } from "../importFiles/revertRun.ts";
import { cancelRun, waitForRunEnd } from "../imports/cancelRun.ts";
import { type ImportRun, type RunId, readRunId } from "../imports/importRun.ts";
import { endAbandonedRuns, selectRun, selectRuns } from "../imports/queries.ts";
import { findRevertible } from "../imports/revertRequest.ts";
import { describeRun, formatReport, formatRun, makeVisible } from "./describeRun.ts";
import { createImportProgress } from "./importProgress.ts";
import { formatTable, printResult } from "./printResult.ts";
import { nameOperator, withSession } from "./runImport.ts";
import { CommandFailure, type Shell, withDatabase } from "./shell.ts";

type JsonOption = { readonly json: boolean };

function requireRunId(text: string): RunId {
  const runId = readRunId(text);
  if (runId !== undefined) return runId;
  throw new CommandFailure("usage", `"${text}" is no run; a run is a number, see import list.`);
}

function describeStoredRun(run: ImportRun): Record<string, unknown> {
  const { report } = run;
  return {
    run_id: run.runId,
    kind: run.kind,
    mode: run.mode,
    state: run.state,
    dry_run: run.isDry,
    vendor: run.vendor,
    account_id: run.accountId,
    reverts: run.reverts,
    file_name: run.fileName,
    file_bytes: run.fileBytes,
    file_sha256: run.fileSha256,
    started_by: run.startedBy,
    accepted: run.accepted,
    progress: run.progress,
    counts: report?.counts ?? null,
    stops: report?.stops ?? [],
    refusals: report?.refusals ?? [],
    cleaned: report?.cleaned ?? null,
    vendors: run.vendors,
    warnings: report?.warnings ?? [],
    message: run.message,
    started_at: run.startedAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
  };
}

function describeCounts(run: ImportRun): string {
  if (run.progress !== null) return `${run.progress.step}, ${run.progress.rows} rows`;
  const counts = Object.entries(run.report?.counts ?? {}).filter(([, count]) => count > 0);
  return counts.map(([name, count]) => `${count} ${name.replaceAll("_", " ")}`).join(", ");
}

async function listRuns(shell: Shell, options: JsonOption & { readonly limit: string }) {
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw new CommandFailure("usage", "--limit: expected a number from 1 to 1000.");
  }
  await withDatabase(shell, async (db) => {
    await endAbandonedRuns(db);
    const runs = await selectRuns(db, null, limit);
    const rows = runs.map((run) => [
      ...[run.runId, run.kind, run.mode, run.state, run.startedAt.toISOString().slice(0, 16)],
      ...[makeVisible(run.fileName ?? "-"), describeCounts(run)],
    ]);
    const head = ["run", "kind", "mode", "state", "started", "file", "counts"];
    const lines = runs.length === 0 ? ["No import has run yet."] : formatTable(head, rows);
    printResult(options.json, runs.map(describeStoredRun), lines);
  });
}

async function requireRun(db: Database, text: string): Promise<ImportRun> {
  const runId = requireRunId(text);
  await endAbandonedRuns(db);
  const run = await selectRun(db, runId);
  if (run === undefined) throw new CommandFailure("notFound", `There is no run ${runId}.`);
  return run;
}

/** A line where there is something to say, else none. */
function sayIf(value: string | null, line: (text: string) => string): string[] {
  return value === null ? [] : [line(makeVisible(value))];
}

function layOutStoredRun(run: ImportRun): string[] {
  const { report } = run;
  const ended = run.endedAt === null ? "" : `, ended ${run.endedAt.toISOString()}`;
  const dry = run.isDry ? " (dry run)" : "";
  return [
    `Run ${run.runId}: ${run.kind}, ${run.mode}, ${run.state}${dry}.`,
    `Started by ${makeVisible(run.startedBy)} ${run.startedAt.toISOString()}${ended}.`,
    ...sayIf(run.fileName, (name) => `File ${name}, SHA-256 ${run.fileSha256 ?? "not known"}.`),
    ...sayIf(run.accepted, (reason) => `Accepted: ${reason}`),
    ...sayIf(run.message, (message) => message),
    ...sayIf(run.progress && describeCounts(run), (counts) => `Now: ${counts}.`),
    ...(report === null ? [] : formatReport(report, "")),
    ...(report?.warnings ?? []).map((warning) => `Warning: ${makeVisible(warning)}`),
  ];
}

async function showRun(shell: Shell, text: string, options: JsonOption): Promise<void> {
  await withDatabase(shell, async (db) => {
    const run = await requireRun(db, text);
    printResult(options.json, describeStoredRun(run), layOutStoredRun(run));
  });
}

async function cancel(shell: Shell, text: string, options: JsonOption): Promise<void> {
  await withDatabase(shell, async (db) => {
    const { runId } = await requireRun(db, text);
    const by = { actor: shellActor, name: nameOperator() };
    await cancelRun(db, runId, by, shell.now());
    const state = await waitForRunEnd(db, runId);
    if (state === "running") {
      throw new CommandFailure("failed", `Run ${runId} was asked to stop and has not yet.`);
    }
    if (state !== "cancelled") {
      throw new CommandFailure("conflict", `Run ${runId} is ${state}; there is nothing to cancel.`);
    }
    const line = `Run ${runId} is cancelled; nothing is changed.`;
    printResult(options.json, { run_id: runId, state }, [line]);
  });
}

async function revert(
  shell: Shell,
  text: string,
  options: JsonOption & { readonly dryRun: boolean },
): Promise<void> {
  const runId = requireRunId(text);
  const by = { startedBy: nameOperator(), isDry: options.dryRun, now: shell.now() };
  await withDatabase(shell, async (db) => {
    await endAbandonedRuns(db);
    const found = await findRevertible(db, runId);
    if (found.outcome === "not found") {
      throw new CommandFailure("notFound", `There is no run ${runId}.`);
    }
    if (found.outcome === "not committed") {
      const message = `Run ${runId} is ${found.run.state}; it changed nothing.`;
      throw new CommandFailure("conflict", message);
    }
    if (found.outcome === "reverted") {
      throw new CommandFailure("conflict", `Run ${found.by} reverted run ${runId} already.`);
    }
    const progress = createImportProgress(process.stderr.isTTY);
    const run = await withSession(db, (session) =>
      revertRun(db, session, found.run, by, progress.tell).finally(progress.end),
    );
    printResult(options.json, describeRun(run, by.isDry), formatRun(run, by.isDry));
    if (run.stops.length > 0) {
      throw new CommandFailure("conflict", "The run is not reverted, and nothing is changed.");
    }
  });
}

/** Adds the commands of import runs. */
export function addImportCommands(program: Command, shell: Shell): void {
  const imports = program.command("import").description("what imports did, and undoing it");
  imports
    .command("list")
    .description("the latest runs")
    .option("--limit <count>", "how many", "20")
    .option("--json", "answer as JSON", false)
    .action((options: JsonOption & { limit: string }) => listRuns(shell, options));
  imports
    .command("show")
    .description("one run whole")
    .argument("<run>", "its number")
    .option("--json", "answer as JSON", false)
    .action((run: string, options: JsonOption) => showRun(shell, run, options));
  imports
    .command("cancel")
    .description("stop a run that is going on; nothing of it is kept")
    .argument("<run>", "its number")
    .option("--json", "answer as JSON", false)
    .action((run: string, options: JsonOption) => cancel(shell, run, options));
  imports
    .command("revert")
    .description("put back what a run changed, unless a later run changed the same rows")
    .argument("<run>", "its number")
    .option("--dry-run", "count what it would do and write nothing", false)
    .option("--json", "answer as JSON", false)
    .action((run: string, options: JsonOption & { dryRun: boolean }) =>
      revert(shell, run, options),
    );
}
