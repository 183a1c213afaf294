// The columns that lists have, and how a row is written back into them.
import { offerColumn } from "../catalog/import/catalogColumns.ts";
import { type ColumnRule, findNamedColumn } from "../imports/feedColumns.ts";
import type { ListColumns, RowReading } from "./orderList.ts";
import { joinCondition } from "./written/certificateWish.ts";
import { isOtherUnit, splitUnit } from "./written/quantityText.ts";

export const listColumnNames = [
  "part_number",
  "quantity",
  "condition",
  "unit_of_measure",
  "remark",
  "needed_by",
] as const;

const unitColumn = "unit_of_measure";

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
  // Nobody is asked about it: its cells only say what a quantity counts.
  {
    name: unitColumn,
    required: false,
    takesFirst: true,
    synonyms: offerColumn(unitColumn, false).synonyms,
  },
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
    // The quantity has the unit now, or a person removed it.
    const unit = headers.findIndex((one) => findNamedColumn(one, listColumnRules) === unitColumn);
    if (isOtherUnit(written[unit] ?? "")) written[unit] = splitUnit(quantityText).unit ?? "";
    return written;
  }
  const line = quantityText === "" ? partNumber : `${partNumber} x ${quantityText}`;
  const isApart = condition === null || conditionColumn !== null;
  written[numberColumn] = isApart ? line : `${line} ${condition}`;
  return written;
}
