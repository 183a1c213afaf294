// Where a list says that it is urgent: above its rows, for all of them, or in a row. Pure.
import { isBlank } from "../../files/fileRecord.ts";
import { labelOf } from "../../reading/rows.ts";
import { affirmsUrgency, findUrgency, type Urgency, urgencies } from "../../reading/urgency.ts";
import { isPlaceholder } from "../../reading/words/placeholders.ts";
import type { ListColumns, ReadRow, UrgentLine } from "../orderList.ts";

function findMost(found: readonly (Urgency | undefined)[]): Urgency | undefined {
  return urgencies.find((one) => found.includes(one));
}

/** Reads how urgent a row is: any cell may say it, except its number and name. */
function createRowReader({ headers, numberColumn }: ListColumns) {
  const named = headers.map(findUrgency);
  const isRead = headers.map((header, at) => at !== numberColumn && labelOf(header) !== "name");
  const readCell = (cell: string, at: number): Urgency | undefined => {
    if (isRead[at] === false || isBlank(cell)) return undefined;
    const isNamed = named[at] !== undefined && affirmsUrgency(cell) && !isPlaceholder(cell);
    return findUrgency(cell) ?? (isNamed ? named[at] : undefined);
  };
  return (cells: readonly string[]) => findMost(cells.map(readCell));
}

/** Rows that are named; of a list with more, all are urgent. */
const maxUrgentRows = 200;

/** Collects the urgent lines of a list, in its order. */
export function createUrgencyTally(columns: ListColumns) {
  const lines: UrgentLine[] = [];
  const readRow = createRowReader(columns);
  let hasRows = false;
  const add = (line: number, urgency: Urgency | undefined, isRow: boolean) => {
    if (urgency === undefined) return;
    lines.push({ line, urgency, isRow: isRow && lines.length < maxUrgentRows });
  };
  return {
    /** Only above the rows: below them, a signature may name an AOG desk. */
    addTitle({ line, cells }: { readonly line: number; readonly cells: readonly string[] }) {
      if (!hasRows) add(line, findMost(cells.map(findUrgency)), false);
    },
    addRow({ rowNumber, cells }: Pick<ReadRow, "rowNumber" | "cells">) {
      hasRows = true;
      if (lines.length <= maxUrgentRows) add(rowNumber, readRow(cells), true);
    },
    list: (): readonly UrgentLine[] => lines,
  };
}

/** How urgent an order of these rows is, and which of them; null for those of an urgent list. */
export function findRowsUrgency(urgent: readonly UrgentLine[], rowNumbers: readonly number[]) {
  const taken = urgent.filter(({ line, isRow }) => !isRow || rowNumbers.includes(line));
  const urgency = findMost(taken.map((one) => one.urgency));
  if (urgency === undefined) return undefined;
  const most = taken.filter((one) => one.urgency === urgency);
  const isList = most.some(({ isRow }) => !isRow);
  return { urgency, rows: isList ? null : new Set(most.map(({ line }) => line)) };
}
