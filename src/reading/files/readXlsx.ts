// Reads a visible sheet of a workbook, in constant memory except for the shared texts.
import type { FileHandle } from "node:fs/promises";
import { posix } from "node:path";
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import { readExcelText } from "./excelText.ts";
import { type FileRecord, formatCount, UnreadableFile } from "./fileRecord.ts";
import { checkUnpackedSize, type UnpackLimits } from "./gunzipBytes.ts";
import { findBuiltInFormat, type NumberFormat, parseNumberFormat } from "./numberFormat.ts";
import { readWholeXml, readXml, type XmlAttributes } from "./readXml.ts";
import { type CellStyle, XlsxSheet } from "./xlsxSheet.ts";

// Reads the parts of a zip archive from an open file, one at a time. Invariant: an archive is not
// trusted: its entries are counted, and its unpacked size is bounded.

/** Of the directory of an archive: many entries, or few with long names and comments. */
const maxDirectoryBytes = 4_000_000;
/** Of an entry besides its name, comment and further fields. */
const entryBytes = 46;

type ZipParts = {
  readonly has: (name: string) => boolean;
  /** In bytes, according to the archive; 0 for a missing part. */
  readonly sizeOf: (name: string) => number;
  /**
   * The bytes of a part, none for a missing part. Throws `UnreadableFile` if it is damaged,
   * encrypted or has more than `maxBytes`.
   */
  readonly read: (name: string, maxBytes: number) => AsyncGenerator<Uint8Array>;
};

/** Damage is the file's fault; errors of the system stay unchanged. */
function explain(error: unknown): unknown {
  if (error instanceof UnreadableFile || (error as { syscall?: string }).syscall !== undefined) {
    return error;
  }
  return new UnreadableFile(
    "The workbook is damaged or cut off. Download it again, or save it once more.",
    {
      cause: error,
    },
  );
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    bytes += entryBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (bytes > maxDirectoryBytes) {
      throw new UnreadableFile("The archive has more entries than any workbook.");
    }
    entries.set(entry.fileName.toLowerCase(), entry);
  }
  return entries;
}

/**
 * Opens the archive in a file of `size` bytes, which stays open. Throws `UnreadableFile` if
 * damaged.
 */
async function openZipParts(fd: number, size: number, limits: UnpackLimits): Promise<ZipParts> {
  let unpacked = 0;
  const zip = await fromFdPromise(fd, { autoClose: false }).catch((error: unknown) => {
    throw explain(error);
  });
  const entries = await listEntries(zip).catch((error: unknown) => {
    throw explain(error);
  });
  const find = (name: string) => entries.get(name.toLowerCase());

  async function* read(name: string, maxBytes: number): AsyncGenerator<Uint8Array> {
    const entry = find(name);
    if (entry === undefined) return;
    if (entry.isEncrypted()) {
      throw new UnreadableFile("The archive has a password. Save the workbook without a password.");
    }
    if (entry.uncompressedSize > maxBytes) {
      throw new UnreadableFile(
        `${name} of the workbook has more than ${formatCount(maxBytes)} bytes.`,
      );
    }
    try {
      // The stream enforces the size of the part that the archive declares.
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        unpacked += (piece as Uint8Array).length;
        checkUnpackedSize(unpacked, size, limits);
        yield piece as Uint8Array;
      }
    } catch (error) {
      throw explain(error);
    }
  }

  return {
    has: (name) => find(name) !== undefined,
    sizeOf: (name) => find(name)?.uncompressedSize ?? 0,
    read,
  };
}

const maxPartBytes = 16 * 1024 ** 2;

/** A visible sheet with cells; `part` is its place in the archive. */
type XlsxSheetPart = { readonly name: string; readonly part: string };

/** The visible sheets of a workbook and what they refer to; missing parts are null. */
type XlsxWorkbook = {
  readonly sheets: readonly [XlsxSheetPart, ...XlsxSheetPart[]];
  /** The names of hidden sheets. */
  readonly hidden: readonly string[];
  readonly strings: string | null;
  readonly styles: string | null;
  readonly is1904: boolean;
};

type Relation = { readonly id: string; readonly type: string; readonly target: string };
type Sheet = { readonly name: string; readonly id: string; readonly isVisible: boolean };

async function readRelations(parts: ZipParts, source: string): Promise<Relation[]> {
  const folder = posix.dirname(source);
  const relations: Relation[] = [];
  const path = posix.join(folder, "_rels", `${posix.basename(source)}.rels`);
  await readWholeXml(parts.read(path, maxPartBytes), {
    open(name, { Id: id, Type: type = "", Target: target }) {
      if (name !== "Relationship" || id === undefined || target === undefined) return;
      const place = posix.resolve("/", folder, target).slice(1);
      relations.push({ id, type: type.slice(type.lastIndexOf("/") + 1), target: place });
    },
  });
  return relations;
}

