// The only way from a file to its records. Its bytes, never its name, determine its format.
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type Delimiter, findDelimiter, readDeclaredDelimiter } from "./csvDelimiter.ts";
import { CsvScanner, isTooLong, maxRecordBytes, refuseLongRecord } from "./csvScanner.ts";
import { decodeText, type TextEncoding, type TextTraits } from "./decodeText.ts";
import {
  boundColumns,
  type FileRecord,
  formatCount,
  type RecordBatches,
  UnreadableFile,
} from "./fileRecord.ts";
import { gunzipBytes, type UnpackLimits, unpackLimits } from "./gunzipBytes.ts";
import { type JsonText, readJsonRows } from "./jsonRows.ts";
import { peekBytes } from "./peekBytes.ts";
import { readJsonArray } from "./readJsonArray.ts";
import { type ChooseSheet, chooseFirstSheet, type HiddenParts, readXlsx } from "./readXlsx.ts";

// JSON lines: one object per line.

type JsonLinesReading = AsyncGenerator<readonly FileRecord[]> & {
  readonly traits: () => TextTraits;
};

/** Yields the lines of a text, the last one even without a line break. */
async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
  let pending: string[] = [];
  let length = 0;
  let line = 1;
  for await (const piece of pieces) {
    pending.push(piece);
    length += piece.length;
    const isWhole = piece.includes("\n");
    if (!isWhole && length <= maxRecordBytes) continue;
    const lines = pending.join("").split("\n");
    const long = lines.findIndex(isTooLong);
    if (long !== -1) throw refuseLongRecord(line + long);
    const rest = lines.pop() ?? "";
    pending = [rest];
    length = rest.length;
    line += lines.length;
    yield lines;
  }
  const last = pending.join("");
  if (isTooLong(last)) throw refuseLongRecord(line);
  yield [last];
}

async function* listObjects(pieces: AsyncIterable<string>): AsyncGenerator<readonly JsonText[]> {
  let before = 0;
  for await (const lines of splitLines(pieces)) {
    const first = before + 1;
    before += lines.length;
    yield lines
      .map((text, place) => ({ line: first + place, text }))
      .filter(({ text }) => text.trim() !== "");
  }
}

/**
 * Reads JSON lines; the first record has the keys of the first objects. Throws
 * `UnreadableFile` if the first object cannot be read or a line is longer than a megabyte.
 */
export function readJsonLines(input: AsyncIterable<Uint8Array>): JsonLinesReading {
  const { pieces, traits } = decodeText(input);
  return Object.assign(readJsonRows(listObjects(pieces), "line"), { traits });
}

/** `delimiter` is null until the header is read. */
type CsvTraits = TextTraits & { readonly delimiter: Delimiter | null };

/** In characters. */
const minHeadLength = 1 << 16;

type CsvReading = AsyncGenerator<readonly FileRecord[]> & {
  readonly traits: () => CsvTraits;
};

async function* scanCsv(
  pieces: AsyncIterable<string>,
  onDelimiter: (delimiter: Delimiter) => void,
): AsyncGenerator<readonly FileRecord[]> {
  let head = "";
  let enough = minHeadLength;
  let scanner: CsvScanner | undefined;
  let declaresDelimiter = false;
  /** The records without the line that declares the delimiter. */
  const withoutDeclaration = (records: readonly FileRecord[]) =>
    declaresDelimiter && records[0]?.line === 1 ? records.slice(1) : records;

  function createScanner(isWhole: boolean): CsvScanner | undefined {
    const declared = readDeclaredDelimiter(head);
    declaresDelimiter = declared !== undefined;
    const delimiter = declared ?? findDelimiter(head, isWhole);
    if (delimiter === undefined) return undefined;
    onDelimiter(delimiter);
    return new CsvScanner(delimiter);
  }

  for await (const piece of pieces) {
    if (scanner !== undefined) {
      yield withoutDeclaration(scanner.scan(piece));
      continue;
    }
    head += piece;
    if (head.length < enough) continue;
    enough = head.length * 2;
    scanner = createScanner(false);
    if (scanner !== undefined) yield withoutDeclaration(scanner.scan(head));
  }
  if (scanner === undefined) {
    scanner = createScanner(true);
    yield withoutDeclaration(scanner?.scan(head) ?? []);
  }
  yield withoutDeclaration(scanner?.end() ?? []);
}

/**
 * Reads text in UTF-8, UTF-16 or Windows-1252 with commas, semicolons, tabs or bars between cells,
 * without empty rows and without a first line that declares the delimiter. The apostrophe that
 * guards a formula is removed. Throws `UnreadableFile` if a quote is not closed or a row is longer
 * than a megabyte.
 */
