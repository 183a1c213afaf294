import { selectAccount } from "../accounts/queries.ts";
import { importCatalog } from "../catalog/import/importCatalog.ts";
import { importStock } from "../catalog/import/importStock.ts";
import type { Database, Session } from "../db/database.ts";
import { UnreadableFile } from "../files/fileRecord.ts";
import { openRecords } from "../files/openRecords.ts";
import type { ConductedRun } from "../imports/conductRun.ts";
import type { ImportOptions } from "../imports/feed.ts";
import { readMapping } from "../imports/feedColumns.ts";
import { type FeedFile, toFeedFile } from "../imports/feedFile.ts";
import type { RunId, RunOrigin } from "../imports/importRun.ts";
import { createRefusedRowsText } from "../imports/refusedRowsText.ts";
import { importAgreement } from "../pricing/agreements/importAgreement.ts";
import type { ImportFile } from "./importFile.ts";
import { insertRefusedPiece } from "./queries.ts";
import { readFilePieces } from "./readPieces.ts";
import { removeFile } from "./removeFile.ts";

type FileImport = Pick<ImportOptions, "refusesFile" | "accepted" | "limits" | "startedBy"> & {
  readonly file: ImportFile;
  readonly mapping: string;
  readonly isDry: boolean;
  readonly origin: RunOrigin;
};

/** Stores the refused rows of the run that `runId` returns once it has started. */
function saveRefusedRows(db: Database, runId: () => RunId) {
  let place = 0;
  return createRefusedRowsText(async (text) => {
    await insertRefusedPiece(db, runId(), place, Buffer.from(text));
    place += 1;
  });
}

function toOptions(db: Database, asked: FileImport): ImportOptions {
  const { file, mapping, isDry, origin, ...given } = asked;
  let startedRun: RunId | undefined;
  const refusedRows = saveRefusedRows(db, () => {
    if (startedRun === undefined) throw new Error("A row was refused before its run started.");
    return startedRun;
  });
  return {
    ...given,
    mapping: readMapping(mapping),
    dryRun: isDry,
    source: { fileName: file.fileName, bytes: file.fileBytes, sha256: file.sha256 },
    origin: {
      ...origin,
      onStart: (runId) => {
        startedRun = runId;
        origin.onStart(runId);
      },
    },
    refusedRows,
    onProgress: () => undefined,
  };
}

type FeedImport = {
  readonly file: ImportFile;
  readonly feed: FeedFile;
  readonly options: ImportOptions;
  readonly now: Date;
};

async function importFeed(
  db: Database,
  session: Session,
  { file, feed, options, now }: FeedImport,
): Promise<ConductedRun> {
  const { kind, mode, vendor, accountId } = file;
  if (kind === "agreement") {
    const account = await selectAccount(db, accountId ?? "");
    if (account === undefined)
      throw new UnreadableFile("The account of the agreement no longer exists.");
    return importAgreement(db, session, feed, { ...options, account }, now);
  }
  const given = { ...options, vendor, replace: mode === "replace" };
  return kind === "catalog"
    ? importCatalog(db, session, feed, given, now)
    : importStock(db, session, feed, given, now);
}

/**
 * Imports an uploaded file with the functions of the commands. The file is removed once it is
 * committed; otherwise it can be tried again. Throws what the import throws.
 */
export async function importFileRows(
  db: Database,
  session: Session,
  asked: FileImport,
  now: Date,
): Promise<ConductedRun> {
  const { file } = asked;
  const opened = await openRecords(readFilePieces(db, file));
  try {
    const feed = toFeedFile(opened, file.fileBytes);
    const options = toOptions(db, asked);
    const run = await importFeed(db, session, { file, feed, options, now });
    if (run.state === "committed") await removeFile(db, file.fileId);
    return run;
  } finally {
    await opened.close();
  }
}
