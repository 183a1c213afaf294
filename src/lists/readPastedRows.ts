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

function splitLines(text: string): FileRecord[] {
  return text.split(/\r\n|\r|\n/).flatMap((cell, index) => {
    return cell.trim() === "" ? [] : [{ line: index + 1, cells: [cell.trim()] }];
  });
}

function splitRecords(text: string): FileRecord[] {
  const delimiter = findPastedDelimiter(text);
  if (delimiter === null) return splitLines(text);
  const scanner = new CsvScanner(delimiter);
  return [...scanner.scan(text), ...scanner.end()];
}

/**
 * Reads a pasted text. `conditions` are the codes of conditions. Throws `UnreadableFile`, saying
 * what to do, where there is nothing in it, a quote is not closed or columns cannot be told apart.
 */
export function readPastedRows(text: string, conditions: ReadonlySet<string>): ReadList {
  const records = splitRecords(text.replace(/^\ufeff/, ""));
  const [first] = records;
  if (first === undefined) {
    throw new UnreadableFile("There is no row in it. Paste a part number and a quantity a line.");
  }
  const found = findListColumns(first, false);
  const rows = found.isNamed ? records.slice(1) : records;
  function* batches(): Generator<ReadRow[]> {
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      yield rows
        .slice(start, start + rowsAtOnce)
        .map((record) => readListRow(record, found, conditions));
    }
  }
  return { columns: found.columns, batches: batches() };
}