async function readSheets(parts: ZipParts, path: string): Promise<[Sheet[], boolean]> {
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readWholeXml(parts.read(path, maxPartBytes), {
    open(name, { name: sheetName = "", id = "", state = "visible", date1904 = "" }) {
      if (name === "workbookPr") is1904 = date1904 === "1" || date1904 === "true";
      if (name === "sheet") sheets.push({ name: sheetName, id, isVisible: state === "visible" });
    },
  });
  return [sheets, is1904];
}

async function findWorkbook(parts: ZipParts): Promise<string> {
  if (parts.has("content.xml")) {
    throw new UnreadableFile(
      "The file is an OpenDocument spreadsheet (.ods). Open it in a spreadsheet program, choose " +
        "Save As, select Excel Workbook (.xlsx), and upload that.",
    );
  }
  const roots = parts.has("_rels/.rels") ? await readRelations(parts, "") : [];
  const path = roots.find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  if (parts.has(path) && !/\.bin$|^(?:word|ppt)\//.test(path)) return path;
  throw new UnreadableFile(
    "The archive contains no readable workbook. Save it as .xlsx or CSV, or unpack it and " +
      "import the file that is in it.",
  );
}

/** Finds what can be read. Throws `UnreadableFile` if there is no visible sheet. */
async function findXlsxSheets(parts: ZipParts): Promise<XlsxWorkbook> {
  const path = await findWorkbook(parts);
  const relations = await readRelations(parts, path);
  const [sheets, is1904] = await readSheets(parts, path);
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const shown = sheets.flatMap(({ name, id, isVisible }) => {
    const { type, target = "" } = byId.get(id) ?? {};
    const isRead = isVisible && type === "worksheet" && parts.has(target);
    return isRead ? [{ name, part: target }] : [];
  });
  const [first, ...others] = shown;
  if (first === undefined) {
    throw new UnreadableFile("The workbook has no visible sheet with cells.");
  }
  const partOf = (type: string) => {
    const target = relations.find((relation) => relation.type === type)?.target;
    return target !== undefined && parts.has(target) ? target : null;
  };
  const strings = partOf("sharedStrings");
  const hidden = sheets.flatMap(({ name, isVisible }) => (isVisible ? [] : [name]));
  return { sheets: [first, ...others], hidden, strings, styles: partOf("styles"), is1904 };
}

const maxStyles = 100_000;

/** Collects the fonts of cells that are struck through, by their numbers. */
function createStruckFonts() {
  const struck = new Set<number>();
  let [fonts, isFont] = [0, false];
  return {
    struck,
    open(name: string, { val = "" }: XmlAttributes) {
      if (name === "fonts") isFont = true;
      if (name === "font") fonts += 1;
      if (isFont && name === "strike" && !["0", "false"].includes(val)) struck.add(fonts - 1);
    },
    close(name: string) {
      if (name === "fonts") isFont = false;
    },
  };
}

/** Each style of a cell, by its number. */
async function readXlsxStyles(bytes: AsyncIterable<Uint8Array>): Promise<CellStyle[]> {
  const formats = new Map<number, NumberFormat>();
  const styles: CellStyle[] = [];
  const fonts = createStruckFonts();
  let isCellStyle = false;
  await readWholeXml(bytes, {
    open(name, attributes) {
      const format = Number(attributes["numFmtId"] ?? 0);
      if (name === "numFmt" && formats.size < maxStyles) {
        formats.set(format, parseNumberFormat((attributes["formatCode"] ?? "").slice(0, 1000)));
      }
      fonts.open(name, attributes);
      if (name === "cellXfs") isCellStyle = true;
      if (name !== "xf" || !isCellStyle || styles.length >= maxStyles) return;
      const isStruck = fonts.struck.has(Number(attributes["fontId"] ?? 0));
      styles.push({ format: formats.get(format) ?? findBuiltInFormat(format), isStruck });
    },
    close(name) {
      fonts.close(name);
      if (name === "cellXfs") isCellStyle = false;
    },
  });
  return styles;
}

/** Approximate memory of a text besides its characters. */
const bytesPerText = 40;

/** The shared texts by number, without pronunciations. */
async function readSharedStrings(
  bytes: AsyncIterable<Uint8Array>,
  { textsBytes }: UnpackLimits,
): Promise<string[]> {
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
      if (usedBytes > textsBytes) {
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
    strings:
      strings === null ? [] : await readSharedStrings(parts.read(strings, maxStringsBytes), limits),
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
