// Opens an upload: its first records, from which the columns are found or chosen, and its rows.
import { Readable } from "node:stream";
import { toStorableText } from "../../db/toStorableText.ts";
import type { FileRecord } from "../../files/fileRecord.ts";
import type { UnpackLimits } from "../../files/gunzipBytes.ts";
import { type OpenedRecords, openRecords } from "../../files/openRecords.ts";
import type { SheetHead } from "../../files/readXlsx.ts";
import { type ColumnMapping, noMapping } from "../../imports/feedColumns.ts";
import { findSheet } from "../../imports/layout/chooseSheet.ts";
import { headRecords } from "../../imports/layout/findHeader.ts";
import { peekRecords } from "../../imports/layout/peekRecords.ts";
import {
  findRememberedMapping,
  type RememberedMappings,
} from "../../imports/layout/rememberedMapping.ts";
import { listColumnRules } from "../listColumns.ts";
import type { ReadList } from "../orderList.ts";
import { readFileRows } from "../readFileRows.ts";
import { readPastedHead, readPastedRows } from "../readPastedRows.ts";
import type { ListCodes } from "../written/certificateWish.ts";
import { type HeadRecord, type ListUpload, UnclearColumns } from "./upload.ts";

/**
 * `read` may throw `UnclearColumns` or `UnreadableFile`; it is called once. The line `included` is
 * a row, whatever it looks like.
 */
export type OpenedUpload = {
  readonly head: readonly HeadRecord[];
  /** What a person chose for this list or an earlier one. */
  readonly mapping: ColumnMapping | null;
  readonly read: (codes: ListCodes, included?: number) => Promise<ReadList>;
};

/** What a person chose for this upload, or for earlier ones with the same headers. */
export type KnownColumns = {
  readonly chosen: ColumnMapping | null;
  readonly remembered: RememberedMappings;
};

/** Limits for compressed files; they are held in memory one batch at a time. */
const limits: UnpackLimits = {
  totalBytes: 400 * 1024 * 1024,
  ratio: 400,
  ratioFromBytes: 100_000_000,
};
const pieceBytes = 64 * 1024;
const maxCells = 100;
const maxCellLength = 200;

function toHead({ line, cells }: FileRecord): HeadRecord {
  const shown = cells.slice(0, maxCells).map((cell) => cell.slice(0, maxCellLength));
  return { line, cells: shown.map((cell) => toStorableText(cell.toWellFormed())) };
}

/** The bytes in pieces, as from a disk, because each piece is processed in memory. */
function* listPieces(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    yield bytes.subarray(start, start + pieceBytes);
  }
}

function openText(text: string, { chosen, remembered }: KnownColumns): OpenedUpload {
  const head = readPastedHead(text).map(toHead);
  const mapping = chosen ?? findRememberedMapping(head, remembered) ?? null;
  const read = async (codes: ListCodes, included?: number) =>
    readPastedRows(text, codes, mapping, included);
  return { head, mapping, read };
}

type OpenedFile = {
  readonly opened: OpenedRecords;
  readonly sheets: readonly SheetHead[];
  readonly isUnclear: boolean;
};

/** Opens a file with the sheet that a person chose or that its headers suggest. */
async function openFile(bytes: Buffer, { chosen, remembered }: KnownColumns): Promise<OpenedFile> {
  let sheets: readonly SheetHead[] = [];
  let isUnclear = false;
  const opened = await openRecords(Readable.from(listPieces(bytes)), {
    limits,
    chooseSheet: (heads) => {
      sheets = heads;
      const mapping = chosen ?? findRememberedMapping(headOf(heads), remembered) ?? noMapping;
      const choice = findSheet(heads, listColumnRules, mapping);
      isUnclear = choice.outcome !== "chosen";
      if (choice.outcome === "chosen") return choice.place;
      return choice.outcome === "unclear" ? (choice.places[0] ?? 0) : 0;
    },
  });
  return { opened, sheets, isUnclear };
}

function headOf(sheets: readonly SheetHead[]): HeadRecord[] {
  return sheets.flatMap(({ name, records }) =>
    records.slice(0, headRecords).map((record) => ({ ...toHead(record), sheet: name })),
  );
}

/** Opens an upload for `work`, and closes it. Throws `UnreadableFile` if it is none. */
export async function withUpload<Result>(
  upload: ListUpload,
  known: KnownColumns,
  work: (opened: OpenedUpload) => Promise<Result>,
): Promise<Result> {
  if (upload.kind === "text") return work(openText(upload.text, known));
  const { opened, sheets, isUnclear } = await openFile(upload.bytes, known);
  try {
    const peeked = await peekRecords(opened.batches, headRecords);
    const head = sheets.length > 0 ? headOf(sheets) : peeked.records.map(toHead);
    const mapping = known.chosen ?? findRememberedMapping(head, known.remembered) ?? null;
    const read = async (codes: ListCodes, included?: number) => {
      if (isUnclear) throw new UnclearColumns("Several sheets may have the parts. Choose one.");
      const { batches } = peeked;
      return readFileRows({ batches, traits: opened.traits }, codes, mapping, included);
    };
    return await work({ head, mapping, read });
  } finally {
    await opened.close();
  }
}