export function readCsv(input: AsyncIterable<Uint8Array>): CsvReading {
  const text = decodeText(input);
  let delimiter: Delimiter | null = null;
  const batches = scanCsv(text.pieces, (found) => {
    delimiter = found;
  });
  return Object.assign(batches, { traits: () => ({ ...text.traits(), delimiter }) });
}

type FileFormat = "csv" | "json lines" | "json array" | "xlsx" | "gzip";

const asTable = "Save it as .xlsx or CSV, and upload that.";
const openAndSave =
  "Open it in a spreadsheet program, choose Save As, select Excel Workbook (.xlsx), " +
  "and upload that.";
const unpack = "Unpack it, and import the file inside.";

/** Formats that are recognized but not read, by their first bytes. */
const refused: readonly (readonly [mark: string, reason: string])[] = [
  [
    "\xd0\xcf\x11\xe0",
    "The file is an old workbook (.xls) or one with a password. Open it in a spreadsheet " +
      "program, choose Save As, select Excel Workbook (.xlsx) without a password, and upload that.",
  ],
  ["%PDF", `The file is a PDF. ${asTable}`],
  ["\x89PNG", `The file is a picture. ${asTable}`],
  ["\xff\xd8\xff", `The file is a picture. ${asTable}`],
  ["GIF89a", `The file is a picture. ${asTable}`],
  ["{\\rtf", `The file is a text document. ${asTable}`],
  ["\xfd7zXZ", `The file is packed with xz. ${unpack}`],
  ["\x28\xb5\x2f\xfd", `The file is packed with zstd. ${unpack}`],
  ["BZh9", `The file is packed with bzip2. ${unpack}`],
  ["7z\xbc\xaf", `The file is packed with 7-Zip. ${unpack}`],
  ["Rar!", `The file is packed with RAR. ${unpack}`],
  ["PK\x05\x06", "The file is an empty archive."],
  ["PAR1", `The file is a Parquet file. ${asTable}`],
];

/** The first characters of a text in any encoding, without byte order mark and blanks. */
function firstOfText(head: string): string {
  return head.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "").replace(/[\0\s]/g, "");
}

/**
 * Detects the format of a file from its first bytes. Throws `UnreadableFile`, with what to do, for
 * a format that is not read.
 */
