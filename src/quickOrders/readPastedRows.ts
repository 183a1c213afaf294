// A pasted text into the rows of a list: columns as a spreadsheet copies them, or a line a part.
// Invariant: a row has the number of the line it begins on, blank lines counted.
import { CsvScanner } from "../files/csvScanner.ts";
import { type FileRecord, UnreadableFile } from "../files/fileRecord.ts";
import type { Delimiter } from "../files/findDelimiter.ts";
import { findListColumns } from "./listColumns.ts";
import type { ReadList, ReadRow } from "./orderList.ts";
import { readListRow } from "./readListRow.ts";

const rowsAtOnce = 1_000;
/** Commas in a quantity that stands behind a blank or a mark: they part no columns. */
const parted = /(?<=[\sxX*\u00d7])\d{1,3}(?:,\d{3})+(?=\s|$)/g;

/** What parts the cells of the text, told by its first line that is not blank; null for nothing. */
function findPastedDelimiter(text: string): Delimiter | null {
  const [line = ""] = /^.*\S.*$/mu.exec(text) ?? [];
  if (text.includes("\t")) return "\t";
  const marks = line.replace(parted, "");
  return ([";", "|", ","] as const).find((mark) => marks.includes(mark)) ?? null;
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

/** The records of the text one by one: all at once they would take many times its memory. */
function* splitRecords(text: string): Generator<FileRecord> {
  const delimiter = findPastedDelimiter(text);
  if (delimiter === null) {
    yield* splitLines(text);
    return;
  }
  const scanner = new CsvScanner(delimiter);
  yield* scanner.scan(text);
  yield* scanner.end();
}

/**
 * Reads a pasted text. `conditions` are the codes of conditions. Throws `UnreadableFile`, saying
 * what to do, where there is nothing in it or columns cannot be told apart; also while the rows are
 * taken, where a quote is not closed.
 */
export function readPastedRows(text: string, conditions: ReadonlySet<string>): ReadList {
  const records = splitRecords(text.replace(/^\ufeff/, ""));
  const first = records.next();
  if (first.done === true) {
    throw new UnreadableFile("There is no row in it. Paste a part number and a quantity a line.");
  }
  const found = findListColumns(first.value, false);
  function* batches(): Generator<ReadRow[]> {
    let rows = found.isNamed ? [] : [readListRow(first.value, found, conditions)];
    for (const record of records) {
      if (rows.length === rowsAtOnce) {
        yield rows;
        rows = [];
      }
      rows.push(readListRow(record, found, conditions));
    }
    if (rows.length > 0) yield rows;
  }
  return { columns: found.columns, batches: batches() };
}
