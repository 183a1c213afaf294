// Delimited text into records: what it is encoded in and what separates its cells are found out.
import { CsvScanner } from "./csvScanner.ts";
import { decodeText, type TextTraits } from "./decodeText.ts";
import type { FileRecord } from "./fileRecord.ts";
import { type Delimiter, findDelimiter } from "./findDelimiter.ts";

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
