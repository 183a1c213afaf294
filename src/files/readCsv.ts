// Delimited text into records: what it is encoded in and what separates its cells are found out.
import { CsvScanner } from "./csvScanner.ts";
import { decodeText, type TextTraits } from "./decodeText.ts";
import { type FileRecord, UnreadableFile } from "./fileRecord.ts";

/** What may separate cells, the most usual first. */
const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** The most records that are looked at. */
const maxTitles = 20;

/** A row of data nearly always has a number. */
function looksLikeHeader({ cells }: FileRecord): boolean {
  return cells.length > 1 && cells.every((cell) => /\p{L}/u.test(cell));
}

/**
 * The cells of the first record, or of the first below it that looks like a header where `most`
 * are looked at; 0 where none ends in `text`, -1 where one is broken.
 */
function countCells(text: string, delimiter: Delimiter, isWhole: boolean, most: number): number {
  const scanner = new CsvScanner(delimiter);
  try {
    const scanned = scanner.scan(text, most);
    const records = isWhole && scanned.length < most ? [...scanned, ...scanner.end(most)] : scanned;
    const [first, ...below] = records;
    return (below.find(looksLikeHeader) ?? first)?.cells.length ?? 0;
  } catch (error) {
    if (error instanceof UnreadableFile) return -1;
    throw error;
  }
}

/**
 * The delimiter by which the header line has most cells, the comma where none has more; undefined
 * where `text`, the beginning of a file, does not have the whole header. Where the first line has
 * one cell, the first below that looks like a header counts: titles can be above it.
 */
function findDelimiter(text: string, isWhole: boolean): Delimiter | undefined {
  const countAll = (records: number) =>
    delimiters.map((delimiter) => countCells(text, delimiter, isWhole, records));
  const ofHeader = countAll(1);
  const counts = Math.max(...ofHeader) === 1 ? countAll(maxTitles) : ofHeader;
  const most = Math.max(...counts);
  if (most === 0 && !isWhole) return undefined;
  return delimiters[counts.indexOf(most)] ?? ",";
}

/** What a text turned out to be; `delimiter` is null until the header is read. */
type CsvTraits = TextTraits & { readonly delimiter: Delimiter | null };

/** In characters. */
const leastHead = 1 << 16;

type CsvReading = AsyncGenerator<readonly FileRecord[]> & {
  readonly traits: () => CsvTraits;
};

async function* scanCsv(
  pieces: AsyncIterable<string>,
  onDelimiter: (delimiter: Delimiter) => void,
): AsyncGenerator<readonly FileRecord[]> {
  let head = "";
  let enough = leastHead;
  let scanner: CsvScanner | undefined;

  function begin(isWhole: boolean): CsvScanner | undefined {
    const delimiter = findDelimiter(head, isWhole);
    if (delimiter === undefined) return undefined;
    onDelimiter(delimiter);
    return new CsvScanner(delimiter);
  }

  for await (const piece of pieces) {
    if (scanner !== undefined) {
      yield scanner.scan(piece);
      continue;
    }
    head += piece;
    if (head.length < enough) continue;
    enough = head.length * 2;
    scanner = begin(false);
    if (scanner !== undefined) yield scanner.scan(head);
  }
  if (scanner === undefined) {
    scanner = begin(true);
    yield scanner?.scan(head) ?? [];
  }
  yield scanner?.end() ?? [];
}

/**
 * The records of a text in UTF-8, UTF-16 or Windows-1252 whose cells commas, semicolons, tabs or
 * bars separate; rows without a word are passed over. The apostrophe before what a spreadsheet
 * would take for a formula is no part of a cell. Throws `UnreadableFile` where a quote is not
 * closed or a row is longer than a megabyte.
 */
export function readCsv(input: AsyncIterable<Uint8Array>): CsvReading {
  const text = decodeText(input);
  let delimiter: Delimiter | null = null;
  const batches = scanCsv(text.pieces, (found) => {
    delimiter = found;
  });
  return Object.assign(batches, { traits: () => ({ ...text.traits(), delimiter }) });
}
