import { CsvScanner } from "./csvScanner.ts";
import { decodeText, type TextTraits } from "./decodeText.ts";
import { type FileRecord, UnreadableFile } from "./fileRecord.ts";

/** Most frequent first. */
const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** Titles can precede a header. */
const maxTitles = 20;

/** A row of data nearly always has a number. */
function looksLikeHeader({ cells }: FileRecord): boolean {
  return cells.length > 1 && cells.every((cell) => /\p{L}/u.test(cell));
}

/**
 * The number of cells of the first record, or of the next that looks like a header, among the first
 * `limit`; 0 if none ends in `text`, -1 if one is broken.
 */
function countCells(text: string, delimiter: Delimiter, isWhole: boolean, limit: number): number {
  const scanner = new CsvScanner(delimiter);
  try {
    const scanned = scanner.scan(text, limit);
    const records =
      isWhole && scanned.length < limit ? [...scanned, ...scanner.end(limit)] : scanned;
    const [first, ...below] = records;
    return (below.find(looksLikeHeader) ?? first)?.cells.length ?? 0;
  } catch (error) {
    if (error instanceof UnreadableFile) return -1;
    throw error;
  }
}

/**
 * The delimiter with which the header line, or the one below titles of one cell, has most cells; of
 * equal ones the most frequent. Undefined if `text`, the start of a file, does not have all of it.
 */
function findDelimiter(text: string, isWhole: boolean): Delimiter | undefined {
  const countAll = (records: number) =>
    delimiters.map((delimiter) => countCells(text, delimiter, isWhole, records));
  const ofHeader = countAll(1);
  const counts = Math.max(...ofHeader) === 1 ? countAll(maxTitles) : ofHeader;
  const largest = Math.max(...counts);
  if (largest === 0 && !isWhole) return undefined;
  return delimiters[counts.indexOf(largest)] ?? ",";
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

  function createScanner(isWhole: boolean): CsvScanner | undefined {
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
    scanner = createScanner(false);
    if (scanner !== undefined) yield scanner.scan(head);
  }
  if (scanner === undefined) {
    scanner = createScanner(true);
    yield scanner?.scan(head) ?? [];
  }
  yield scanner?.end() ?? [];
}

/**
 * Reads text in UTF-8, UTF-16 or Windows-1252 with commas, semicolons, tabs or bars between cells,
 * without empty rows. The apostrophe that guards a formula is removed. Throws `UnreadableFile` if a
 * quote is not closed or a row is longer than a megabyte.
 */
export function readCsv(input: AsyncIterable<Uint8Array>): CsvReading {
  const text = decodeText(input);
  let delimiter: Delimiter | null = null;
  const batches = scanCsv(text.pieces, (found) => {
    delimiter = found;
  });
  return Object.assign(batches, { traits: () => ({ ...text.traits(), delimiter }) });
}
