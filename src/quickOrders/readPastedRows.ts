// Parses a pasted text into the rows of a list: columns as copied from a spreadsheet, or one line
// per part. Invariant: a row has the number of its first line, counting blank lines.
import type { ConditionCodes } from "../catalog/tradeCodes.ts";
import type { Delimiter } from "../files/csvDelimiter.ts";
import { CsvScanner } from "../files/csvScanner.ts";
import { type FileRecord, UnreadableFile } from "../files/fileRecord.ts";
import { findListColumns } from "./listColumns.ts";
import type { ReadList, ReadRow } from "./orderList.ts";
import { readListRow } from "./readListRow.ts";

const rowsPerBatch = 1_000;
/** A quantity with commas after a space or a mark: these commas do not separate columns. */
const groupedQuantity = /(?<=[\sxX*\u00d7])\d{1,3}(?:,\d{3})+(?=\s|$)/g;

/** The delimiter of the first line that is not blank; null if it has none. */
function findPastedDelimiter(text: string): Delimiter | null {
  const [line = ""] = /^.*\S.*$/mu.exec(text) ?? [];
  if (text.includes("\t")) return "\t";
  const marks = line.replace(groupedQuantity, "");
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

/** Yields records one by one: all of them would take many times the memory of the text. */
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
 * Reads a pasted text, given the condition codes. Throws `UnreadableFile` with what to do if it is
 * empty or its columns cannot be identified, and during iteration if a quote is not closed.
 */
export function readPastedRows(text: string, conditions: ConditionCodes): ReadList {
  const records = splitRecords(text.replace(/^\ufeff/, ""));
  const first = records.next();
  if (first.done === true) {
    throw new UnreadableFile("The text is empty. Paste a part number and a quantity per line.");
  }
  const found = findListColumns(first.value, false);
  function* batches(): Generator<ReadRow[]> {
    let rows = found.isNamed ? [] : [readListRow(first.value, found, conditions)];
    for (const record of records) {
      if (rows.length === rowsPerBatch) {
        yield rows;
        rows = [];
      }
      rows.push(readListRow(record, found, conditions));
    }
    if (rows.length > 0) yield rows;
  }
  return { columns: found.columns, batches: batches() };
}
