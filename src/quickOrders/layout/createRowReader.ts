// Reads the records of a list, in their order, into rows. Invariant: a record is a row, or it is
// named among those that were left out.

import { foldFullWidth } from "../../catalog/partNumber.ts";
import { type FileRecord, isBlank } from "../../files/fileRecord.ts";
import { type ColumnMapping, leftOutHeader, namesColumn } from "../../imports/rows/columns.ts";
import {
  createLeftOutTally,
  findLeftOutKind,
  type LeftOutKind,
} from "../../imports/rows/leftOutRows.ts";
import { firstNeededDay } from "../../orders/lineInstructions.ts";
import { type ListCodes, readCondition } from "../../reading/condition.ts";
import { createDayReader } from "../../reading/day.ts";
import { fold } from "../../reading/lexicon.ts";
import type { FeedColumns } from "../../reading/row.ts";
import {
  isHeading,
  isRowText,
  isSentence,
  isSum,
  isWithdrawn,
  labelOf,
} from "../../reading/rows.ts";
import { listColumnNames, listColumnRules } from "../listColumns.ts";
import type { LateInstructions, ReadList, ReadRow, RowInstructions } from "../orderList.ts";
import { readListRow } from "../readListRow.ts";
import { createUrgencyTally } from "../written/listUrgency.ts";
import { readRowInstructions } from "../written/rowInstructions.ts";
import { type FoundColumns, findListColumns } from "./findListColumns.ts";
import { describeUnread } from "./unreadColumns.ts";

// Rows of lists that are not ordered, by words that other files do not have: totals, headings of
// sections, and parts that are cancelled or on hold. Invariant: what may be a part number is never
// left out.

/** Whether a record that imports take for a total is one of a list. */
function isTotal(record: FileRecord): boolean {
  return isRowText("totalName", record.cells.find((cell) => !isBlank(cell)) ?? "");
}

/** The only filled cell of a record, if it is neither a quantity nor what fills no cell. */
function findOnlyCell({ cells }: FileRecord) {
  const filled = cells.flatMap((cell, place) => (isBlank(cell) ? [] : [{ cell, place }]));
  return filled.length === 1 ? filled[0] : undefined;
}

/** Whether most rows of the first records have a quantity, so that a row without one stands out. */
function countsRows(
  head: readonly FileRecord[],
  { columns, skipped }: Pick<FoundColumns, "columns" | "skipped">,
): boolean {
  const { quantityColumn } = columns;
  const rows = head.slice(skipped).filter((record) => findOnlyCell(record) === undefined);
  const counted = rows.filter(({ cells }) => !isBlank(cells[quantityColumn ?? -1] ?? ""));
  return counted.length * 2 > rows.length;
}

const maxTitleWords = 8;
const maxWordsOfName = 4;
/** A mark between the names of columns in one line of text, or the name of a column that counts. */
function isBetweenNames(text: string): boolean {
  return ["", "/", "X"].includes(fold(text)) || ["item", "number"].includes(labelOf(text) ?? "");
}

/** How many names of columns fill words, from a place to the end; null if others are among them. */
function countNames(words: readonly string[], start: number): number | null {
  if (start === words.length) return 0;
  for (let end = Math.min(words.length, start + maxWordsOfName); end > start; end -= 1) {
    const text = words.slice(start, end).join(" ");
    const isBetween = isBetweenNames(text);
    const rest = isBetween || namesColumn(text, listColumnRules) ? countNames(words, end) : null;
    if (rest !== null) return rest + (isBetween ? 0 : 1);
  }
  return null;
}

/** Whether a record is one line of text that names columns only: "Part number / Qty". */
function namesColumns(record: FileRecord): boolean {
  const text = findOnlyCell(record)?.cell.trim() ?? "";
  const words = text.split(/[\s|,;:]+/).filter((word) => word !== "");
  if (words.length > maxTitleWords || /\d/.test(text)) return false;
  return (countNames(words, 0) ?? 0) > 1;
}

/**
 * What a row may be, if the catalog has no such part number: the heading of a section, which has
 * only one cell, or a total, which names itself and has no quantity.
 */
