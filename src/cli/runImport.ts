// What the commands that import share: the file, the refused rows, progress, and how it all ends.
import { userInfo } from "node:os";
import { type Command, InvalidArgumentError } from "commander";
import type { Database, Session } from "../db/database.ts";
import { UnreadableFile } from "../files/fileRecord.ts";
import type { ConductedRun } from "../imports/conductRun.ts";
import type { FeedFile } from "../imports/feedFile.ts";
import type { ImportOptions } from "../imports/importOptions.ts";
import { RunCancelled } from "../imports/importRun.ts";
import { describeRun, formatRun, makeVisible } from "./describeRun.ts";
import { createImportProgress } from "./importProgress.ts";
import { openFeedFile } from "./openFeedFile.ts";
import { printResult, say } from "./printResult.ts";
import { openRefusedRowsFile } from "./refusedRowsFile.ts";
import { CommandFailure, type Shell, withDatabase } from "./shell.ts";

/** The options every import has. */
export type ImportCommandOptions = {
  readonly column: readonly [string, string][];
  readonly set: readonly [string, string][];
  readonly headerLine?: number;
  readonly dryRun: boolean;
  readonly strict: boolean;
  readonly accept?: string;
  readonly errors?: string;
  readonly json: boolean;
};

/** What an import works with. */
export type ImportSurroundings = {
  readonly db: Database;
  readonly session: Session;
  readonly file: FeedFile;
  readonly options: ImportOptions;
  readonly now: Date;
};

function addPair(text: string, pairs: readonly [string, string][]): [string, string][] {
  const [, name, value] = /^([a-z_]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError("Expected a column, =, and what it is.");
  }
  if (pairs.some(([known]) => known === name)) throw new InvalidArgumentError("It is given twice.");
  return [...pairs, [name, value]];
}

function parseLine(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected the number of a line, counted from 1.");
}

/** Adds the options every import has to its command. */
export function addImportOptions(command: Command): Command {
  return command
    .argument("<file>", "the file, or - for standard input")
    .option("--column <name=header>", "which header is a column; repeat it for more", addPair, [])
    .option("--set <name=value>", "for rows that have nothing there", addPair, [])
    .option("--header-line <line>", "where the header is, if not on the first line", parseLine)
    .option("--dry-run", "count what it would do and write nothing", false)
    .option("--strict", "take nothing where a row is refused", false)
    .option("--accept <reason>", "go on where a guard rail would stop it, for this reason")
    .option("--errors <file>", "write the refused rows here, each with what is wrong with it")
    .option("--json", "answer as JSON", false);
}

/** Who runs a command, for the record of a run. */
export function nameOperator(): string {
  try {
    return `shell: ${userInfo().username}`;
  } catch {
    // A container's user may have a number and no name.
    return `shell: user ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Runs `work` on a session of its own. */
export async function withSession<T>(
  db: Database,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await db.openSession();
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

function tellFailure(path: string, error: unknown): never {
  if (error instanceof RunCancelled) throw new CommandFailure("failed", error.message);
  if (!(error instanceof UnreadableFile)) throw error;
  const reason = makeVisible(error.message);
  throw new CommandFailure("failed", `${path}: ${reason} Nothing is imported.`);
}

/** Ends the command as the run ended: stopped is a conflict, unless there was nothing to do. */
function endAs(run: ConductedRun, errors: string | undefined): void {
  const grave = run.stops.filter(({ code }) => code !== "same_file");
  if (run.state === "stopped" && grave.length > 0) {
    const message = "The import stopped, and nothing is changed. To go on, give --accept REASON.";
    throw new CommandFailure("conflict", message);
  }
  const refused = run.counts["refused"] ?? 0;
  if (refused === 0) return;
  const where = errors === undefined ? "" : ` They are in ${errors}.`;
  const rows = refused === 1 ? "1 row is" : `${refused} rows are`;
  throw new CommandFailure("rowsRefused", `${rows} refused.${where}`);
}

/** Runs an import, prints what it came to, and ends the command accordingly. */
export async function runImport(
  shell: Shell,
  path: string,
  options: ImportCommandOptions,
  work: (ground: ImportSurroundings) => Promise<ConductedRun>,
): Promise<void> {
  const { errors, json, dryRun, strict, accept } = options;
  if (accept?.trim() === "") throw new CommandFailure("usage", "--accept: give a reason.");
  const opened = await openFeedFile(path).catch((error: unknown) => tellFailure(path, error));
  const refusedRows =
    errors === undefined
      ? null
      : await openRefusedRowsFile(errors, path).catch(async (error: unknown) => {
          await opened.close();
          throw error;
        });
  const progress = createImportProgress(process.stderr.isTTY);
  const now = shell.now();
  const run = await withDatabase(shell, (db, config) =>
    withSession(db, (session) => {
      const imported: ImportOptions = {
        mapping: {
          headers: new Map(options.column),
          fixed: new Map(options.set),
          headerLine: options.headerLine,
        },
        dryRun,
        refusesFile: strict,
        accepted: accept ?? null,
        limits: config.importLimits,
        source: opened.source,
        startedBy: nameOperator(),
        refusedRows,
        onProgress: progress.tell,
      };
      return work({ db, session, file: opened.file, options: imported, now });
    }),
  )
    .finally(() => progress.end())
    .catch((error: unknown) => tellFailure(path, error))
    .finally(() => opened.close().then(() => refusedRows?.discard()));
  printResult(json, describeRun(run, dryRun), formatRun(run, dryRun));
  if (!json) for (const warning of run.warnings) say(`Warning: ${makeVisible(warning)}`);
  endAs(run, errors);
}
