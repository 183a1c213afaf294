// Finds the columns of a list: by its header, else by the cells of each row.
import { offerColumn } from "../catalog/import/catalogColumns.ts";

import { toStorableText } from "../db/toStorableText.ts";
import { type FileRecord, UnreadableFile } from "../files/fileRecord.ts";
import { type ColumnRule, matchFeedColumns, namesColumn } from "../imports/feedColumns.ts";
import type { ListColumns, RowReading } from "./orderList.ts";

export const listColumnRules: readonly ColumnRule[] = [
  offerColumn("part_number", true),
  {
    name: "quantity",
    required: false,
    // biome-ignore format: a list of words, in rows
    synonyms: [
      "qty", "quantities", "order qty", "order quantity", "qty ordered", "quantity ordered",
      "required qty", "required quantity", "qty required", "quantity required", "req qty",
      "qty needed", "quantity needed", "needed", "pcs", "pieces", "count", "amount",
    ],
  },
  offerColumn("condition", false),
];

/** Without a header: lists whose rows have cells, and lists with one line of text per row. */
const placed: ListColumns = {
  headers: ["part_number", "quantity", "condition"],
  numberColumn: 0,
  quantityColumn: 1,
  conditionColumn: 2,
};
const written: ListColumns = {
  headers: ["part_number"],
  numberColumn: 0,
  quantityColumn: null,
  conditionColumn: null,
};

/** `isNamed`: the first record is the header. `width`: the maximum of cells per row. */
export type FoundColumns = {
  readonly columns: ListColumns;
  readonly isNamed: boolean;
  readonly width: number;
};

function nameColumns(header: FileRecord): ListColumns {
  const { places } = matchFeedColumns(header, listColumnRules);
  const quantityColumn = places.get("quantity") ?? null;
  // A condition that is added to a row later needs its own column.
  const condition = places.get("condition") ?? null;
  const isAdded = condition === null && quantityColumn !== null;
  const headers = header.cells.map((cell) => toStorableText(cell));
  return {
    headers: isAdded ? [...headers, "condition"] : headers,
    numberColumn: places.get("part_number") ?? 0,
    quantityColumn,
    conditionColumn: isAdded ? header.cells.length : condition,
  };
}

/**
 * Finds the columns by the first record, which is a header if one of its cells names a column or
 * `hasHeader` is true. Throws `UnreadableFile` if two headers name one column, the part number is
 * missing, or a list without a header has too many cells.
 */
export function findListColumns(first: FileRecord, hasHeader: boolean): FoundColumns {
  const isNamed = hasHeader || first.cells.some((cell) => namesColumn(cell, listColumnRules));
  if (isNamed) return { columns: nameColumns(first), isNamed, width: first.cells.length };
  const filled = first.cells.filter((cell) => cell.trim() !== "").length;
  if (filled > placed.headers.length) {
    throw new UnreadableFile(
      `Line ${first.line}: ${filled} columns without headers cannot be identified. ` +
        "Add a header line: part_number, quantity and, optionally, condition.",
    );
  }
  const columns = first.cells.length > 1 ? placed : written;
  return { columns, isNamed, width: placed.headers.length };
}

export function writeRowCells(
  { headers, numberColumn, quantityColumn, conditionColumn }: ListColumns,
  cells: readonly string[],
  { partNumber, quantityText, condition }: RowReading,
): string[] {
  const written = headers.map((_, place) => cells[place] ?? "");
  if (conditionColumn !== null) written[conditionColumn] = condition ?? "";
  if (quantityColumn !== null) {
    written[numberColumn] = partNumber;
    written[quantityColumn] = quantityText;
    return written;
  }
  const line = quantityText === "" ? partNumber : `${partNumber} x ${quantityText}`;
  const isApart = condition === null || conditionColumn !== null;
  written[numberColumn] = isApart ? line : `${line} ${condition}`;
  return written;
}
