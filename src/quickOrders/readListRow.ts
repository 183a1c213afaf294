// One row of a list: every way to read it, or why there is none. Pure. Invariant: a cell is read
// as written or not at all, by the same readers as every import.

import { conditionCodes } from "../catalog/import/codeLists.ts";
import { readPartNumber } from "../catalog/import/readPartNumber.ts";
import { limits } from "../contract/limits.ts";
import { toStorableText } from "../db/toStorableText.ts";
import type { CellKind, FileRecord } from "../files/fileRecord.ts";
import { createCleaningTally } from "../imports/cleanedCells.ts";
import { cleanText } from "../imports/cleanText.ts";
import { type CellFault, type FeedRow, readCode, readWholeNumber } from "../imports/feedRow.ts";
import { type FoundColumns, writeRowCells } from "./listColumns.ts";
import type { ListColumns, ReadRow, RowReading } from "./orderList.ts";
import { type LineTexts, splitLine } from "./splitLine.ts";

const quantityTextLength = 100;
const places = new Map([
  ["part_number", 0],
  ["quantity", 1],
  ["condition", 2],
]);
const wholeNumber = /^\d[\d.,' \u2019]*$/;

/** A reading, or why its part number or condition cannot be one. */
type ReadTexts =
  | { readonly outcome: "read"; readonly reading: RowReading }
  | { readonly outcome: "refused"; readonly fault: string };

function describeFault(subject: string, { reason, suggestion }: CellFault): string {
  return `${subject} ${reason}${suggestion === null ? "" : `: ${suggestion}`}.`;
}

/** Reads the three texts of a row; `kinds` are those of a spreadsheet's cells. */
export function readTexts(
  { partNumber, quantity, condition }: LineTexts,
  conditions: ReadonlySet<string>,
  kinds?: readonly CellKind[],
): ReadTexts {
  const cells = [partNumber, quantity, condition];
  const columns = { places, width: 3, ignored: [] };
  const row: FeedRow = { columns, cells, kinds, faults: [], cleaned: createCleaningTally() };
  const number = readPartNumber(row);
  const code = readCode(row, "condition", conditionCodes(conditions));
  const [fault] = row.faults;
  if (fault !== undefined) {
    const subject = fault.column === "condition" ? "The condition" : "The part number";
    return { outcome: "refused", fault: describeFault(subject, fault) };
  }
  if (number === null) return { outcome: "refused", fault: "There is no part number in it." };
  const amount = readWholeNumber(row, "quantity", 1, limits.quantity);
  const [quantityFault] = row.faults;
  return {
    outcome: "read",
    reading: {
      partNumber: number,
      quantityText: toStorableText(quantity.trim()).slice(0, quantityTextLength),
      quantity: amount,
      quantityFault:
        quantityFault === undefined ? null : describeFault("The quantity", quantityFault),
      condition: code,
    },
  };
}

type Asked = { readonly texts: LineTexts; readonly kinds?: readonly CellKind[] | undefined };

/** The texts that are in a cell which has number and quantity both. */
function splitCell(cell: string, condition: string, conditions: ReadonlySet<string>): Asked[] {
  const clean = cleanText(cell);
  const line = clean.outcome === "clean" ? (clean.text ?? "") : cell;
  return splitLine(line, conditions).map((texts) => ({
    texts: condition === "" ? texts : { ...texts, condition },
  }));
}

/** The texts of cells without names: the one that is a whole number is the quantity. */
function askPlaced(record: FileRecord, conditions: ReadonlySet<string>): Asked[] {
  const [first = "", second = "", condition = ""] = record.cells.map((cell) => cell.trim());
  const [firstKind = "text", secondKind = "text", thirdKind = "text"] = record.kinds ?? [];
  if (second === "") return splitCell(first, condition, conditions);
  const inOrder: Asked = {
    texts: { partNumber: first, quantity: second, condition },
    kinds: record.kinds && [firstKind, secondKind, thirdKind],
  };
  const turned: Asked = {
    texts: { partNumber: second, quantity: first, condition },
    kinds: record.kinds && [secondKind, firstKind, thirdKind],
  };
  if (!wholeNumber.test(first)) return [inOrder];
  return wholeNumber.test(second) ? [inOrder, turned] : [turned];
}

function askNamed(
  record: FileRecord,
  { numberColumn, quantityColumn, conditionColumn }: ListColumns,
  conditions: ReadonlySet<string>,
): Asked[] {
  const cellAt = (place: number | null) => (place === null ? "" : (record.cells[place] ?? ""));
  const kindAt = (place: number | null) => (place === null ? "text" : record.kinds?.[place]);
  const condition = cellAt(conditionColumn).trim();
  if (quantityColumn === null && (kindAt(numberColumn) ?? "text") === "text") {
    return splitCell(cellAt(numberColumn), condition, conditions);
  }
  const kinds = [numberColumn, quantityColumn, conditionColumn].map((at) => kindAt(at) ?? "text");
  return [
    {
      texts: { partNumber: cellAt(numberColumn), quantity: cellAt(quantityColumn), condition },
      kinds: record.kinds && kinds,
    },
  ];
}

function complainAboutWidth(record: FileRecord, width: number): string | null {
  const filled = record.cells.findLastIndex((cell) => cell.trim() !== "") + 1;
  return filled <= width ? null : `It has ${filled} cells, and the list has ${width} columns.`;
}

/**
 * Reads a record of a list. A row that can be read in several ways has them all, the most telling
 * first; one that cannot be read says why.
 */
export function readListRow(
  record: FileRecord,
  { columns, isNamed, width }: FoundColumns,
  conditions: ReadonlySet<string>,
): ReadRow {
  const row = { rowNumber: record.line, cells: record.cells.map((cell) => toStorableText(cell)) };
  const broken =
    record.fault === undefined
      ? complainAboutWidth(record, width)
      : `The row ${toStorableText(record.fault)}.`;
  if (broken !== null) return { ...row, readings: [], fault: broken };
  const asked = isNamed ? askNamed(record, columns, conditions) : askPlaced(record, conditions);
  const read = asked.map(({ texts, kinds }) => readTexts(texts, conditions, kinds));
  const readings = read.flatMap((one) => (one.outcome === "read" ? [one.reading] : []));
  const refused = read.find((one) => one.outcome === "refused")?.fault ?? null;
  const [only] = readings;
  // Cells without names may stand in any order; once there is one reading they stand in ours.
  const isOrdered = isNamed || only === undefined || readings.length > 1 || row.cells.length < 2;
  const cells = isOrdered ? row.cells : writeRowCells(columns, row.cells, only);
  return { ...row, cells, readings, fault: only === undefined ? refused : null };
}
