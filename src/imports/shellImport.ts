// Imports in the shell: the file is stored as one that is uploaded, read with the same functions, and
// removed when its run has ended.
import { open, stat, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Readable } from "node:stream";
import type { Command } from "commander";
import { requireAccount } from "../accounts/shellAccounts.ts";
import type { Database } from "../db/database.ts";
import { importStoredFile, inspectFile } from "../jobs/importWork.ts";
import { makeVisible, printMessage, printResult } from "../kit/shell/printResult.ts";
import {
  CommandFailure,
  nameOperator,
  type Shell,
  withDatabase,
  withSession,
} from "../kit/shell/shell.ts";
import { readVendorName } from "../reading/cleanText.ts";
import { UnreadableFile } from "../reading/files/fileRecord.ts";
import { completeMapping } from "./completeMapping.ts";
import type { ConductedRun } from "./conductRun.ts";
import { type FileSubject, hasSubject, type ImportFile } from "./file.ts";
import { readHeader } from "./fileHeader.ts";
import { selectFile, selectRefusedPiece, upsertRememberedMapping } from "./fileQueries.ts";
import { type FileOptions, type OfferOptions, toMapping, toStock } from "./options.ts";
import { readPieces, receiveImportFile, removeFile } from "./receiveFile.ts";
import { type ColumnMapping, describeMapping, leftOutHeader } from "./rows/columns.ts";
import { fileShapeKey, isEmptyMapping } from "./rows/sheets.ts";
import { finalStops, RunCancelled, type RunKind, type RunRequest } from "./run.ts";
import { describeRun } from "./runJson.ts";
import { createImportProgress, formatRun } from "./shellReport.ts";

/** Opens a file, or standard input for `-`. Ends the command if that is not possible. */
async function openFile(path: string): Promise<Readable> {
  if (path === "-") return process.stdin;
  const refuse = (reason: string) => new CommandFailure("usage", `${path}: ${reason}.`);
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw refuse(error.code === "ENOENT" ? "file not found" : `cannot be read: ${error.message}`);
  });
  const isFolder = (await file.stat()).isDirectory();
  if (!isFolder) return file.createReadStream({ highWaterMark: 1 << 18 });
  await file.close();
  throw refuse("cannot be read: it is a folder");
}

/** Ends the command if a file for refused rows cannot be written beside the imported one. */
async function checkTarget(path: string, feedPath: string): Promise<void> {
  const [target, feed, folder] = await Promise.all(
    [path, feedPath, dirname(path)].map((one) => stat(one).catch(() => undefined)),
  );
  const refuse = (reason: string) =>
    new CommandFailure("usage", `--errors: ${path} cannot be written: ${reason}.`);
  if (folder === undefined) throw refuse("its folder does not exist");
  if (target?.isDirectory() === true) throw refuse("it is a folder");
  if (target !== undefined && target.ino === feed?.ino && target.dev === feed.dev) {
    throw refuse("it is the imported file");
  }
}

function describeColumns({ headers, fixed, headerLine, repeats }: ColumnMapping): string {
  const named = [...headers].map(([column, header]) =>
    header === leftOutHeader ? `${column} left out` : `${column}="${header}"`,
  );
  const defaults = [...fixed].map(([column, value]) =>
    value === "" ? `no ${column}` : `${column} ${value} where it is empty`,
  );
  const line = headerLine === undefined ? [] : [`header on line ${headerLine}`];
  const rule = repeats === undefined ? [] : [`repeated rows: ${repeats}`];
  return [...named, ...defaults, ...line, ...rule].join(", ");
}

type Given = { readonly mapping: ColumnMapping; readonly isFresh: boolean };

/**
 * The mapping of an import: what is remembered, unless it is given differently; reports that. What
 * is given is remembered for the vendor's or account's later files, except by a dry run.
 */
async function useRememberedColumns(
  db: Database,
  file: ImportFile,
  given: Given,
  { isDry, now }: { readonly isDry: boolean; readonly now: Date },
): Promise<ColumnMapping> {
  const { known, mapping } = await completeMapping(db, file, given);
  if (!isEmptyMapping(known)) {
    const columns = makeVisible(describeColumns(known));
    const whose = makeVisible(file.vendor ?? file.accountName ?? "");
    printMessage(`Columns as in an earlier file of ${whose}: ${columns}.`);
    printMessage("Options override them; --fresh ignores them.");
  }
  const isNew = given.isFresh || !isEmptyMapping(given.mapping);
  if (!isDry && isNew && hasSubject(file)) {
    const shape = fileShapeKey(readHeader(file, mapping)?.header.cells ?? []);
    const text = describeMapping(mapping);
    if (shape !== "") await upsertRememberedMapping(db, file, { shape, mapping: text }, now);
  }
  return mapping;
}

export type ImportCommandOptions = FileOptions & {
  readonly errors?: string;
  readonly json: boolean;
};

/** Adds what only the shell has to the options of an import. */
export function addFileCommand(command: Command): Command {
  return command
    .argument("<file>", "file, or - for standard input")
    .option("--errors <file>", "file for refused rows, each with its error")
    .option("--json", "print JSON", false);
}