function findPossibleKind(
  record: FileRecord,
  { columns: { numberColumn } }: Pick<FoundColumns, "columns">,
): "remark" | "total" | undefined {
  const { cells, fault } = record;
  const text = (cells[numberColumn] ?? "").trim();
  if (fault !== undefined || isBlank(text)) return undefined;
  const others = cells.filter((cell, place) => place !== numberColumn && !isBlank(cell));
  if (isRowText("certainTotal", text) && others.every((cell) => isSum(cell.trim()))) return "total";
  const only = findOnlyCell(record);
  if (only !== undefined && isRowText("possibleTotal", text)) return "total";
  return only !== undefined && isHeading(text) ? "remark" : undefined;
}

/** What the only cell of a record is, if it is not in the column of part numbers. */
function findApartKind(
  record: FileRecord,
  { numberColumn, quantityColumn }: FoundColumns["columns"],
): "total" | "remark" | undefined {
  const only = findOnlyCell(record);
  if (only === undefined || only.place === numberColumn) return undefined;
  const text = only.cell.trim();
  if (isRowText("certainTotal", text) || isRowText("possibleTotal", text)) return "total";
  if (isSentence(text)) return "remark";
  // One word there may be a quantity: "several".
  const isQuantity = only.place === quantityColumn && !text.includes(" ");
  return isHeading(text) && !isQuantity ? "remark" : undefined;
}

/** Whether a row is struck through, or a cell beside its number and name says that it is cancelled. */
function isWithdrawnRow(
  { cells, struck }: FileRecord,
  { columns: { headers, numberColumn } }: Pick<FoundColumns, "columns">,
): boolean {
  if (struck?.has(numberColumn)) return true;
  return cells.some(
    (cell, at) => at !== numberColumn && isWithdrawn(cell) && labelOf(headers[at] ?? "") !== "name",
  );
}

/** What a record is, if it is no row. `isCounted` is what `countsRows` returned. */
function findListKind(
  record: FileRecord,
  { columns }: FoundColumns,
  isCounted: boolean,
): "total" | "remark" | undefined {
  const { cells, fault } = record;
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  const [first = "", ...others] = filled;
  if (fault !== undefined) return undefined;
  const apart = isCounted ? findApartKind(record, columns) : undefined;
  if (apart !== undefined) return apart;
  const isNamed = isRowText("certainTotal", first) && isBlank(cells[columns.numberColumn]);
  const isTotalOf = isNamed || (isRowText("total", first) && isTotal(record));
  return isTotalOf && others.length > 0 && others.every(isSum) ? "total" : undefined;
}

export type RowReader = Omit<ReadList, "batches"> & {
  /** Undefined for a record that is no row. */
  readRow(record: FileRecord): ReadRow | undefined;
};

/** The places by which imports recognize totals. */
function toFeedColumns({ columns, width }: FoundColumns): FeedColumns {
  const { numberColumn, quantityColumn, conditionColumn } = columns;
  const named = { part_number: numberColumn, quantity: quantityColumn, condition: conditionColumn };
  const places = Object.entries(named).flatMap(([name, place]): [string, number][] =>
    place === null ? [] : [[name, place]],
  );
  return { places: new Map(places), width, ignored: [] };
}

function describeChosen({ header }: FoundColumns, mapping: ColumnMapping | null): string[] {
  if (mapping === null || header === null) return [];
  const named = listColumnNames.flatMap((name) => {
    const cell = mapping.headers.get(name) ?? leftOutHeader;
    return cell === leftOutHeader ? [] : [`${name.replaceAll("_", " ")} from "${cell}"`];
  });
  if (named.length === 0) return [];
  return [`Columns as chosen: ${named.join(", ")}.`];
}

