import type { Database } from "../db/database.ts";
import { toStorableText } from "../db/toStorableText.ts";
import { type FileRecord, UnreadableFile } from "../files/fileRecord.ts";
import { openRecords } from "../files/openRecords.ts";
import type { SheetHead } from "../files/readXlsx.ts";
import { headRecords } from "../imports/layout/findHeader.ts";
import type { FileId, HeadRecord } from "./importFile.ts";
import { selectFile, updateHead } from "./queries.ts";
import { readFilePieces } from "./readPieces.ts";

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
