import { open, rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { type Command, Option } from "commander";
import type { Database, Session } from "../../db/database.ts";
import { writeCsv } from "../../reading/files/writeCsv.ts";
import { SheetOverflow, writeXlsx } from "../../reading/files/writeXlsx.ts";
import type { WrittenCell } from "../../reading/files/writtenCells.ts";
import { printMessage } from "./printResult.ts";
import { CommandFailure, type Shell, withDatabase, withSession } from "./shell.ts";

export type ExportCommandOptions = {
  readonly out?: string;
  readonly format?: "csv" | "xlsx";
};

/** The header row comes first. */
type ExportedRows = AsyncIterable<readonly WrittenCell[]>;

const reportIntervalMs = 2_000;

export function addExportOptions(command: Command): Command {
  return command
    .option("--out <file>", "output file instead of standard output")
    .addOption(
      new Option(
        "--format <format>",
        "file format; by default from the file name, else csv",
      ).choices(["csv", "xlsx"]),
    );
}

/** Passes rows through and reports their number every two seconds. */
async function* reportCount(rows: ExportedRows): ExportedRows {
  let written = 0;
  let reportedMs = Date.now();
  for await (const row of rows) {
    yield row;
    written += 1;
    if (written % 1_000 !== 0 || Date.now() - reportedMs < reportIntervalMs) continue;
    reportedMs = Date.now();
    printMessage(
      process.stderr.isTTY ? `${written} rows written` : JSON.stringify({ rows: written }),
    );
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
 * Writes the rows of `read`. A file with the requested name is complete; a failed export leaves no
 * file.
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
        const rows = reportCount(await read(db, session));
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
