// The columns that lists have, and how a row is written back into them.
import { offerColumn } from "../catalog/import/catalogColumns.ts";
import type { ColumnRule } from "../imports/feedColumns.ts";
import type { ListColumns, RowReading } from "./orderList.ts";
import { joinCondition } from "./written/certificateWish.ts";

export const listColumnNames = [
  "part_number",
  "quantity",
  "condition",
  "remark",
  "needed_by",
] as const;

export const listColumnRules: readonly ColumnRule[] = [
  offerColumn("part_number", true),
  {
    name: "quantity",
    required: false,
    content: "quantity",
    // biome-ignore format: a list of words, in rows
    synonyms: [
      "qty", "quantities", "order qty", "order quantity", "qty ordered", "quantity ordered",
      "required qty", "required quantity", "qty required", "quantity required", "req qty",
      "qty needed", "quantity needed", "needed", "pcs", "pieces", "count", "amount", "qty req",
      "qty reqd", "quantity requested", "qty requested", "requested qty", "requested quantity",
      "rfq qty", "quote qty", "need", "demand",
      "quantité", "quantité commandée", "nombre", "Menge", "Anzahl", "Stückzahl", "Bestellmenge",
      "Bedarf", "cantidad", "cantidad pedida", "quantidade", "quantità",
    ],
    weak: ["required", "reqd", "req'd"],
  },
  offerColumn("condition", false),
  {
    name: "remark",
    required: false,
    takesFirst: true,
    synonyms: ["remarks", "line remark", "line note"],
    weak: ["note", "notes", "comment", "comments"],
  },
  {
    name: "needed_by",
    required: false,
    takesFirst: true,
    // biome-ignore format: a list of words, in rows
    synonyms: [
      "need date", "need by", "need by date", "needed by", "needed by date", "required by",
      "required date", "due date", "delivery date", "date needed", "date required",
      "requested date", "req date",
    ],
  },
];

export function writeRowCells(
  { headers, numberColumn, quantityColumn, conditionColumn }: ListColumns,
  cells: readonly string[],
  { partNumber, quantityText, condition, certificate }: RowReading,
): string[] {
  const written = headers.map((_, place) => cells[place] ?? "");
  if (conditionColumn !== null) written[conditionColumn] = joinCondition(condition, certificate);
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
