import { selectAccount } from "../accounts/queries.ts";
import type { OperatorActor } from "../audit/actor.ts";
import { importCatalog } from "../catalog/import/importCatalog.ts";
import { importStock } from "../catalog/import/importStock.ts";
import type { Database, Session } from "../db/database.ts";
import { UnreadableFile } from "../files/fileRecord.ts";
import { openRecords } from "../files/openRecords.ts";
import type { ConductedRun } from "../imports/conductRun.ts";
import type { ExcludedRow } from "../imports/excluded/excludedRows.ts";
import type { ImportOptions } from "../imports/feed.ts";
import { readMapping } from "../imports/feedColumns.ts";
import { type FeedFile, toFeedFile } from "../imports/feedFile.ts";
import type { GuardRails } from "../imports/guardRails.ts";
import type { RunId, RunStop, StockDeclaration } from "../imports/importRun.ts";
import { createSheetChooser } from "../imports/layout/chooseSheet.ts";
import { createRefusedRowsText } from "../imports/refusedRowsText.ts";
import { importAgreement } from "../pricing/agreements/importAgreement.ts";
import { columnRules, type FileId, type ImportFile } from "./importFile.ts";
import { insertRefusedPiece, selectFile } from "./queries.ts";
import { readFilePieces } from "./readPieces.ts";
import { removeFile } from "./removeFile.ts";

/** What an import thread needs to import an uploaded file. */
export type FileImport = {
  readonly kind: "import";
  readonly fileId: FileId;
  readonly mapping: string;
  readonly stock: StockDeclaration;
  readonly excluded: readonly ExcludedRow[];
  readonly isDry: boolean;
  readonly refusesFile: boolean;
  readonly accepted: string | null;
  /** The guard rails that the reason is for. */
  readonly passes: readonly RunStop["code"][];
  readonly actor: OperatorActor;
  readonly now: Date;
};

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
    startedBy: actor.operator.name,
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
export async function importFileRows(
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
