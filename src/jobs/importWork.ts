// The work of a process that reads an uploaded file: inspect it, import it, revert a run, or read the
// list of a buyer. Its input is plain values, and its result is in the database.
import { selectAccount } from "../accounts/queries.ts";
import { findOperator } from "../audit/actor.ts";
import type { Database, Session } from "../db/database.ts";
import { toStorableText } from "../db/toStorableText.ts";
import type { ConductedRun } from "../imports/conductRun.ts";
import { columnRules, type FileId, type HeadRecord, type ImportFile } from "../imports/file.ts";
import { insertRefusedPiece, selectFile, updateHead } from "../imports/fileQueries.ts";
import type { GuardRails } from "../imports/guardRails.ts";
import { importCatalog } from "../imports/offers/importCatalog.ts";
import { importStock } from "../imports/offers/importStock.ts";
import { readFilePieces, removeFile } from "../imports/receiveFile.ts";
import { readMapping } from "../imports/rows/columns.ts";
import { type FeedFile, type ImportOptions, toFeedFile } from "../imports/rows/feed.ts";
import { headRecords } from "../imports/rows/header.ts";
import { createRefusedRowsText } from "../imports/rows/refusals.ts";
import { createSheetChooser } from "../imports/rows/sheets.ts";
import { RunCancelled, type RunId } from "../imports/run.ts";
import type { FileImport, RevertWork, StartedWork } from "../imports/runner.ts";
import { selectRun } from "../imports/runQueries.ts";
import { importAgreement } from "../prices/agreements/importAgreement.ts";
import { revertRun } from "../prices/agreements/revertAgreement.ts";
import { type ListWork, listReaders } from "../quickOrders/createList.ts";
import { type FileRecord, UnreadableFile } from "../reading/files/fileRecord.ts";
import { openRecords } from "../reading/files/openRecords.ts";
import type { SheetHead } from "../reading/files/readXlsx.ts";

/** Stores the refused rows of the run that `runId` returns once it has started. */
function saveRefusedRows(db: Database, runId: () => RunId) {
  let place = 0;
  return createRefusedRowsText(async (text) => {
    await insertRefusedPiece(db, runId(), place, Buffer.from(text));
    place += 1;
  });
}

function toOptions(
  db: Database,
  file: ImportFile,
  work: FileImport,
  limits: GuardRails,
  onStart: (runId: RunId) => void,
): ImportOptions {
  const { actor, passes } = work;
  let startedRun: RunId | undefined;
  const refusedRows = saveRefusedRows(db, () => {
    if (startedRun === undefined) throw new Error("A row was refused before its run started.");
    return startedRun;
  });
  return {
    mapping: readMapping(work.mapping),
    dryRun: work.isDry,
    refusesFile: work.refusesFile,
    accepted: work.accepted,
    limits,
    source: { fileName: file.fileName, bytes: file.fileBytes, sha256: file.sha256 },
    startedBy: findOperator(actor).name,
    origin: {
      actor,
      fileId: file.fileId,
      passes,
      onStart: (runId) => {
        startedRun = runId;
        onStart(runId);
      },
    },
    refusedRows,
    onProgress: () => undefined,
  };
}

async function importFeed(
  db: Database,
  session: Session,
  { kind, mode, vendor, accountId, sentAt }: ImportFile,
  feed: FeedFile,
  { options, work }: { readonly options: ImportOptions; readonly work: FileImport },
): Promise<ConductedRun> {
  const { stock, excluded, now } = work;
  if (kind === "agreement") {
    const account = await selectAccount(db, accountId ?? "");
    if (account === undefined) {
      throw new UnreadableFile("The account of the agreement no longer exists.");
    }
    return importAgreement(db, session, feed, { ...options, account }, now);
  }
  const importOffers = kind === "catalog" ? importCatalog : importStock;
  const replace = mode === "replace";
  const offers = { ...options, vendor, replace, stock, excluded, receivedAt: sentAt };
  return importOffers(db, session, feed, offers, now);
}

/**
 * Imports an uploaded file with the functions of the commands. The file is removed once it is
 * committed; otherwise it can be tried again. Throws what the import throws.
 */
