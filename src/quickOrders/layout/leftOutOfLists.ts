// Rows of lists that are not ordered, by words that other files do not have: totals, headings of
// sections, and parts that are cancelled or on hold. Invariant: what may be a part number is never
// left out.
import { type FileRecord, isBlank } from "../../files/fileRecord.ts";
import { namesColumn } from "../../imports/feedColumns.ts";
import { fold } from "../../reading/lexicon.ts";
import {
  isHeading,
  isRowText,
  isSentence,
  isSum,
  isWithdrawn,
  labelOf,
} from "../../reading/rows.ts";
import { listColumnRules } from "../listColumns.ts";
import type { FoundColumns } from "./findListColumns.ts";

/** Whether a record that imports take for a total is one of a list. */
export function isTotal(record: FileRecord): boolean {
  return isRowText("totalName", record.cells.find((cell) => !isBlank(cell)) ?? "");
}

/** The only filled cell of a record, if it is neither a quantity nor what fills no cell. */
function findOnlyCell({ cells }: FileRecord) {
  const filled = cells.flatMap((cell, place) => (isBlank(cell) ? [] : [{ cell, place }]));
  return filled.length === 1 ? filled[0] : undefined;
}

/** Whether most rows of the first records have a quantity, so that a row without one stands out. */
export function countsRows(
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
export function namesColumns(record: FileRecord): boolean {
  const text = findOnlyCell(record)?.cell.trim() ?? "";
  const words = text.split(/[\s|,;:]+/).filter((word) => word !== "");
  if (words.length > maxTitleWords || /\d/.test(text)) return false;
  return (countNames(words, 0) ?? 0) > 1;
}

/**
 * What a row may be, if the catalog has no such part number: the heading of a section, which has
 * only one cell, or a total, which names itself and has no quantity.
 */
export function findPossibleKind(
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
export function isWithdrawnRow(
  { cells, struck }: FileRecord,
  { columns: { headers, numberColumn } }: Pick<FoundColumns, "columns">,
): boolean {
  if (struck?.has(numberColumn)) return true;
  return cells.some(
    (cell, at) => at !== numberColumn && isWithdrawn(cell) && labelOf(headers[at] ?? "") !== "name",
  );
}

/** What a record is, if it is no row. `isCounted` is what `countsRows` returned. */
export function findListKind(
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
