import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import { shellActor } from "../audit/actor.ts";
import { selectCatalogCodes } from "../catalog/codeQueries.ts";
import { freeOfCharge, zeroPriceColumn } from "../catalog/readOfferRecord.ts";
import { canMean, isReadable } from "../catalog/valueMeaning.ts";
import type { Database, Session } from "../db/database.ts";
import { makeVisible, printMessage, printResult } from "../kit/shell/printResult.ts";
import {
  CommandFailure,
  nameOperator,
  type Shell,
  withDatabase,
  withSession,
} from "../kit/shell/shell.ts";
import { fitsValue, isTranslatable, type ValueTranslations } from "../reading/cellValues.ts";
import { readVendorName } from "../reading/cleanText.ts";
import { UnreadableFile } from "../reading/files/fileRecord.ts";
import { openRecords } from "../reading/files/openRecords.ts";
import type { ChooseSheet } from "../reading/files/readXlsx.ts";
import type { ConductedRun } from "./conductRun.ts";
import { columnRules, type FileSubject } from "./file.ts";
import { selectRememberedMappings, upsertRememberedMapping } from "./fileQueries.ts";
import { type FileOptions, toMapping } from "./options.ts";
import { addRememberedValues, type Correction, rememberValues } from "./rememberValues.ts";
import { type ColumnMapping, describeMapping, leftOutHeader } from "./rows/columns.ts";
import { type FeedFile, type FeedSource, toFeedFile } from "./rows/feed.ts";
import { findHeaderPlace, headRecords, peekRecords } from "./rows/header.ts";
import { createRefusedRowsText, type RefusedRows } from "./rows/refusals.ts";
import {
  createSheetChooser,
  fileShapeKey,
  findRememberedMapping,
  isEmptyMapping,
  mergeMapping,
  type RememberedMappings,
} from "./rows/sheets.ts";
import { finalStops, RunCancelled, type RunRequest, type RunSource } from "./run.ts";
import { describeRun } from "./runJson.ts";
import { createImportProgress, formatRun } from "./shellReport.ts";

type OpenedFeedFile = {
  readonly file: FeedFile;
  readonly source: RunSource;
  readonly close: () => Promise<void>;
};

/** Reads size and hash; null for a pipe, which can be read only once. */
async function identify(path: string): Promise<Pick<RunSource, "bytes" | "sha256">> {
  const stats = await stat(path);
  if (!stats.isFile()) return { bytes: null, sha256: null };
  const digest = createHash("sha256");
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  return { bytes: stats.size, sha256: digest.digest() };
}

async function openPath(path: string, chooseSheet: ChooseSheet): Promise<OpenedFeedFile> {
  const identity = await identify(path);
  const opened = await openRecords(path, { chooseSheet });
  const source = { fileName: basename(path), ...identity };
  return { file: toFeedFile(opened), source, close: opened.close };
}

/**
 * Opens a file of any format, of a workbook one sheet; `-` is standard input. Throws
 * `UnreadableFile`. Ends the command if the file cannot be opened.
 */
async function openFeedFile(path: string, chooseSheet: ChooseSheet): Promise<OpenedFeedFile> {
  if (path === "-") {
    const opened = await openRecords(process.stdin, { chooseSheet });
    const source = { fileName: null, bytes: null, sha256: null };
    return { file: toFeedFile(opened), source, close: opened.close };
  }
  return openPath(path, chooseSheet).catch((error: Error) => {
    if (error instanceof UnreadableFile) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const reason = isMissing ? "file not found" : `cannot be read: ${error.message}`;
    throw new CommandFailure("usage", `${path}: ${reason}.`);
  });
}

// The columns of a vendor's files, as an earlier import of a file with the same header had them.

type Given = {
  readonly mapping: ColumnMapping;
  readonly subject: Pick<FileSubject, "kind" | "vendor">;
  /** Whether earlier files do not count. */
  readonly isFresh: boolean;
  readonly dryRun: boolean;
  readonly now: Date;
};

/** Nobody looks at a command each time: that 0 is free of charge is declared each time. */
function removeFreeOfCharge(mapping: ColumnMapping): ColumnMapping {
  const kept = [...mapping.fixed].filter(
    ([name, value]) => name !== zeroPriceColumn || value !== freeOfCharge,
  );
  return { ...mapping, fixed: new Map(kept) };
}

