// The columns that lists have, and how a row is written back into them.

import { foldFullWidth } from "../catalog/partNumber.ts";
import { offerColumn } from "../imports/file.ts";
import {
  findUnreadWish,
  joinCertificates,
  joinCondition,
  type ListCodes,
  readCertificateCell,
} from "../reading/condition.ts";
import { findNamedColumn } from "../reading/header.ts";
import { isUnitCell, splitUnit } from "../reading/quantity.ts";
import type { ColumnRule } from "../reading/row.ts";
import { type HeaderWords, headersOf, weakHeadersOf } from "../reading/words/headers.ts";
import type { ListColumns, RowReading } from "./orderList.ts";

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

function listColumn(name: string, words: readonly HeaderWords[]): ColumnRule {
  return { name, required: false, synonyms: headersOf(...words), weak: weakHeadersOf(name) };
}

const partNumber = offerColumn("part_number", true);
const condition = offerColumn("condition", false);

export const listColumnRules: readonly ColumnRule[] = [
  { ...partNumber, synonyms: headersOf("part_number", "part_or_nsn") },
  { ...listColumn("quantity", ["quantity", "ordered"]), content: "quantity" },
  // A condition column also says which certificates are wanted.
  { ...condition, synonyms: headersOf("condition", "condition_wish") },
  {
    ...listColumn(certificateColumn, ["certificate", "certificate_wish"]),
    takesFirst: true,
  },
  // Nobody is asked about it: its cells only say what a quantity counts.
  { ...listColumn(unitColumn, ["unit_of_measure"]), takesFirst: true },
  { ...listColumn("remark", ["remark"]), takesFirst: true },
  { ...listColumn("needed_by", ["needed_by"]), takesFirst: true },
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

/** As `findUnreadWish`, of the cells of a row: the condition that it shows may be cut. */
export function findRowWish(
  { cells, condition }: { readonly cells: readonly string[]; readonly condition: string | null },
  { headers, conditionColumn }: ListColumns,
  codes: ListCodes,
): ReturnType<typeof findUnreadWish> {
  const written = cells[conditionColumn ?? -1]?.trim() ?? "";
  const wish = findUnreadWish(foldFullWidth(written === "" ? (condition ?? "") : written), codes);
  const papers = readCertificateCell(cells[findPlace(headers, certificateColumn)] ?? "", codes);
  const wanted = [wish.certificate, papers].flatMap((one) => one?.split("; ") ?? []);
  return { ...wish, certificate: joinCertificates([...new Set(wanted)]) };
}
