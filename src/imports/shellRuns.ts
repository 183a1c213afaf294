import type { Command } from "commander";
import { shellActor } from "../audit/actor.ts";
import type { Database } from "../db/database.ts";
import {
  formatTable,
  type JsonOption,
  makeVisible,
  printResult,
} from "../kit/shell/printResult.ts";
import { addExportOptions, type ExportCommandOptions, runExport } from "../kit/shell/runExport.ts";
import {
  CommandFailure,
  nameOperator,
  type Shell,
  withDatabase,
  withSession,
} from "../kit/shell/shell.ts";
import { revertRun } from "../prices/agreements/revertAgreement.ts";
import { cancelRun, waitForRunEnd } from "./conductRun.ts";
import {
  allChangedRows,
  exportChangedRows,
  readChangedRows,
  selectListingRun,
} from "./offers/changedRowQueries.ts";
import { describeExpired, findRevertible, requestRevert } from "./revert.ts";
import { createReport, type ImportRun, type RunId, readRunId } from "./run.ts";
import { describeRun, writeReport } from "./runJson.ts";
import { endAbandonedRuns, selectRun, selectRuns } from "./runQueries.ts";
import { createImportProgress, formatReport, formatRun } from "./shellReport.ts";

function requireRunId(text: string): RunId {
  const runId = readRunId(text);
  if (runId !== undefined) return runId;
  throw new CommandFailure("usage", `"${text}" is not a run number. See: partsdesk import list`);
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
    ...writeReport(report ?? createReport({}, [])),
    unread: report?.unread ?? [],
    ...(report === null && { cleaned: null }),
    vendors: run.vendors,
    message: run.message,
    started_at: run.startedAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    changes_expired_at: run.changesExpiredAt?.toISOString() ?? null,
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
    const runs = await selectRuns(db, limit);
    const rows = runs.map((run) => [
      run.runId,
      run.kind,
      run.mode,
      run.state,
      run.startedAt.toISOString().slice(0, 16),
      makeVisible(run.fileName ?? "-"),
      describeCounts(run),
    ]);
    const head = ["run", "kind", "mode", "state", "started", "file", "counts"];
    const lines = runs.length === 0 ? ["No imports yet."] : formatTable(head, rows);
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

function formatIfPresent(value: string | null, line: (text: string) => string): string[] {
  return value === null ? [] : [line(makeVisible(value))];
}

function formatStoredRun(run: ImportRun): string[] {
  const { report } = run;
  const ended = run.endedAt === null ? "" : `, ended ${run.endedAt.toISOString()}`;
  const dry = run.isDry ? " (dry run)" : "";
  return [
    `Run ${run.runId}: ${run.kind}, ${run.mode}, ${run.state}${dry}.`,
    `Started by ${makeVisible(run.startedBy)} ${run.startedAt.toISOString()}${ended}.`,
    ...formatIfPresent(
      run.fileName,
      (name) => `File ${name}, SHA-256 ${run.fileSha256 ?? "not known"}.`,
    ),
    ...formatIfPresent(run.accepted, (reason) => `Accepted: ${reason}`),
    ...formatIfPresent(run.message, (message) => message),
    ...(run.changesExpiredAt === null ? [] : [describeExpired(run.runId)]),
    ...formatIfPresent(run.progress && describeCounts(run), (counts) => `Now: ${counts}.`),
    ...(report === null ? [] : formatReport(report, "")),
    ...(report?.warnings ?? []).map((warning) => `Warning: ${makeVisible(warning)}`),
  ];
}

async function showRun(shell: Shell, text: string, options: JsonOption): Promise<void> {
  await withDatabase(shell, async (db) => {
    const run = await requireRun(db, text);
    printResult(options.json, describeStoredRun(run), formatStoredRun(run));
  });
}

async function cancel(shell: Shell, text: string, options: JsonOption): Promise<void> {
  await withDatabase(shell, async (db) => {
    const { runId } = await requireRun(db, text);
    const by = { actor: shellActor, name: nameOperator() };
    await cancelRun(db, runId, by, shell.now());
    const state = await waitForRunEnd(db, runId);
    if (state === "running") {
      throw new CommandFailure(
        "failed",
        `Run ${runId} is still running; cancellation was requested.`,
      );
    }
    if (state !== "cancelled") {
      throw new CommandFailure("conflict", `Run ${runId} is ${state} and cannot be cancelled.`);
    }
    const line = `Run ${runId} is cancelled. Nothing changed.`;
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
      const message = `Run ${runId} is ${found.run.state} and changed nothing.`;
      throw new CommandFailure("conflict", message);
    }
    if (found.outcome === "expired") {
      throw new CommandFailure("conflict", describeExpired(runId));
    }
    if (found.outcome === "reverted") {
      throw new CommandFailure("conflict", `Run ${runId} was already reverted by run ${found.by}.`);
    }
    const progress = createImportProgress();
    const run = await withSession(db, (session) =>
      revertRun(db, session, requestRevert(found.run, by), { onProgress: progress.report }).finally(
        progress.end,
      ),
    );
    printResult(options.json, describeRun(run, by.isDry), formatRun(run, by.isDry));
    if (run.stops.length > 0) {
      throw new CommandFailure("conflict", "The run was not reverted. Nothing changed.");
    }
  });
}

export function addImportCommands(program: Command, shell: Shell): void {
  const imports = program
    .command("import")
    .description("list, show, cancel and revert import runs");
  imports
    .command("list")
    .description("list the latest runs")
    .option("--limit <count>", "maximum number of runs", "20")
    .option("--json", "print JSON", false)
    .action((options: JsonOption & { limit: string }) => listRuns(shell, options));
  imports
    .command("show")
    .description("show a run with all details")
    .argument("<run>", "run number")
    .option("--json", "print JSON", false)
    .action((run: string, options: JsonOption) => showRun(shell, run, options));
  const rows = imports
    .command("rows")
    .description("write the rows that a run changes, or a dry run would change, before and after")
    .argument("<run>", "run number");
  addExportOptions(rows).action((run: string, options: ExportCommandOptions) =>
    runExport(shell, "rows", options, async (db, session) => {
      const { runId } = await requireRun(db, run);
      const listing = await selectListingRun(db, runId);
      if (listing === undefined) {
        throw new CommandFailure("notFound", `The rows of run ${runId} are not stored.`);
      }
      return exportChangedRows(readChangedRows(session, listing, allChangedRows));
    }),
  );
  imports
    .command("cancel")
    .description("cancel a running import; it changes nothing")
    .argument("<run>", "run number")
    .option("--json", "print JSON", false)
    .action((run: string, options: JsonOption) => cancel(shell, run, options));
  imports
    .command("revert")
    .description("revert the changes of a run, unless a later run changed the same rows")
    .argument("<run>", "run number")
    .option("--dry-run", "report what would change and write nothing", false)
    .option("--json", "print JSON", false)
    .action((run: string, options: JsonOption & { dryRun: boolean }) =>
      revert(shell, run, options),
    );
}