/** What is remembered for the vendor of a file; nothing if earlier files do not count. */
async function loadRememberedColumns(
  shell: Shell,
  subject: Given["subject"],
  isFresh: boolean,
): Promise<RememberedMappings> {
  if (isFresh || subject.vendor === null) return new Map();
  const of = { ...subject, accountId: null };
  return withDatabase(shell, (db) => selectRememberedMappings(db, of));
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

/**
 * The mapping of an import: what is remembered for its vendor and the shape of its file, unless it
 * is given differently; reports that. What is given is remembered for the vendor's later files.
 */
async function useRememberedColumns(
  db: Database,
  file: FeedFile,
  { mapping: given, subject, isFresh, dryRun, now }: Given,
): Promise<{ readonly file: FeedFile; readonly mapping: ColumnMapping }> {
  const { vendor } = subject;
  if (vendor === null) return { file, mapping: given };
  const of = { ...subject, accountId: null };
  const { records, batches } = await peekRecords(file.batches, headRecords);
  const { headerLine } = given;
  const possible = records.filter(({ line }) => headerLine === undefined || line === headerLine);
  const remembered = isFresh ? new Map() : await selectRememberedMappings(db, of);
  const known = findRememberedMapping(possible, remembered);
  const used = known && removeFreeOfCharge(known);
  if (used !== undefined && !isEmptyMapping(used)) {
    const columns = makeVisible(describeColumns(used));
    printMessage(`Columns as in an earlier file of ${makeVisible(vendor)}: ${columns}.`);
    printMessage("Options override them; --fresh ignores them.");
  }
  const mapping = mergeMapping(used, given);
  if (!dryRun && (isFresh || !isEmptyMapping(given))) {
    const place = findHeaderPlace(possible, columnRules(subject), mapping) ?? 0;
    const header =
      possible.find(({ line }) => line === mapping.headerLine) ?? possible[place] ?? null;
    const shape = fileShapeKey(header?.cells ?? []);
    const text = describeMapping({ ...mapping, values: undefined });
    if (shape !== "") await upsertRememberedMapping(db, of, { shape, mapping: text }, now);
  }
  return { file: { ...file, batches }, mapping };
}

// `--remember`: what --value declares is stored for the vendor's later files.

type RememberOptions = {
  readonly remember?: boolean;
  readonly dryRun: boolean;
  readonly value: ValueTranslations;
};

/** Ends the command if there is nothing to remember, or no vendor to remember it for. */
function checkRemember(options: RememberOptions, vendor: string | null): void {
  if (options.remember !== true) return;
  if (vendor === null) throw new CommandFailure("usage", "--remember: add --vendor.");
  if (options.value.size === 0) throw new CommandFailure("usage", "--remember: add --value.");
  if (options.dryRun) {
    throw new CommandFailure("usage", "--remember: a dry run writes nothing.");
  }
}

/** Ends the command if a file cannot have the meaning in its column. */
function refuse({ column, written, meaning }: Correction): never {
  const reason = isTranslatable(column)
    ? `${column} cannot be ${JSON.stringify(meaning)}`
    : `values of ${column} are not translated`;
  const option = `--value ${column}:${written}=${meaning}`;
  throw new CommandFailure("usage", makeVisible(`${option}: ${reason}.`));
}

/** Stores what is declared, except of values that are valid themselves. */
async function rememberDeclared(
  db: Database,
  vendor: string | null,
  declared: ValueTranslations,
  now: Date,
): Promise<void> {
  if (vendor === null) return;
  const codes = await selectCatalogCodes(db);
  const all = [...declared].flatMap(([column, of]) =>
    [...of].map(([written, meaning]): Correction => ({ column, written, meaning })),
  );
  const wrong = all.find((one) => !fitsValue(one.written) || !canMean(codes, one.column, one));
  if (wrong !== undefined) refuse(wrong);
  const isValid = ({ column, written }: Correction) => isReadable(codes, column, written);
  for (const { column, written } of all.filter(isValid)) {
    printMessage(makeVisible(`${column} "${written}" is a valid value, so it is not remembered.`));
  }
  const corrections = all.filter((one) => !isValid(one));
  const editor = { actor: shellActor, name: nameOperator(), now };
  await db.transaction((tx) => rememberValues(tx, vendor, corrections, editor));
}

// The file of refused rows. Invariant: a file with the requested name is complete.
/** `discard` removes an incomplete file. */
type RefusedRowsFile = RefusedRows & { discard(): Promise<void> };

async function openTarget(path: string, feedPath: string): Promise<[FileHandle, string]> {
  const [target, feed] = await Promise.all([
    stat(path).catch(() => undefined),
    feedPath === "-" ? undefined : stat(feedPath),
  ]);
  if (target !== undefined && target.ino === feed?.ino && target.dev === feed.dev) {
    throw new Error("it is the imported file");
  }
  // A terminal or a pipe cannot be replaced by a file.
  const isPlain = target === undefined || target.isFile();
  const writtenPath = isPlain ? `${path}.${process.pid}.part` : path;
  return [await open(writtenPath, "w"), writtenPath];
}

/** Opens the file for writing. Ends the command if that is not possible. */
async function openRefusedRowsFile(path: string, feedPath: string): Promise<RefusedRowsFile> {
  const [file, writtenPath] = await openTarget(path, feedPath).catch((error: Error) => {
    throw new CommandFailure("usage", `--errors: ${path} cannot be written: ${error.message}.`);
  });
  const rows = createRefusedRowsText((text) => file.writeFile(text));
  let isOpen = true;
  return {
    ...rows,
    end: async () => {
      await rows.end();
      await file.close();
      isOpen = false;
      if (writtenPath !== path) await rename(writtenPath, path);
    },
    discard: async () => {
      if (!isOpen) return;
      await file.close();
      if (writtenPath !== path) await rm(writtenPath);
    },
  };
}

export type ImportCommandOptions = FileOptions & {
  readonly remember?: boolean;
  readonly errors?: string;
  readonly json: boolean;
};

type ImportContext = {
  readonly db: Database;
  readonly session: Session;
  readonly source: FeedSource;
  readonly request: RunRequest;
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

export async function runImport(
  shell: Shell,
  path: string,
  options: ImportCommandOptions,
  subject: Pick<FileSubject, "kind" | "vendor">,
  work: (context: ImportContext) => Promise<ConductedRun>,
): Promise<void> {
  const { errors, json, dryRun, strict, accept } = options;
  const { vendor } = subject;
  if (accept?.trim() === "") throw new CommandFailure("usage", "--accept: expected a reason.");
  const mapping = toMapping(options);
  checkRemember(options, vendor);
  const loadSheets = () => loadRememberedColumns(shell, subject, options.fresh === true);
  const chooseSheet = createSheetChooser(columnRules(subject), mapping, loadSheets);
  const opened = await openFeedFile(path, chooseSheet).catch((error: unknown) =>
    failImport(path, error),
  );
  const refusedRows =
    errors === undefined
      ? null
      : await openRefusedRowsFile(errors, path).catch(async (error: unknown) => {
          await opened.close();
          throw error;
        });
  const progress = createImportProgress();
  const now = shell.now();
  const run = await withDatabase(shell, (db, config) =>
    withSession(db, async (session) => {
      if (options.remember === true) await rememberDeclared(db, vendor, options.value, now);
      const isFresh = options.fresh === true;
      const given = { mapping, subject, isFresh, dryRun, now };
      const known = await useRememberedColumns(db, opened.file, given);
      const request: RunRequest = {
        ...subject,
        mode: "merge",
        accountId: null,
        reverts: null,
        mapping: describeMapping(await addRememberedValues(db, known.mapping, vendor)),
        isDry: dryRun,
        refusesFile: strict,
        accepted: accept ?? null,
        source: opened.source,
        startedBy: nameOperator(),
        now,
      };
      const limits = config.importLimits;
      const source = { file: known.file, limits, refusedRows, onProgress: progress.report };
      return work({ db, session, source, request });
    }),
  )
    .finally(() => progress.end())
    .catch((error: unknown) => failImport(path, error))
    .finally(() => opened.close().then(() => refusedRows?.discard()));
  printResult(json, describeRun(run, dryRun), formatRun(run, dryRun));
  if (!json) for (const warning of run.warnings) printMessage(`Warning: ${makeVisible(warning)}`);
  endCommand(run, errors);
}
