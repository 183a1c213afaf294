// What separates the cells of a text: found once, from its header line.
import { CsvScanner } from "./csvScanner.ts";
import { UnreadableFile } from "./fileRecord.ts";

/** What may separate cells, the most usual first. */
const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** The cells of the first record; 0 where it does not end in `text`, -1 where it is broken. */
function countHeaderCells(text: string, delimiter: Delimiter, isWhole: boolean): number {
  const scanner = new CsvScanner(delimiter);
  try {
    const [header] = [...scanner.scan(text, 1), ...(isWhole ? scanner.end(1) : [])];
    return header?.cells.length ?? 0;
  } catch (error) {
    if (error instanceof UnreadableFile) return -1;
    throw error;
  }
}

/**
 * The delimiter by which the header has most cells, the comma where none has more; undefined where
 * `text`, the beginning of a file, does not have the whole header.
 */
export function findDelimiter(text: string, isWhole: boolean): Delimiter | undefined {
  const counts = delimiters.map((delimiter) => countHeaderCells(text, delimiter, isWhole));
  const most = Math.max(...counts);
  if (most === 0 && !isWhole) return undefined;
  return delimiters[counts.indexOf(most)] ?? ",";
}
