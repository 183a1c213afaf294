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
  "certificate",
  "unit_of_measure",
  "remark",
  "needed_by",
] as const;

const unitColumn = "unit_of_measure";
const certificateColumn = "certificate";

const partNumber = offerColumn("part_number", true);
const condition = offerColumn("condition", false);
const certificate = offerColumn(certificateColumn, false);

export const listColumnRules: readonly ColumnRule[] = [
  {
    ...partNumber,
    synonyms: [...partNumber.synonyms, "PN NSN", "PN or NSN", "NSN PN", "NSN or PN", "part or NSN"],
  },
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
  // A condition column also says which certificates are wanted.
  {
    ...condition,
    synonyms: [...condition.synonyms, "cond cert", "cond and cert", "cond trace", "cond paperwork"],
  },
  {
    name: certificateColumn,
    required: false,
    takesFirst: true,
    // biome-ignore format: a list of words, in rows
    synonyms: [
      ...certificate.synonyms, "certs required", "cert required", "required certs", "cert req",
      "certs reqd", "certification", "certifications", "certification required", "release",
      "release required", "paperwork", "paperwork required", "documents", "documents required",
      "docs", "docs required", "traceability", "trace",
    ],
  },
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
    const [unit, papers] = [unitColumn, certificateColumn].map((name) =>
      headers.findIndex((one) => findNamedColumn(one, listColumnRules) === name),
    );
    if (isOtherUnit(written[unit ?? -1] ?? "")) {
      written[unit ?? -1] = splitUnit(quantityText).unit ?? "";
    }
    // And the condition has the certificates.
    if (papers !== undefined && papers >= 0 && conditionColumn !== null && certificate !== null) {
      written[papers] = "";
    }
    return written;
  }
  const line = quantityText === "" ? partNumber : `${partNumber} x ${quantityText}`;
  const isApart = condition === null || conditionColumn !== null;
  written[numberColumn] = isApart ? line : `${line} ${condition}`;
  return written;
}
