// Reads a visible sheet of a workbook, in constant memory except for the shared texts.
import type { FileHandle } from "node:fs/promises";
import { readExcelText } from "./excelText.ts";
import { type FileRecord, UnreadableFile } from "./fileRecord.ts";
import type { UnpackLimits } from "./gunzipBytes.ts";
import { findBuiltInFormat, type NumberFormat, parseNumberFormat } from "./numberFormat.ts";
import { readWholeXml, readXml } from "./readXml.ts";
import { XlsxSheet } from "./xlsxSheet.ts";
import { findXlsxSheets } from "./xlsxWorkbook.ts";
import { openZipParts } from "./zipParts.ts";

const maxStyles = 100_000;

/** The number format of each style of a cell, by the number of the style. */
async function readXlsxStyles(bytes: AsyncIterable<Uint8Array>): Promise<NumberFormat[]> {
  const formats = new Map<number, NumberFormat>();
  const styles: NumberFormat[] = [];
  let isCellStyle = false;
  await readWholeXml(bytes, {
    open(name, attributes) {
      const format = Number(attributes["numFmtId"] ?? 0);
      if (name === "numFmt" && formats.size < maxStyles) {
        formats.set(format, parseNumberFormat((attributes["formatCode"] ?? "").slice(0, 1000)));
      }
      if (name === "cellXfs") isCellStyle = true;
      if (name !== "xf" || !isCellStyle || styles.length >= maxStyles) return;
      styles.push(formats.get(format) ?? findBuiltInFormat(format));
    },
    close(name) {
      if (name === "cellXfs") isCellStyle = false;
    },
  });
  return styles;
}

const maxMemoryBytes = 150_000_000;
/** Approximate memory of a text besides its characters. */
const bytesPerText = 24;

/** The shared texts by number, without pronunciations. */
async function readSharedStrings(bytes: AsyncIterable<Uint8Array>): Promise<string[]> {
  const texts: string[] = [];
  let usedBytes = 0;
  let text = "";
  let isText = false;
  let isPronunciation = false;
  await readWholeXml(bytes, {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") isPronunciation = true;
      isText = name === "t" && !isPronunciation;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === "t") isText = false;
      if (name === "rPh") isPronunciation = false;
      if (name !== "si") return;
      usedBytes += bytesPerText + text.length * 2;
      if (usedBytes > maxMemoryBytes) {
        throw new UnreadableFile("The workbook has too many texts. Save it as CSV.");
      }
      // A copy, because a concatenated text keeps its pieces in memory.
      texts.push(Buffer.from(readExcelText(text), "utf16le").toString("utf16le"));
    },
  });
  return texts;
}

const maxSheetBytes = 2 * 1024 ** 3;
const maxStringsBytes = 256 * 1024 ** 2;
const maxStylesBytes = 64 * 1024 ** 2;

/** A visible sheet, with its first records. */
export type SheetHead = { readonly name: string; readonly records: readonly FileRecord[] };

/**
 * Chooses the sheet to read by its place. It is called only for a workbook of several visible
 * sheets. Throws `UnreadableFile` if it is not clear which.
 */
export type ChooseSheet = (sheets: readonly SheetHead[]) => number | Promise<number>;

export const chooseFirstSheet: ChooseSheet = () => 0;

/** Sheets that are compared, and the records of each. */
const maxSheets = 30;
const headRecords = 50;

/** What a workbook hides: whole sheets, which are not read, and columns by their places. */
export type HiddenParts = {
  readonly sheets: readonly string[];
  /** Known once the first row is read. */
  readonly columns: () => readonly number[];
};

type XlsxReading = {
  readonly sheet: string;
  /** All visible sheets. */
  readonly sheets: readonly string[];
  readonly hidden: HiddenParts;
  readonly batches: AsyncGenerator<readonly FileRecord[]>;
  readonly share: () => number;
};

/**
 * Opens the workbook in a file, which stays open until the rows are read. Lines are the numbers of
 * the sheet's rows; a row has at least as many cells as the first. Throws `UnreadableFile`, also
 * from `batches`.
 */
export async function readXlsx(
  file: FileHandle,
  limits: UnpackLimits,
  chooseSheet: ChooseSheet,
): Promise<XlsxReading> {
  const { size } = await file.stat();
  const parts = await openZipParts(file.fd, size, limits);
  const { sheets, hidden, strings, styles, is1904 } = await findXlsxSheets(parts);
  const context = {
    is1904,
    strings: strings === null ? [] : await readSharedStrings(parts.read(strings, maxStringsBytes)),
    styles: styles === null ? [] : await readXlsxStyles(parts.read(styles, maxStylesBytes)),
  };
  let read = 0;
  async function* countSheet(part: string): AsyncGenerator<Uint8Array> {
    for await (const piece of parts.read(part, maxSheetBytes)) {
      read += piece.length;
      yield piece;
    }
  }
  let hiddenColumns: () => readonly number[] = () => [];
  async function* readRows(part: string): AsyncGenerator<readonly FileRecord[]> {
    const rows = new XlsxSheet(context);
    hiddenColumns = rows.listHidden;
    for await (const _ of readXml(countSheet(part), rows)) yield rows.takeRecords();
  }
  async function readHead({ name, part }: { readonly name: string; readonly part: string }) {
    const records: FileRecord[] = [];
    for await (const batch of readRows(part)) {
      records.push(...batch.slice(0, headRecords - records.length));
      if (records.length >= headRecords) break;
    }
    return { name, records };
  }
  async function choose(): Promise<number> {
    if (sheets.length === 1) return 0;
    const heads: SheetHead[] = [];
    for (const sheet of sheets.slice(0, maxSheets)) heads.push(await readHead(sheet));
    read = 0;
    return chooseSheet(heads);
  }
  const { name, part } = sheets[await choose()] ?? sheets[0];
  const total = parts.sizeOf(part);
  return {
    sheet: name,
    sheets: sheets.map((sheet) => sheet.name),
    hidden: { sheets: hidden, columns: () => hiddenColumns() },
    batches: readRows(part),
    share: () => (total === 0 ? 0 : read / total),
  };
}