async function importFileRows(
  db: Database,
  session: Session,
  work: FileImport,
  limits: GuardRails,
  onStart: (runId: RunId) => void,
): Promise<void> {
  const file = await selectFile(db, work.fileId);
  if (file === undefined) return;
  const chooseSheet = createSheetChooser(
    columnRules(file),
    readMapping(work.mapping),
    // The wizard has chosen the sheet.
    async () => new Map(),
  );
  const opened = await openRecords(readFilePieces(db, file), { chooseSheet });
  try {
    const options = toOptions(db, file, work, limits, onStart);
    const feed = toFeedFile(opened, file.fileBytes);
    const run = await importFeed(db, session, file, feed, { options, work });
    if (run.state === "committed") await removeFile(db, file.fileId);
  } finally {
    await opened.close();
  }
}

const maxCells = 200;
const maxCellLength = 200;

/** A text as it is stored and displayed. */
function shorten(text: string): string {
  const isLong = text.length > maxCellLength;
  const short = isLong ? `${text.slice(0, maxCellLength)}…` : text;
  return toStorableText(short, "\u2400");
}

function toHead({ line, cells }: FileRecord): HeadRecord {
  return { line, cells: cells.slice(0, maxCells).map(shorten) };
}

function headsOf({ name, records }: SheetHead): HeadRecord[] {
  return records.slice(0, headRecords).map((record) => ({ ...toHead(record), sheet: name }));
}

/** The first records; of a workbook of several sheets, those of each. */
async function readHead(bytes: AsyncIterable<Buffer>): Promise<HeadRecord[]> {
  let sheets: readonly SheetHead[] = [];
  const opened = await openRecords(bytes, {
    chooseSheet: (heads) => {
      sheets = heads;
      return 0;
    },
  });
  const head: HeadRecord[] = [];
  try {
    if (sheets.length > 0) return sheets.flatMap(headsOf);
    for await (const batch of opened.batches) {
      head.push(...batch.slice(0, headRecords - head.length).map(toHead));
      if (head.length >= headRecords) break;
    }
  } finally {
    await opened.close();
  }
  return head;
}

/** Stores the first records of an uploaded file, or why it cannot be read. */
async function inspectFile(db: Database, fileId: FileId): Promise<void> {
  const file = await selectFile(db, fileId);
  if (file === undefined) return;
  try {
    const head = await readHead(readFilePieces(db, file));
    const unreadable = head.length === 0 ? "The file is empty: it has no header line." : null;
    await updateHead(db, fileId, { head, unreadable });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await updateHead(db, fileId, { head: null, unreadable: shorten(error.message) });
  }
}

export type ImportWork =
  | { readonly kind: "inspect"; readonly fileId: FileId }
  | StartedWork
  | ListWork;

async function revert(
  db: Database,
  session: Session,
  { runId, actor, now }: RevertWork,
  onStart: (runId: RunId) => void,
): Promise<void> {
  const run = await selectRun(db, runId);
  if (run === undefined) return;
  const origin = { actor, fileId: null, onStart };
  const by = { startedBy: findOperator(actor).name, isDry: false, origin, now };
  await revertRun(db, session, run, by, () => undefined);
}

/**
 * Does a piece of work to its end; calls `onStart` with the number of its run once there is one. An
 * unreadable file and a cancelled run are not errors here; the run shows them.
 */
export async function runImportWork(
  db: Database,
  work: ImportWork,
  limits: GuardRails,
  onStart: (runId: RunId) => void,
): Promise<unknown> {
  if (work.kind === "inspect") return inspectFile(db, work.fileId);
  if ("given" in work) {
    const read = listReaders[work.kind] as (db: Database, ...given: unknown[]) => Promise<unknown>;
    return read(db, ...work.given);
  }
  const session = await db.openSession();
  try {
    if (work.kind === "revert") return await revert(db, session, work, onStart);
    return await importFileRows(db, session, work, limits, onStart);
  } catch (error) {
    const isExpected = error instanceof UnreadableFile || error instanceof RunCancelled;
    if (!isExpected) throw error;
    return undefined;
  } finally {
    await session.close();
  }
}