/** Reads a vendor name; null if the option is not set. Ends the command if it is not valid. */
export function readVendorOption(text: string | undefined): string | null {
  if (text === undefined) return null;
  const read = readVendorName(text);
  if (read.outcome === "refused") throw new CommandFailure("usage", `--vendor ${read.reason}.`);
  if (read.vendor === null) {
    throw new CommandFailure("usage", "--vendor: expected 1 to 200 characters.");
  }
  return read.vendor;
}

function failImport(path: string, error: unknown): never {
  if (error instanceof RunCancelled) throw new CommandFailure("failed", error.message);
  if (!(error instanceof UnreadableFile)) throw error;
  const reason = makeVisible(error.message);
  throw new CommandFailure("failed", `${path}: ${reason} Nothing was imported.`);
}

/** Sets the exit code: a stopped run is a conflict, unless the file was already imported. */
function endCommand(run: ConductedRun, errors: string | undefined): void {
  const serious = run.stops.filter(({ code }) => code !== "same_file");
  if (run.state === "stopped" && serious.length > 0) {
    const canBeAccepted = !serious.some(({ code }) => finalStops.has(code));
    const remedy = canBeAccepted ? " To import anyway, add --accept REASON." : "";
    const message = `The import stopped. Nothing changed.${remedy}`;
    throw new CommandFailure("conflict", message);
  }
  const refused = run.counts["refused"] ?? 0;
  if (refused === 0) return;
  const where = errors === undefined ? "" : `, see ${errors}`;
  const rows = refused === 1 ? "1 row" : `${refused} rows`;
  throw new CommandFailure("rowsRefused", `${rows} refused${where}.`);
}

/** Stores a file and its first records. Throws `UnreadableFile`. */
async function storeFile(
  db: Database,
  bytes: Readable,
  { subject, name, now }: { subject: FileSubject; name: string; now: Date },
): Promise<ImportFile> {
  const sentBy = nameOperator();
  const file = { subject, name, bytes, isTruncated: () => false, sentBy, now };
  const received = await receiveImportFile(db, file);
  if (received.outcome === "no room") {
    throw new CommandFailure("failed", "The database disk is full. Nothing was imported.");
  }
  if (received.outcome !== "received") {
    throw new UnreadableFile("The file is empty: it has no header line.");
  }
  await inspectFile(db, received.fileId);
  const stored = await selectFile(db, received.fileId);
  if (stored === undefined || stored.head === null) {
    await removeFile(db, received.fileId);
    throw new UnreadableFile(stored?.unreadable ?? "The file was removed.");
  }
  return stored;
}

type Options = ImportCommandOptions & Partial<OfferOptions> & { readonly account?: string };

async function findSubject(db: Database, kind: RunKind, options: Options): Promise<FileSubject> {
  const { account, replace } = options;
  const accountId = account === undefined ? null : (await requireAccount(db, account)).accountId;
  const mode = replace === true ? "replace" : "merge";
  return { kind, mode, vendor: readVendorOption(options.vendor), accountId };
}

export async function runImport(
  shell: Shell,
  kind: RunKind,
  path: string,
  options: Options,
): Promise<void> {
  const { errors, json, dryRun, strict, accept, fresh } = options;
  const now = shell.now();
  if (accept?.trim() === "") throw new CommandFailure("usage", "--accept: expected a reason.");
  const stock = toStock(options);
  if (stock.asOf !== null && stock.asOf > now) {
    throw new CommandFailure("usage", "--as-of: expected a time that is not in the future.");
  }
  readVendorOption(options.vendor);
  if (errors !== undefined) await checkTarget(errors, path);
  const bytes = await openFile(path);
  const progress = createImportProgress();
  const run = await withDatabase(shell, async (db, { importLimits: limits }) => {
    const subject = await findSubject(db, kind, options);
    const name = path === "-" ? "standard input" : basename(path);
    const file = await storeFile(db, bytes, { subject, name, now });
    try {
      const given = { mapping: toMapping(options), isFresh: fresh === true };
      const mapping = await useRememberedColumns(db, file, given, { isDry: dryRun, now });
      const { fileName, fileBytes, sha256 } = file;
      const request: RunRequest = {
        ...subject,
        reverts: null,
        mapping: describeMapping(mapping),
        ...(kind !== "agreement" && { stock }),
        isDry: dryRun,
        refusesFile: strict,
        accepted: accept ?? null,
        source: { fileName: path === "-" ? null : fileName, bytes: fileBytes, sha256 },
        startedBy: nameOperator(),
        now,
      };
      const listener = { limits, onProgress: progress.report };
      const ended = await withSession(db, (session) =>
        importStoredFile(db, session, file, request, listener),
      );
      const pieces = readPieces((place) => selectRefusedPiece(db, ended.runId, place));
      if (errors !== undefined) await writeFile(errors, pieces);
      return ended;
    } finally {
      await removeFile(db, file.fileId);
    }
  })
    .finally(() => progress.end())
    .catch((error: unknown) => failImport(path, error));
  printResult(json, describeRun(run, dryRun), formatRun(run, dryRun));
  if (!json) for (const warning of run.warnings) printMessage(`Warning: ${makeVisible(warning)}`);
  endCommand(run, errors);
}
