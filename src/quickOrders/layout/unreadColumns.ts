// Which columns of a list are not read. Those with dates are named by themselves: they may be days
// by which parts are needed.
import { type FileRecord, isBlank } from "../../files/fileRecord.ts";
import { type ColumnMapping, noMapping, placeColumns } from "../../imports/rows/columns.ts";
import { isDay } from "../../reading/day.ts";
import { nameHeaders } from "../../reading/header.ts";
import { labelOf } from "../../reading/rows.ts";
import { listColumnRules } from "../listColumns.ts";
import type { FoundColumns } from "./findListColumns.ts";

/** How the sentences on columns that are not read begin. */
export const unreadColumns = "Columns not read: ";
export const unreadDates = "Columns with dates not read: ";

function hasDays(rows: readonly FileRecord[], place: number): boolean {
  const filled = rows.flatMap(({ cells }) => (isBlank(cells[place]) ? [] : (cells[place] ?? "")));
  return filled.filter((cell) => isDay(cell.trim())).length * 2 > filled.length;
}

function describe(start: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${start}${names.map((name) => `"${name}"`).join(", ")}.`];
}

/** A sentence each for columns with dates and for others; `head` has the first records. */
export function describeUnread(
  head: readonly FileRecord[],
  { header, skipped, instructions }: FoundColumns,
  mapping: ColumnMapping | null,
): string[] {
  if (header === null) return [];
  const { ignored } = placeColumns(header.cells, listColumnRules, mapping ?? noMapping);
  const names = nameHeaders(header.cells);
  const unread = ignored.filter(
    (name) => !["name", "alternate", "item"].includes(labelOf(name) ?? ""),
  );
  const rows = head.slice(skipped);
  // If one column is read, a person or its header chose it.
  const isOpen = instructions.neededBy === null && mapping === null;
  const ofDays = isOpen ? unread.filter((name) => hasDays(rows, names.indexOf(name))) : [];
  const others = unread.filter((name) => !ofDays.includes(name));
  return [...describe(unreadDates, ofDays), ...describe(unreadColumns, others)];
}