/** Reads the days of a list again, when all of them are known. */
function createInstructionReader(found: FoundColumns, codes: ListCodes, now: Date) {
  const days = createDayReader(firstNeededDay(now));
  const unread: FileRecord[] = [];
  return {
    readDay: days.read,
    /** Remembers a row whose day may become clear. */
    remember(record: FileRecord, { neededBy }: RowInstructions) {
      if (neededBy === null && (record.cells[found.instructions.neededBy ?? -1] ?? "") !== "") {
        unread.push(record);
      }
    },
    listLate: () =>
      unread.flatMap(({ line: rowNumber, cells }): LateInstructions[] => {
        const { neededBy, unread } = readRowInstructions(cells, found, codes, days.readInOrder);
        return neededBy === null ? [] : [{ rowNumber, neededBy, unread }];
      }),
  };
}

/** Words of conditions that are named. */
const maxWords = 10;

/** Collects the words that a list has for conditions, to say how they were read. */
function createConditionTally({ columns: { conditionColumn } }: FoundColumns, codes: ListCodes) {
  const read = new Map<string, string>();
  return {
    add({ cells }: FileRecord) {
      if (read.size >= maxWords) return;
      const cell = foldFullWidth(cells[conditionColumn ?? -1] ?? "");
      for (const [word, code] of readCondition(cell, codes).words) read.set(word, code);
    },
    describe: () => {
      const words = [...read].map(([word, code]) => `"${word}" as ${code}`);
      return words.length === 0 ? [] : [`Conditions read: ${words.join(", ")}.`];
    },
  };
}

/** Lines of a kind that are named, so that they can be included. */
const maxNamed = 20;

/** What a row may be, if the catalog has no such part number. */
function findDoubt(record: FileRecord, found: FoundColumns, isCounted: boolean): ReadRow["mayBe"] {
  if (namesColumns(record)) return "remark";
  return isCounted ? findPossibleKind(record, found) : undefined;
}

/** `included` is a line that is a row, whatever it looks like. */
export type ReadingWish = {
  readonly isKeyed: boolean;
  readonly mapping: ColumnMapping | null;
  readonly included?: number | undefined;
  /** When the list was sent. */
  readonly now: Date;
};

/** As `findListColumns`; throws what it throws. */
export function createRowReader(
  head: readonly FileRecord[],
  { isKeyed, mapping, included, now }: ReadingWish,
  codes: ListCodes,
): RowReader {
  const found = findListColumns(head, isKeyed, mapping);
  const feed = toFeedColumns(found);
  const header = found.header ?? { line: 0, cells: [] };
  const isCounted = found.isNamed && countsRows(head, found);
  const leftOut = createLeftOutTally(maxNamed);
  const { readDay, remember, listLate } = createInstructionReader(found, codes, now);
  const conditions = createConditionTally(found, codes);
  const urgency = createUrgencyTally(found.columns);
  let seen = 0;
  function leaveOut(kind: LeftOutKind, record: FileRecord): undefined {
    leftOut.add(kind, record);
    if (kind !== "withdrawn") urgency.addTitle(record);
  }
  function readKept(record: FileRecord): ReadRow {
    const row = readListRow(record, found, codes, readDay);
    remember(record, row.instructions);
    conditions.add(record);
    const mayBe = findDoubt(record, found, isCounted);
    if (mayBe !== undefined) urgency.addTitle(record);
    else urgency.addRow(row);
    return { ...row, mayBe };
  }
  return {
    columns: found.columns,
    readRow(record) {
      seen += 1;
      if (record.line === included) return readListRow(record, found, codes, readDay);
      if (seen === found.skipped) return undefined;
      if (seen < found.skipped) return leaveOut("title", record);
      const general = findLeftOutKind(record, header, feed);
      const isOther = general === undefined || (general === "total" && !isTotal(record));
      const kind = isOther ? findListKind(record, found, isCounted) : general;
      if (kind !== undefined) return leaveOut(kind, record);
      return isWithdrawnRow(record, found) ? leaveOut("withdrawn", record) : readKept(record);
    },
    leaveOut: ({ rowNumber, cells }, kind) => leftOut.add(kind, { line: rowNumber, cells }),
    listLate,
    urgent: urgency.list,
    notes: () => [
      ...describeChosen(found, mapping),
      ...leftOut.describe(),
      ...conditions.describe(),
      ...describeUnread(head, found, mapping),
    ],
  };
}
