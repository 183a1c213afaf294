// A workbook into records: its first visible sheet, in constant memory but for the shared texts.
import type { FileHandle } from "node:fs/promises";
import type { FileRecord } from "./fileRecord.ts";
import type { UnpackLimits } from "./gunzipBytes.ts";
import { readSharedStrings } from "./readSharedStrings.ts";
import { readXlsxStyles } from "./readXlsxStyles.ts";
import { readXml } from "./readXml.ts";
import { XlsxSheet } from "./xlsxSheet.ts";
import { findXlsxSheet } from "./xlsxWorkbook.ts";
import { openZipParts } from "./zipParts.ts";

const maxSheetBytes = 2 * 1024 ** 3;
const maxStringsBytes = 256 * 1024 ** 2;
const maxStylesBytes = 64 * 1024 ** 2;

/** The rows of a sheet, and how much of it is read, from 0 to 1. */
export type XlsxReading = {
  readonly sheet: string;
  readonly batches: AsyncGenerator<readonly FileRecord[]>;
  readonly share: () => number;
};

/**
 * Opens the workbook in a file, which stays open until the rows are read. Lines are the numbers of
 * the sheet's rows; a row has at least as many cells as the first. Throws `UnreadableFile`, also
 * from `batches`.
 */
export async function readXlsx(file: FileHandle, limits: UnpackLimits): Promise<XlsxReading> {
  const { size } = await file.stat();
  const parts = await openZipParts(file.fd, size, limits);
  const { sheetName, sheet, strings, styles, is1904 } = await findXlsxSheet(parts);
  const ground = {
    is1904,
    strings: strings === null ? [] : await readSharedStrings(parts.read(strings, maxStringsBytes)),
    dayStyles: styles === null ? [] : await readXlsxStyles(parts.read(styles, maxStylesBytes)),
  };
  const total = parts.sizeOf(sheet);
  let read = 0;
  async function* countSheet(): AsyncGenerator<Uint8Array> {
    for await (const piece of parts.read(sheet, maxSheetBytes)) {
      read += piece.length;
      yield piece;
    }
  }
  async function* readRows(): AsyncGenerator<readonly FileRecord[]> {
    const rows = new XlsxSheet(ground);
    for await (const _ of readXml(countSheet(), rows)) yield rows.takeRecords();
  }
  return { sheet: sheetName, batches: readRows(), share: () => (total === 0 ? 0 : read / total) };
}
