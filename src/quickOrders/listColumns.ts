// Which column of a list is which: by a header where there is one, else by the cells of each row.
import { offerColumn } from "../catalog/import/catalogColumns.ts";

import { toStorableText } from "../db/toStorableText.ts";
import { type FileRecord, UnreadableFile } from "../files/fileRecord.ts";
import { type ColumnRule, matchFeedColumns, namesColumn } from "../imports/feedColumns.ts";
import type { ListColumns, RowReading } from "./orderList.ts";

/** The columns of a list; only the part number must be there. */
export const listColumnRules: readonly ColumnRule[] = [
  offerColumn("part_number", true),
  {
    name: "quantity",
    required: false,
    synonyms: [
      "qty",
      "quantities",
      "order qty",
      "order quantity",
      "qty ordered",
      "quantity ordered",
      "required qty",
      "required quantity",
      "qty required",
      "quantity required",
      "req qty",
      "qty needed",
      "quantity needed",
      "needed",
      "pcs",
      "pieces",
      "count",
      "amount",
    ],
  },
  offerColumn("condition", false),
];

/** A list without a header whose rows are cells, and one whose rows are a line each. */
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

/** The columns of a list, whether its first record is their header, and how many a row fills. */
export type FoundColumns = {
  readonly columns: ListColumns;
  readonly isNamed: boolean;
  readonly width: number;
};

function nameColumns(header: FileRecord): ListColumns {
  const { places } = matchFeedColumns(header, listColumnRules);
  const quantityColumn = places.get("quantity") ?? null;
  // What a person adds to a row later needs a column of its own.
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
 * The columns by the first record: it is a header where a cell of it names a column, or `hasHeader`
 * is known. Throws `UnreadableFile` where two headers name one column, the part number's is
 * missing, or there is no header and more cells than a list without one has.
 */
export function findListColumns(first: FileRecord, hasHeader: boolean): FoundColumns {
  const isNamed = hasHeader || first.cells.some((cell) => namesColumn(cell, listColumnRules));
  if (isNamed) return { columns: nameColumns(first), isNamed, width: first.cells.length };
  const filled = first.cells.filter((cell) => cell.trim() !== "").length;
  if (filled > placed.headers.length) {
    throw new UnreadableFile(
      `Line ${first.line}: ${filled} columns without names cannot be told apart. ` +
        "Put a line above them: part_number, quantity and, if you like, condition.",
    );
  }
  const columns = first.cells.length > 1 ? placed : written;
  return { columns, isNamed, width: placed.headers.length };
}

/** The cells of a row with its number, quantity and condition at their places; others stay. */
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
