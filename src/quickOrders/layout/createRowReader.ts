// Reads the records of a list, in their order, into rows. Invariant: a record is a row, or it is
// named among those that were left out.

import { foldFullWidth } from "../../catalog/partNumber.ts";
import type { FileRecord } from "../../files/fileRecord.ts";
import { type ColumnMapping, type FeedColumns, leftOutHeader } from "../../imports/feedColumns.ts";
import {
  createLeftOutTally,
  findLeftOutKind,
  type LeftOutKind,
} from "../../imports/layout/leftOutRows.ts";
import { firstNeededDay } from "../../orders/lineInstructions.ts";
import { type ListCodes, readCondition } from "../../reading/condition.ts";
import { createDayReader } from "../../reading/day.ts";
import { listColumnNames } from "../listColumns.ts";
import type { LateInstructions, ReadList, ReadRow, RowInstructions } from "../orderList.ts";
import { readListRow } from "../readListRow.ts";
import { createUrgencyTally } from "../written/listUrgency.ts";
import { readRowInstructions } from "../written/rowInstructions.ts";
import { type FoundColumns, findListColumns } from "./findListColumns.ts";
import {
  countsRows,
  findListKind,
  findPossibleKind,
  isTotal,
  isWithdrawnRow,
  namesColumns,
} from "./leftOutOfLists.ts";
import { describeUnread } from "./unreadColumns.ts";

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
