// The columns that lists have, and how a row is written back into them.
import { offerColumn } from "../catalog/import/catalogColumns.ts";
import { type ColumnRule, findNamedColumn } from "../imports/feedColumns.ts";
import type { ListColumns, RowReading } from "./orderList.ts";
import { joinCondition } from "./written/certificateWish.ts";
import { isUnitCell, splitUnit } from "./written/quantityText.ts";

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
export const certificateColumn = "certificate";

const partNumber = offerColumn("part_number", true);
const condition = offerColumn("condition", false);
const certificate = offerColumn(certificateColumn, false);

export const listColumnRules: readonly ColumnRule[] = [
  {
    ...partNumber,
    // biome-ignore format: a list of words, in rows
    synonyms: [
      ...partNumber.synonyms, "PN NSN", "PN or NSN", "NSN PN", "NSN or PN", "part or NSN",
      "PN stock number", "PN or stock number", "mfr PN NSN", "mfr PN or NSN", "NSN mfr PN",
      "NSN or mfr PN", "manufacturer part NSN", "OEM PN NSN", "OEM PN or NSN",
      "PN required", "PN reqd", "PN req", "PN requested", "part required", "part reqd",
      "part requested", "part number required", "part number requested", "required PN",
    ],
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
      "rfq qty", "quote qty", "need", "demand", "qty rqd", "rqd qty", "reqd qty", "rqrd qty",
      "quantité", "quantité commandée", "nombre", "Menge", "Anzahl", "Stückzahl", "Bestellmenge",
      "Bedarf", "cantidad", "cantidad pedida", "quantidade", "quantità",
    ],
    weak: ["required", "reqd", "req'd"],
  },
  // A condition column also says which certificates are wanted.
  {
    ...condition,
    synonyms: [
      ...condition.synonyms,
      "cond cert",
      "cond and cert",
      "cond trace",
      "cond paperwork",
      "cond req",
      "cond reqd",
      "cond required",
      "condition requested",
      "cond or cert",
    ],
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
      "docs", "docs required", "traceability", "trace", "cert reqd", "release reqd",
      "release cert reqd", "release doc", "release document", "release docs", "release type",
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
      "requested date", "req date", "reqd date", "rqd date", "date reqd", "date req", "reqd by",
      "req by", "rqd by", "reqd by date", "required by date", "required delivery date", "RDD",
      "required on", "required delivery", "due", "due by", "deliver by", "delivery by",
      "requested delivery date", "need on", "required on dock", "on dock date", "RoS date", "ROS",
      "required on site",
    ],
    weak: ["delivery"],
  },
];

/** The place of the first column with the name of a field, -1 if there is none. */
function findPlace(headers: readonly string[], field: string): number {
  return headers.findIndex((one) => findNamedColumn(one, listColumnRules) === field);
}

/** What the cell of a row's unit says, empty if it has none. */
export function readUnitCell({ headers }: ListColumns, cells: readonly string[]): string {
  return cells[findPlace(headers, unitColumn)] ?? "";
}

/** Cells of which the unit is that of a quantity, which has it now, or of which it was removed. */
function writeUnitCell(headers: readonly string[], cells: string[], quantityText: string): void {
  const place = findPlace(headers, unitColumn);
  if (quantityText === "" || !isUnitCell(cells[place] ?? "")) return;
  cells[place] = splitUnit(quantityText).unit ?? "";
}

/** A part number with its quantity, which is only read there without the unit of its own column. */
function writeNumberCell(
  { partNumber, quantityText }: Pick<RowReading, "partNumber" | "quantityText">,
  unitCell: string,
): string {
  const { amount, unit } = splitUnit(quantityText);
  const quantity = unit !== null && unit === unitCell ? amount : quantityText;
  return quantity === "" ? partNumber : `${partNumber} x ${quantity}`;
}

export function writeRowCells(
  columns: ListColumns,
  cells: readonly string[],
  reading: RowReading,
): string[] {
  const { headers, numberColumn, quantityColumn, conditionColumn } = columns;
  const { partNumber, quantityText, condition, certificate } = reading;
  const written = headers.map((_, place) => cells[place] ?? "");
  if (conditionColumn !== null) written[conditionColumn] = joinCondition(condition, certificate);
  writeUnitCell(headers, written, quantityText);
  if (quantityColumn !== null) {
    written[numberColumn] = partNumber;
    written[quantityColumn] = quantityText;
    const papers = findPlace(headers, certificateColumn);
    // And the condition has the certificates.
    if (papers >= 0 && conditionColumn !== null && certificate !== null) written[papers] = "";
    return written;
  }
  const line = writeNumberCell(reading, readUnitCell(columns, written));
  const isApart = condition === null || conditionColumn !== null;
  written[numberColumn] = isApart ? line : `${line} ${condition}`;
  return written;
}
