// The work of a process that reads an uploaded file: inspect it, import it, revert a run, or read the
// list of a buyer. Its input is plain values, and its result is in the database.
import type { Database, Session } from "../db/database.ts";
import { toStorableText } from "../db/toStorableText.ts";
import type { ConductedRun } from "../imports/conductRun.ts";
import { columnRules, type FileId, type HeadRecord, type ImportFile } from "../imports/file.ts";
import { selectFile, updateHead } from "../imports/fileQueries.ts";
import type { GuardRails } from "../imports/guardRails.ts";
import { importCatalog } from "../imports/offers/importCatalog.ts";
import { importStock } from "../imports/offers/importStock.ts";
import { readFilePieces, removeFile } from "../imports/receiveFile.ts";
import { keepRefusedRows } from "../imports/refusedRows.ts";
import { readMapping } from "../imports/rows/columns.ts";
import { toFeedFile } from "../imports/rows/feed.ts";
import { headRecords } from "../imports/rows/header.ts";
import { createSheetChooser } from "../imports/rows/sheets.ts";
import { RunCancelled, type RunId, type RunListener, type RunRequest } from "../imports/run.ts";
import { importAgreement } from "../prices/agreements/importAgreement.ts";
import { revertRun } from "../prices/agreements/revertAgreement.ts";
import { type ListWork, listReaders } from "../quickOrders/createList.ts";
import { type FileRecord, UnreadableFile } from "../reading/files/fileRecord.ts";
import { openRecords } from "../reading/files/openRecords.ts";
import type { SheetHead } from "../reading/files/readXlsx.ts";

/** What imports the files of each kind. */
export const importers = { catalog: importCatalog, stock: importStock, agreement: importAgreement };

/** Imports a stored file. Throws what the import throws. */
export async function importStoredFile(
  db: Database,
  session: Session,
  file: ImportFile,
  request: RunRequest,
  { limits, onStart, onProgress }: RunListener & { readonly limits: GuardRails },
): Promise<ConductedRun> {
  const chooseSheet = createSheetChooser(columnRules(file), readMapping(request.mapping));
  const opened = await openRecords(readFilePieces(db, file), { chooseSheet });
  const source = {
    file: toFeedFile(opened, file.fileBytes),
    limits,
    ...keepRefusedRows(db, onStart),
    ...(onProgress && { onProgress }),
  };
  try {
    return await importers[request.kind](db, session, source, request);
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
export async function inspectFile(db: Database, fileId: FileId): Promise<void> {
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
  | { readonly kind: "run"; readonly request: RunRequest }
  | ListWork;

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
    const { request } = work;
    const { reverts } = request;
    if (reverts !== null) return await revertRun(db, session, { ...request, reverts }, { onStart });
    const file = await selectFile(db, (request.origin?.fileId ?? "") as FileId);
    if (file === undefined) return undefined;
    const run = await importStoredFile(db, session, file, request, { limits, onStart });
    // Otherwise it can be tried again.
    if (run.state === "committed") await removeFile(db, file.fileId);
    return undefined;
  } catch (error) {
    const isExpected = error instanceof UnreadableFile || error instanceof RunCancelled;
    if (!isExpected) throw error;
    return undefined;
  } finally {
    await session.close();
  }
}
