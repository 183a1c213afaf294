// What the commands that export share: where the rows go, in which format, and progress.
import { open, rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { type Command, Option } from "commander";
import type { Database, Session } from "../db/database.ts";
import { writeCsv } from "../files/writeCsv.ts";
import { SheetOverflow, writeXlsx } from "../files/writeXlsx.ts";
import type { WrittenCell } from "../files/writtenCells.ts";
import { say } from "./printResult.ts";
import { withSession } from "./runImport.ts";
import { CommandFailure, type Shell, withDatabase } from "./shell.ts";

/** The options every export has. */
export type ExportCommandOptions = {
  readonly out?: string;
  readonly format?: "csv" | "xlsx";
};

/** The rows of an export, the header first. */
export type ExportedRows = AsyncIterable<readonly WrittenCell[]>;

const tellEveryMs = 2_000;

/** Adds the options every export has to its command. */
export function addExportOptions(command: Command): Command {
  return command
    .option("--out <file>", "write here instead of standard output")
    .addOption(
      new Option("--format <format>", "instead of what the file's name ends with").choices([
        "csv",
        "xlsx",
      ]),
    );
}

/** Passes the rows on and tells people how many there were, every two seconds. */
async function* count(rows: ExportedRows): ExportedRows {
  let written = 0;
  let toldMs = Date.now();
  for await (const row of rows) {
    yield row;
    written += 1;
    if (written % 1_000 !== 0 || Date.now() - toldMs < tellEveryMs) continue;
    toldMs = Date.now();
    say(process.stderr.isTTY ? `${written} rows written` : JSON.stringify({ rows: written }));
  }
}

type Target = { readonly stream: Writable; readonly partPath: string | null };

async function openTarget(path: string | undefined): Promise<Target> {
  if (path === undefined) return { stream: process.stdout, partPath: null };
  const partPath = `${path}.${process.pid}.part`;
  const file = await open(partPath, "wx").catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure("usage", `--out: ${path} cannot be written (${error.code}).`);
  });
  return { stream: file.createWriteStream(), partPath };
}

/**
 * Writes the rows that `read` yields as the options say. A file gets its name when it is whole; one
 * that failed leaves nothing.
 */
export async function runExport(
  shell: Shell,
  sheetName: string,
  options: ExportCommandOptions,
  read: (db: Database, session: Session) => ExportedRows | Promise<ExportedRows>,
): Promise<void> {
  const { out } = options;
  const format = options.format ?? (out?.toLowerCase().endsWith(".xlsx") ? "xlsx" : "csv");
  const { stream, partPath } = await openTarget(out);
  try {
    await withDatabase(shell, (db) =>
      withSession(db, async (session) => {
        const rows = count(await read(db, session));
        await (format === "xlsx" ? writeXlsx(rows, sheetName, stream) : writeCsv(rows, stream));
      }),
    );
  } catch (error) {
    stream.destroy();
    if (partPath !== null) await rm(partPath, { force: true });
    throw error instanceof SheetOverflow ? new CommandFailure("failed", error.message) : error;
  }
  if (partPath !== null && out !== undefined) await rename(partPath, out);
}
