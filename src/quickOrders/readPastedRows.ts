// Parses a pasted text into the rows of a list: columns as copied from a spreadsheet, or one line
// per part. Invariant: a row has the number of its first line, counting blank lines.

import type { Delimiter } from "../files/csvDelimiter.ts";
import { CsvScanner } from "../files/csvScanner.ts";
import { boundColumns, type FileRecord, UnreadableFile } from "../files/fileRecord.ts";
import { headRecords } from "../imports/rows/header.ts";
import type { ListCodes } from "../reading/condition.ts";
import { dropGrouped } from "../reading/line.ts";
import { createRowReader, type ReadingWish } from "./layout/createRowReader.ts";
import type { ReadList, ReadRow } from "./orderList.ts";

const rowsPerBatch = 1_000;
const marks = [";", "|", ","] as const;
/** Lines that are examined below a first line without a delimiter, which may be a title. */
const maxLines = 50;

/**
 * The delimiter of the first line that is not blank or, if it has none, of most lines; null if
 * there is none.
 */
function findPastedDelimiter(text: string): Delimiter | null {
  if (text.includes("\t")) return "\t";
  const found = text.slice(0, 100_000).matchAll(/^.*\S.*$/gmu);
  const lines = [...found].slice(0, maxLines).map(([line]) => dropGrouped(line));
  const ofFirst = marks.find((mark) => lines[0]?.includes(mark));
  const isOfMost = (mark: string) =>
    lines.filter((line) => line.includes(mark)).length * 2 > lines.length;
  return ofFirst ?? marks.find(isOfMost) ?? null;
}

function* splitLines(text: string): Generator<FileRecord> {
  const lineBreak = /\r\n|\r|\n/g;
  let line = 1;
  let start = 0;
  for (;;) {
    const end = lineBreak.exec(text);
    const cell = text.slice(start, end?.index).trim();
    if (cell !== "") yield { line, cells: [cell] };
    if (end === null) return;
    start = lineBreak.lastIndex;
    line += 1;
  }
}

/** Yields records one by one: all of them would take many times the memory of the text. */
function* splitRecords(text: string): Generator<FileRecord> {
  const delimiter = findPastedDelimiter(text);
  if (delimiter === null) {
    yield* splitLines(text);
    return;
  }
  const scanner = new CsvScanner(delimiter);
  for (const record of scanner.scan(text)) yield { ...boundColumns(record), delimiter };
  for (const record of scanner.end()) yield { ...boundColumns(record), delimiter };
}

/** The first records of a pasted text. */
export function readPastedHead(text: string): readonly FileRecord[] {
  return readHead(splitRecords(withoutMark(text)));
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, "");
}

function readHead(records: Generator<FileRecord>): FileRecord[] {
  const head: FileRecord[] = [];
  while (head.length < headRecords) {
    const next = records.next();
    if (next.done === true) break;
    head.push(next.value);
  }
  return head;
}

/**
 * Reads a pasted text, given the condition codes and how it is to be read.
 * Throws `UnreadableFile` with what to do if it is empty or its columns cannot be identified, and
 * during iteration if a quote is not closed.
 */
export function readPastedRows(
  text: string,
  codes: ListCodes,
  wish: Omit<ReadingWish, "isKeyed">,
): ReadList {
  const records = splitRecords(withoutMark(text));
  const head = readHead(records);
  if (head.length === 0) {
    throw new UnreadableFile("The text is empty. Paste a part number and a quantity per line.");
  }
  const { readRow, ...read } = createRowReader(head, { isKeyed: false, ...wish }, codes);
  function* batches(): Generator<ReadRow[]> {
    let rows = head.flatMap((record) => readRow(record) ?? []);
    for (const record of records) {
      if (rows.length >= rowsPerBatch) {
        yield rows;
        rows = [];
      }
      const row = readRow(record);
      if (row !== undefined) rows.push(row);
    }
    if (rows.length > 0) yield rows;
  }
  return { ...read, batches: batches() };
}
