// Opens an upload: its first records, from which the columns are found or chosen, and its rows.
import { Readable } from "node:stream";
import { toStorableText } from "../../db/toStorableText.ts";
import { type FileRecord, UnreadableFile } from "../../files/fileRecord.ts";
import { type UnpackLimits, unpackLimits } from "../../files/gunzipBytes.ts";
import { type OpenedRecords, openRecords } from "../../files/openRecords.ts";
import type { SheetHead } from "../../files/readXlsx.ts";
import { type ColumnMapping, noMapping } from "../../imports/rows/columns.ts";
import { headRecords, type PeekedRecords, peekRecords } from "../../imports/rows/header.ts";
import {
  findRememberedMapping,
  findSheet,
  type RememberedMappings,
} from "../../imports/rows/sheets.ts";
import type { ListCodes } from "../../reading/condition.ts";
import { listColumnRules } from "../listColumns.ts";
import type { ReadList, ReadRow } from "../orderList.ts";
import { readPastedHead, readPastedRows } from "../readPastedRows.ts";
import { createRowReader, type ReadingWish } from "./createRowReader.ts";
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

/** What is known of an upload before it is read: what a person chose for it, or for earlier ones with the same headers. */
export type KnownColumns = {
  readonly chosen: ColumnMapping | null;
  readonly remembered: RememberedMappings;
  /** When the list was sent. */
  readonly now: Date;
};

/** Twice the rows of the longest list, since headings and blank rows are left out. */
const limits: UnpackLimits = { ...unpackLimits, totalBytes: 100_000_000, rows: 100_000 };
const maxCells = 100;
const maxCellLength = 200;

function toHead({ line, cells }: FileRecord): HeadRecord {
  const shown = cells.slice(0, maxCells).map((cell) => cell.slice(0, maxCellLength));
  return { line, cells: shown.map((cell) => toStorableText(cell.toWellFormed())) };
}

function openText(text: string, { chosen, remembered, now }: KnownColumns): OpenedUpload {
  const head = readPastedHead(text).map(toHead);
  const mapping = chosen ?? findRememberedMapping(head, remembered) ?? null;
  const read = async (codes: ListCodes, included?: number) =>
    readPastedRows(text, codes, { mapping, included, now });
  return { head, mapping, read };
}

type OpenedFile = {
  readonly opened: OpenedRecords;
  readonly sheets: readonly SheetHead[];
  readonly isUnclear: boolean;
};

/** Opens a file with the sheet that a person chose or that its headers suggest. */
async function openFile(
  bytes: Uint8Array,
  { chosen, remembered }: KnownColumns,
): Promise<OpenedFile> {
  let sheets: readonly SheetHead[] = [];
  let isUnclear = false;
  const opened = await openRecords(Readable.from([bytes]), {
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

/**
 * Reads an opened file as a list. Throws `UnreadableFile`, also during iteration, if the file is
 * empty or damaged or its columns cannot be identified.
 */
async function readFileRows(
  { records, batches }: PeekedRecords,
  wish: ReadingWish,
  codes: ListCodes,
): Promise<ReadList> {
  if (records.length === 0) {
    // Reading on finds what is wrong with the file, if anything is.
    for await (const _ of batches);
    throw new UnreadableFile(
      "The file is empty. Upload one with a part number and a quantity per row.",
    );
  }
  const { readRow, ...read } = createRowReader(records, wish, codes);
  async function* all(): AsyncGenerator<ReadRow[]> {
    for await (const batch of batches) yield batch.flatMap((record) => readRow(record) ?? []);
  }
  return { ...read, batches: all() };
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
      const isKeyed = opened.traits().format.startsWith("json");
      return readFileRows(peeked, { isKeyed, mapping, included, now: known.now }, codes);
    };
    return await work({ head, mapping, read });
  } finally {
    await opened.close();
  }
}
