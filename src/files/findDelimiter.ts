// What separates the cells of a text: found once, from its header line, or, where that has one
// cell, from the first below that looks like one: titles can stand above a header.
import { CsvScanner } from "./csvScanner.ts";
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
 * where `text`, the beginning of a file, does not have the whole header.
 */
export function findDelimiter(text: string, isWhole: boolean): Delimiter | undefined {
  const countAll = (records: number) =>
    delimiters.map((delimiter) => countCells(text, delimiter, isWhole, records));
  const ofHeader = countAll(1);
  const counts = Math.max(...ofHeader) === 1 ? countAll(maxTitles) : ofHeader;
  const most = Math.max(...counts);
  if (most === 0 && !isWhole) return undefined;
  return delimiters[counts.indexOf(most)] ?? ",";
}
