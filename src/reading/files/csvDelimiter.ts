// Which character separates the cells of a text.
import { CsvScanner } from "./csvScanner.ts";
import { type FileRecord, UnreadableFile } from "./fileRecord.ts";

/** Most frequent first. */
const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** Titles can precede a header, and rows show which line is one. */
const maxRecords = 50;

/**
 * The delimiter that the first line declares for spreadsheet programs (`sep=;`); undefined if it
 * declares none. Throws `UnreadableFile` for a character that is no delimiter.
 */
export function readDeclaredDelimiter(text: string): Delimiter | undefined {
  const [, declared] = /^"?sep=([^\r\n]?)"?[^\S\r\n\t]*(?:[\r\n]|$)/i.exec(text) ?? [];
  if (declared === undefined) return undefined;
  const known = delimiters.find((delimiter) => delimiter === declared);
  if (known !== undefined) return known;
  throw new UnreadableFile(
    `Line 1 declares "${declared}" as the delimiter. ` +
      "Separate the cells by commas, semicolons, tabs or bars.",
  );
}

/** A row of data nearly always has a number. */
function looksLikeHeader({ cells }: FileRecord): boolean {
  return cells.length > 1 && cells.every((cell) => /\p{L}/u.test(cell));
}

/** At most `limit` records of a text; undefined if one of them is broken. */
function scanRecords(
  text: string,
  delimiter: Delimiter,
  isWhole: boolean,
  limit: number,
): FileRecord[] | undefined {
  const scanner = new CsvScanner(delimiter);
  try {
    const scanned = scanner.scan(text, limit);
    const isEnough = !isWhole || scanned.length >= limit;
    return isEnough ? scanned : [...scanned, ...scanner.end(limit - scanned.length)];
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}

/** How many cells of rows lie side by side: the most frequent width, times its rows. */
function countTable(records: readonly FileRecord[]): number {
  const rows = new Map<number, number>();
  for (const { cells } of records) rows.set(cells.length, (rows.get(cells.length) ?? 0) + 1);
  return Math.max(...[...rows].map(([width, count]) => (width - 1) * count));
}

/** Whether the rows below the first record are mostly narrower or wider. */
function isTitle([first, ...below]: readonly FileRecord[]): boolean {
  if (first === undefined || below.length < 2) return false;
  const alike = below.filter(({ cells }) => cells.length === first.cells.length).length;
  return alike * 2 < below.length;
}

function indexOfLargest(counts: readonly number[]): number {
  return counts.indexOf(Math.max(...counts));
}

/**
 * The delimiter with which the header line has most cells; of equal ones the most frequent. Below
 * a title it is the one of the line that looks like a header or, if the first line has several
 * cells but the rows do not, the one that makes a table of the rows. Undefined if `text`, the start
 * of a file, does not have all of the header line.
 */
export function findDelimiter(text: string, isWhole: boolean): Delimiter | undefined {
  const scan = (limit: number) => (delimiter: Delimiter) =>
    scanRecords(text, delimiter, isWhole, limit);
  const heads = delimiters.map((one) => scan(maxRecords)(one) ?? scan(1)(one));
  const ofFirst = heads.map((head) => (head === undefined ? -1 : (head[0]?.cells.length ?? 0)));
  const most = Math.max(...ofFirst);
  if (most === 0 && !isWhole) return undefined;
  const best = ofFirst.indexOf(most);
  if (most > 1 && !isTitle(heads[best] ?? [])) return delimiters[best];
  const ofHeader = heads.map((head, place) => {
    const header = head?.slice(1).find(looksLikeHeader);
    return header?.cells.length ?? ofFirst[place] ?? 0;
  });
  if (most <= 1) return delimiters[indexOfLargest(ofHeader)];
  const ofTable = heads.map((head) => (head === undefined ? -1 : countTable(head)));
  return delimiters[indexOfLargest(ofTable)];
}
