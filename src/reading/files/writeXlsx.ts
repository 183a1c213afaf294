// Writes a workbook of one sheet, row by row. Invariant: a text stays a text, so that no
// spreadsheet turns a part number into a number or date, or runs it as a formula.

import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { writeExcelText } from "./excelText.ts";
import { formatCount } from "./fileRecord.ts";
import type { WrittenCell } from "./writtenCells.ts";

const maxRows = 1_048_576;
/** In characters. */
const maxTextLength = 32_767;
/** A spreadsheet stores no more digits of a number. */
const maxDigits = 15;
/** In characters. */
const pieceLength = 1 << 16;
const plainText = /^[ !#-%'-;=?-^`-~]*$/;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
/** The same rows give the same bytes. */
const partOptions = { mtime: new Date(Date.UTC(1980, 0, 2)), compressionLevel: 1 };

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const packages = "http://schemas.openxmlformats.org/package/2006";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const contentType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** More than fits into a sheet; the message names the limit. */
export class SheetOverflow extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SheetOverflow";
  }
}

function relate(type: string, target: string, id: string): string {
  return `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
}

/** The parts besides the sheet. Style 1 is text, whatever is typed over it. */
function frameOf(sheetName: string): Record<string, string> {
  const relations = (inside: string) =>
    `${head}<Relationships xmlns="${packages}/relationships">${inside}</Relationships>`;
  const typed = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${contentType}.${kind}+xml"/>`;
  return {
    "[Content_Types].xml":
      `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ` +
      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `${typed("workbook", "sheet.main")}${typed("worksheets/sheet1", "worksheet")}` +
      `${typed("styles", "styles")}</Types>`,
    "_rels/.rels": relations(relate("officeDocument", "xl/workbook.xml", "rId1")),
    "xl/workbook.xml":
      `${head}<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><sheets><sheet ` +
      `name="${writeExcelText(sheetName).replaceAll('"', "&quot;")}" sheetId="1" r:id="rId1"/>` +
      "</sheets></workbook>",
    "xl/_rels/workbook.xml.rels": relations(
      relate("worksheet", "worksheets/sheet1.xml", "rId1") + relate("styles", "styles.xml", "rId2"),
    ),
    "xl/styles.xml":
      `${head}<styleSheet xmlns="${spreadsheet}"><fonts count="1"><font/></fonts>` +
      '<fills count="1"><fill/></fills><borders count="1"><border/></borders>' +
      '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/>' +
      '<xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>',
  };
}

function isNumber(text: string): boolean {
  return plainNumber.test(text) && text.replace(/^-?0*|\./g, "").length <= maxDigits;
}

function encodeCell(cell: WrittenCell, row: number): string {
  const text = typeof cell === "string" ? cell : cell.number;
  if (text === "") return '<c s="1"/>';
  if (typeof cell !== "string" && isNumber(text)) return `<c><v>${text}</v></c>`;
  if (text.length > maxTextLength) {
    throw new SheetOverflow(
      `Row ${row} has a text of ${formatCount(text.length)} characters; ` +
        `a cell holds ${formatCount(maxTextLength)}.`,
    );
  }
  const shown = plainText.test(text) ? text : writeExcelText(text);
  return `<c s="1" t="inlineStr"><is><t xml:space="preserve">${shown}</t></is></c>`;
}

async function* encodeSheet(
  rows: AsyncIterable<readonly WrittenCell[]> | Iterable<readonly WrittenCell[]>,
): AsyncGenerator<string> {
  let piece = `${head}<worksheet xmlns="${spreadsheet}"><sheetData>`;
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > maxRows) {
      throw new SheetOverflow(
        `A sheet holds ${formatCount(maxRows)} rows, and there are more. Use CSV.`,
      );
    }
    piece += `<row r="${count}">`;
    for (const cell of row) piece += encodeCell(cell, count);
    piece += "</row>";
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}</sheetData></worksheet>`;
}

/**
 * Writes rows as a workbook of one sheet and ends `target`; memory does not grow with the rows. A
 * number of more than 15 digits, which a spreadsheet would change, is written as a text. Throws
 * `SheetOverflow` for more than 1,048,576 rows or a text longer than 32,767 characters; then the
 * workbook is incomplete. `sheetName` has at most 31 characters and none of []:*?/\.
 */
export async function writeXlsx(
  rows: AsyncIterable<readonly WrittenCell[]> | Iterable<readonly WrittenCell[]>,
  sheetName: string,
  target: Writable,
): Promise<void> {
  const sheet = Readable.from(encodeSheet(rows), { objectMode: false });
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => output.destroy(error);
  zip.on("error", fail);
  sheet.on("error", fail);
  for (const [name, text] of Object.entries(frameOf(sheetName))) {
    zip.addBuffer(Buffer.from(text), name, partOptions);
  }
  zip.addReadStream(sheet, "xl/worksheets/sheet1.xml", partOptions);
  zip.end();
  try {
    await pipeline(output, target);
  } finally {
    sheet.destroy();
  }
}
