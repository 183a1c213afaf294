import { type Delimiter, findDelimiter, readDeclaredDelimiter } from "./csvDelimiter.ts";
import { CsvScanner } from "./csvScanner.ts";
import { decodeText, type TextTraits } from "./decodeText.ts";
import type { FileRecord } from "./fileRecord.ts";

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
