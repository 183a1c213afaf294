// Rows that are shorter or longer than the header. Invariant: a cell is read in its own column or
// its row is refused.
import type { FileRecord } from "../../files/fileRecord.ts";
import type { ColumnRule, FeedColumns } from "../feedColumns.ts";
import type { CellFault } from "../feedRow.ts";
import { countFilled, isBlank } from "./cellTexts.ts";
import { createEndChecker } from "./shortRows.ts";

/** `isShort`: cells at the end are missing. `extra`: how many filled cells have no column. */
type FittedRecord =
  | {
      readonly outcome: "fits";
      readonly cells: readonly string[];
      readonly isShort: boolean;
      readonly extra: number;
    }
  | { readonly outcome: "refused"; readonly fault: CellFault };

function describeWidthFault(record: FileRecord, width: number, isUnclear: boolean): CellFault {
  const breaks = countBreaks(record.cells);
  const lines = breaks === 0 ? "" : ` on lines ${record.line} to ${record.line + breaks}`;
  const value = `${record.cells.length} cells${lines}`;
  const reason = `does not have ${width} cells like the header`;
  if (!isUnclear) return { column: null, value, reason, suggestion: null };
  const unclear = `${reason}, and which are missing is not clear`;
  return { column: null, value, reason: unclear, suggestion: "add the delimiters of empty cells" };
}

/** Fits the records of a file into its columns, in their order. */
export type RecordFitter = {
  fitRecord(record: FileRecord): FittedRecord;
  /** Whether a record may be the rest of the row before it, which was refused for its width. */
  mayBeRest(record: FileRecord): boolean;
};

function countBreaks(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
}

/**
 * In a spreadsheet every cell has its column, so missing ones are empty. In a text, a row may lack
 * cells at its end if all columns that an offer needs are filled, and no cell may be missing before
 * (see `createEndChecker`); a row after one that is refused for its width may be the rest of it, so
 * it is refused too. `head` are the first rows of the file.
 */
export function createRecordFitter(
  header: Pick<FileRecord, "cells">,
  columns: FeedColumns,
  rules: readonly ColumnRule[],
  head: readonly FileRecord[],
): RecordFitter {
  const { width, places } = columns;
  const needed = rules.flatMap(({ name, required }) => {
    const place = places.get(name);
    return required === false || place === undefined ? [] : [place];
  });
  const lacksOnlyEnd = createEndChecker(columns, rules, new Set(needed), head);
  const used = new Set(places.values());
  const unnamed = Array.from({ length: width }, (_, place) => place).filter(
    (place) => isBlank(header.cells[place]) && !used.has(place),
  );
  const countUnnamed = (cells: readonly string[]) =>
    unnamed.filter((place) => !isBlank(cells[place])).length;
  /** The last line of a row that was refused for its width. */
  let lastRefused: number | null = null;
  const mayBeRest = ({ line }: FileRecord) => lastRefused === line - 1;

  const fitRecord = (record: FileRecord): FittedRecord => {
    const { cells, kinds, line } = record;
    if (record.fault !== undefined) {
      const fault = { column: null, value: "", reason: record.fault, suggestion: null };
      return { outcome: "refused", fault };
    }
    if (cells.length === width) {
      const extra = unnamed.length === 0 ? 0 : countUnnamed(cells);
      return { outcome: "fits", cells, isShort: false, extra };
    }
    const fitted = [...cells.slice(0, width), ...Array<string>(width).fill("")].slice(0, width);
    const isShort = cells.length < width;
    if (kinds !== undefined) {
      const extra = countFilled(cells.slice(width)) + countUnnamed(cells);
      return { outcome: "fits", cells: fitted, isShort: false, extra };
    }
    const isWhole = needed.every((place) => !isBlank(cells[place]));
    const isRead = isShort && isWhole && !mayBeRest(record);
    if (isRead && lacksOnlyEnd(cells)) {
      return { outcome: "fits", cells: fitted, isShort: true, extra: countUnnamed(cells) };
    }
    // What follows a row with all its needed cells is not the rest of it.
    if (!isRead) lastRefused = line + countBreaks(cells);
    return { outcome: "refused", fault: describeWidthFault(record, width, isRead) };
  };
  return { fitRecord, mayBeRest };
}