function detectFormat(head: Uint8Array): FileFormat {
  const text = Buffer.from(head).toString("latin1");
  if (text.startsWith("\x1f\x8b")) return "gzip";
  if (text.startsWith("PK\x03\x04")) return "xlsx";
  for (const [mark, reason] of refused) {
    if (text.startsWith(mark)) throw new UnreadableFile(reason);
  }
  const first = firstOfText(text);
  if (/^<\?xml.*?<\?mso-application/i.test(first)) {
    throw new UnreadableFile(`The file is an XML spreadsheet of 2003. ${openAndSave}`);
  }
  if (/^<(?:[?!]|html|table|meta|style)/i.test(first)) {
    throw new UnreadableFile(`The file contains HTML or XML. ${openAndSave}`);
  }
  if (/^\[[{[\]]/.test(first)) return "json array";
  return first.startsWith("{") ? "json lines" : "csv";
}

// Writes bytes to a private file that nobody else can open and that is deleted when it is closed.
const maxBytes = 1024 ** 3;

async function openUnnamed(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-"));
  try {
    // Without its name the file exists until it is closed or the process ends.
    return await open(join(folder, "buffer"), "wx+", 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Buffers a stream in a file, for formats that need random access. Throws `UnreadableFile` if it
 * has more than a gibibyte.
 */
async function bufferBytes(bytes: AsyncIterable<Uint8Array>): Promise<FileHandle> {
  const file = await openUnnamed();
  try {
    let count = 0;
    for await (const piece of bytes) {
      count += piece.length;
      if (count > maxBytes)
        throw new UnreadableFile(`A workbook may have at most ${formatCount(maxBytes)} bytes.`);
      await file.appendFile(piece);
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Null is what the format does not have. */
type FileTraits = {
  readonly format: "csv" | "json lines" | "json array" | "xlsx";
  readonly gzip: boolean;
  readonly sheet: string | null;
  /** Known once the records are read. */
  readonly encoding: TextEncoding | null;
  readonly delimiter: Delimiter | null;
  /** If not, the last line may be cut off; known at the end. */
  readonly endsWithLineBreak: boolean | null;
};

/** A file whose records can be read once. */
export type OpenedRecords = {
  readonly batches: RecordBatches;
  readonly traits: () => FileTraits;
  /** The visible sheets of a workbook; empty for other formats. */
  readonly sheets: readonly string[];
  readonly hidden: HiddenParts;
  /** How many of its stored bytes are read. */
  readonly read: () => number;
  readonly close: () => Promise<void>;
};

type Reading = {
  readonly batches: AsyncGenerator<readonly FileRecord[]>;
  readonly traits: () => Omit<FileTraits, "gzip">;
  /** How much of the content is read, from 0 to 1, if the bytes read do not say. */
  readonly share?: () => number;
  readonly sheets?: readonly string[];
  readonly hidden?: HiddenParts;
};

const headLength = 512;

const noText = { sheet: null, encoding: null, delimiter: null, endsWithLineBreak: null };

function openText(
  bytes: AsyncGenerator<Uint8Array>,
  format: "csv" | "json lines" | "json array",
): Reading {
  if (format === "csv") {
    const batches = readCsv(bytes);
    return { batches, traits: () => ({ ...noText, format, ...batches.traits() }) };
  }
  const batches = format === "json lines" ? readJsonLines(bytes) : readJsonArray(bytes);
  const isArray = format === "json array";
  return {
    batches,
    traits: () => {
      const traits = { ...noText, format, ...batches.traits() };
      // An array that is cut off has no closing bracket.
      return isArray ? { ...traits, endsWithLineBreak: true } : traits;
    },
  };
}

/** All records; reads the first immediately, so that the file's traits are known. */
async function startReading({ batches }: Reading, maxRows: number): Promise<RecordBatches> {
  const first = await batches.next();
  let rows = 0;
  function bound(batch: readonly FileRecord[]): readonly FileRecord[] {
    rows += batch.length;
    if (rows <= maxRows) return batch.map(boundColumns);
    throw new UnreadableFile(
      `The file has more than ${formatCount(maxRows)} rows. Split it into several files.`,
    );
  }
  async function* all(): AsyncGenerator<readonly FileRecord[]> {
    if (first.done !== true) yield bound(first.value);
    for await (const batch of batches) yield bound(batch);
  }
  return all();
}

type Opened = { readonly reading: Reading; readonly gzip: boolean; readonly buffer?: FileHandle };

/** What openers of files agree on. */
export type ReadingTerms = { readonly limits: UnpackLimits; readonly chooseSheet: ChooseSheet };

const usualTerms: ReadingTerms = { limits: unpackLimits, chooseSheet: chooseFirstSheet };

async function openWorkbook(
  file: FileHandle,
  { limits, chooseSheet }: ReadingTerms,
): Promise<Reading> {
  const { sheet, ...reading } = await readXlsx(file, limits, chooseSheet);
  return { ...reading, traits: () => ({ ...noText, format: "xlsx", sheet }) };
}

async function openContent(
  source: AsyncIterable<Uint8Array>,
  terms: ReadingTerms,
): Promise<Opened> {
  let { head, bytes } = await peekBytes(source, headLength);
  let format = detectFormat(head);
  const gzip = format === "gzip";
  if (gzip) {
    ({ head, bytes } = await peekBytes(gunzipBytes(bytes, terms.limits), headLength));
    format = detectFormat(head);
  }
  if (format === "gzip") {
    throw new UnreadableFile("The file is compressed with gzip twice. Unpack it once.");
  }
  if (format !== "xlsx") return { reading: openText(bytes, format), gzip };
  const buffer = await bufferBytes(bytes);
  try {
    return { reading: await openWorkbook(buffer, terms), gzip, buffer };
  } catch (error) {
    await buffer.close();
    throw error;
  }
}

/**
 * Opens a stream of bytes. Throws `UnreadableFile`, also from `batches`, if it cannot be read. Of
 * several sheets the first is read unless `chooseSheet` chooses another.
 */
export async function openRecords(
  source: AsyncIterable<Uint8Array>,
  given: Partial<ReadingTerms> = {},
): Promise<OpenedRecords> {
  const terms = { ...usualTerms, ...given };
  let count = 0;
  async function* countBytes(): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      count += piece.length;
      yield piece;
    }
  }
  let buffer: FileHandle | undefined;
  const close = async () => {
    if (source instanceof Readable) source.destroy();
    await buffer?.close();
  };
  try {
    const opened = await openContent(countBytes(), terms);
    const { reading, gzip } = opened;
    buffer = opened.buffer;
    return {
      batches: await startReading(reading, terms.limits.rows),
      traits: () => ({ ...reading.traits(), gzip }),
      sheets: reading.sheets ?? [],
      hidden: reading.hidden ?? { sheets: [], columns: () => [] },
      read: () => Math.floor(count * (reading.share?.() ?? 1)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
