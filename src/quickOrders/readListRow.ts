// Parses one row of a list into every way to read it, or a fault. Pure. Invariant: cells are read
// as typed or not at all, by the readers of the imports.
import { conditionCodes } from "../catalog/import/codeLists.ts";
import { readPartNumber } from "../catalog/import/readPartNumber.ts";
import { foldFullWidth } from "../catalog/partNumber.ts";
import { limits } from "../contract/limits.ts";
import { toStorableText } from "../db/toStorableText.ts";
import type { CellKind, FileRecord } from "../files/fileRecord.ts";
import { createCleaningTally } from "../imports/cleanedCells.ts";
import { type CellFault, type FeedRow, readCode, readWholeNumber } from "../imports/feedRow.ts";
import { groupDigits } from "../money.ts";
import type { FoundColumns } from "./layout/findListColumns.ts";
import { writeRowCells } from "./listColumns.ts";
import type { ReadRow, RowReading } from "./orderList.ts";
import { type LineTexts, splitNumberCell } from "./splitLine.ts";
import {
  joinCondition,
  type ListCodes,
  readCertificateCell,
  splitCondition,
} from "./written/certificateWish.ts";
import { addUnit, isQuantityText, isUnclearPoint, splitUnit } from "./written/quantityText.ts";
import { readRowInstructions } from "./written/rowInstructions.ts";
import { isCutNumber, joinCutQuantity, splitCell } from "./written/splitCell.ts";
import { joinConditions, splitConditions } from "./written/splitConditions.ts";
import { takeStatedQuantity } from "./written/statedQuantity.ts";

const maxQuantityLength = 100;
const maxNumberLength = 200;
const places = new Map([
  ["part_number", 0],
  ["quantity", 1],
  ["condition", 2],
]);

type ReadTexts =
  | { readonly outcome: "read"; readonly reading: RowReading }
  | { readonly outcome: "refused"; readonly fault: string };

function describeFault(subject: string, { reason, suggestion }: CellFault): string {
  return `${subject} ${reason}${suggestion === null ? "" : `: ${suggestion}`}.`;
}

/** Longer conditions are not quoted. */
const maxQuotedLength = 40;

function describeCondition(condition: string): string {
  const text = toStorableText(condition.trim()).replace(/\s+/g, " ");
  const subject = text.length > maxQuotedLength ? "The condition" : `The condition "${text}"`;
  return `${subject} is unknown.`;
}

function describeUnclear(written: string, amount: number): string {
  const decimals = written.replace(/0+$/, "");
  const meant = groupDigits(amount);
  return `The quantity “${written}” may be ${meant} or ${decimals}: write "${amount}".`;
}

/** Parses the three texts of a row; `kinds` are those of a spreadsheet's cells. */
export function readTexts(
  { partNumber, quantity, condition }: LineTexts,
  codes: ListCodes,
  kinds?: readonly CellKind[],
): ReadTexts {
  const { amount: written } = splitUnit(foldFullWidth(quantity));
  const wish = splitCondition(foldFullWidth(condition), codes);
  const accepted = splitConditions(wish.condition, codes);
  const cells = [partNumber, written, accepted.length > 0 ? "" : wish.condition];
  const columns = { places, width: 3, ignored: [] };
  const row: FeedRow = { columns, cells, kinds, faults: [], cleaned: createCleaningTally() };
  const number = readPartNumber(row);
  const list = conditionCodes(codes);
  const code = readCode(row, "condition", list);
  const [fault] = row.faults;
  const isLong = condition.trim().length > maxQuotedLength;
  if (fault?.column === "condition" && (fault.reason === list.reason || isLong)) {
    return { outcome: "refused", fault: describeCondition(condition) };
  }
  if (fault !== undefined) {
    const subject = fault.column === "condition" ? "The condition" : "The part number";
    return { outcome: "refused", fault: describeFault(subject, fault) };
  }
  if (number === null) return { outcome: "refused", fault: "The part number is missing." };
  const isUnclear = isUnclearPoint(written.trim()) && (kinds?.[1] ?? "text") === "text";
  const amount = readWholeNumber(row, "quantity", 1, limits.quantity);
  const unclear = isUnclear && amount !== null ? describeUnclear(written.trim(), amount) : null;
  const [quantityFault] = row.faults;
  return {
    outcome: "read",
    reading: {
      partNumber: number,
      quantityText: toStorableText(quantity.trim()).slice(0, maxQuantityLength),
      quantity: unclear === null ? amount : null,
      quantityFault:
        quantityFault === undefined ? unclear : describeFault("The quantity", quantityFault),
      condition: accepted.length > 0 ? joinConditions(accepted) : code,
      certificate: wish.certificate,
    },
  };
}

type Candidate = { readonly texts: LineTexts; readonly kinds?: readonly CellKind[] | undefined };

/** A quantity of which a comma made two cells, "12" and "5 m PN", is read as written too. */
function listBroken(record: FileRecord, [first, second, third]: string[], codes: ListCodes) {
  if (record.kinds !== undefined || !isCutNumber(first ?? "", second ?? "")) return [];
  return splitCell(`${first},${second}`, third ?? "", codes);
}

/** Without headers, the cell that is a whole number is the quantity. */
function listUnnamedCandidates(record: FileRecord, codes: ListCodes): Candidate[] {
  const [first = "", second = "", third = ""] = record.cells.map((cell) =>
    foldFullWidth(cell.trim()),
  );
  const [firstKind = "text", secondKind = "text", thirdKind = "text"] = record.kinds ?? [];
  if (second === "") return splitCell(first, third, codes).map((texts) => ({ texts }));
  const { quantity, condition } = joinCutQuantity(record, second, third, codes);
  const inOrder: Candidate = {
    texts: { partNumber: first, quantity, condition },
    kinds: record.kinds && [firstKind, secondKind, thirdKind],
  };
  const swapped: Candidate = {
    texts: { partNumber: second, quantity: first, condition: third },
    kinds: record.kinds && [secondKind, firstKind, thirdKind],
  };
  const broken = listBroken(record, [first, second, third], codes);
  if (broken.length > 0) return [...broken.map((texts) => ({ texts })), swapped];
  if (takeStatedQuantity(first)?.rest === "") return [swapped, inOrder];
  if (!isQuantityText(first)) return [inOrder];
  return isQuantityText(second) ? [inOrder, swapped] : [swapped];
}

function listNamedCandidates(
  record: FileRecord,
  found: FoundColumns,
  codes: ListCodes,
): Candidate[] {
  const { columns, unitColumn, certificateColumn } = found;
  const { numberColumn, quantityColumn, conditionColumn } = columns;
  const cellAt = (place: number | null) => (place === null ? "" : (record.cells[place] ?? ""));
  const kindAt = (place: number | null) => (place === null ? "text" : record.kinds?.[place]);
  const wanted = readCertificateCell(foldFullWidth(cellAt(certificateColumn)), codes);
  const condition = joinCondition(cellAt(conditionColumn).trim() || null, wanted ?? null);
  // A quantity beside a part number in one cell counts in the unit of its column too.
  const inUnit = (texts: LineTexts) => ({
    ...texts,
    quantity: addUnit(texts.quantity, cellAt(unitColumn)),
  });
  if (quantityColumn === null && (kindAt(numberColumn) ?? "text") === "text") {
    const split = splitCell(cellAt(numberColumn), condition, codes);
    return split.map((texts) => ({ texts: inUnit(texts) }));
  }
  const kinds = [numberColumn, quantityColumn, conditionColumn].map((at) => kindAt(at) ?? "text");
  const cell = cellAt(numberColumn);
  const isNext = quantityColumn !== null && conditionColumn === quantityColumn + 1;
  const joined = isNext
    ? joinCutQuantity(record, cellAt(quantityColumn), cellAt(conditionColumn), codes)
    : undefined;
  const isCut = joined !== undefined && joined.quantity !== cellAt(quantityColumn);
  const quantity = joined?.quantity ?? cellAt(quantityColumn);
  const isApart = quantity.trim() === "" && kinds[0] === "text";
  const ways = isApart ? splitNumberCell(cell) : [{ partNumber: cell, quantity }];
  return ways.map((way) => ({
    texts: inUnit({ ...way, condition: isCut ? (wanted ?? "") : condition }),
    kinds: record.kinds && kinds,
  }));
}

/** In a spreadsheet every cell has its column; in a text, more cells may be a split quantity. */
function findWidthFault(record: FileRecord, width: number): string | null {
  if (record.kinds !== undefined) return null;
  const filled = record.cells.findLastIndex((cell) => cell.trim() !== "") + 1;
  return filled <= width ? null : `The row has ${filled} cells, but the list has ${width} columns.`;
}

/** The texts of a candidate as a form shows them, for a person to correct. */
function recognize(candidate: Candidate | undefined): LineTexts | null {
  if (candidate === undefined) return null;
  const show = (text: string) => toStorableText(text.trim()).slice(0, maxQuantityLength);
  const { partNumber, quantity, condition } = candidate.texts;
  return {
    partNumber: toStorableText(partNumber.trim()).slice(0, maxNumberLength),
    quantity: show(quantity),
    condition: show(condition),
  };
}

/** How the cells of a list are read: as `createCommaReader` and `createDayReader` describe. */
export type CellReaders = {
  readonly readCommas: (quantity: string) => string;
  readonly readDay: (text: string) => string | undefined;
};

/**
 * Parses a record of a list into all its readings, the most likely first, or the fault of the first
 * one.
 */
export function readListRow(
  given: FileRecord,
  found: FoundColumns,
  codes: ListCodes,
  { readCommas, readDay }: CellReaders,
): ReadRow {
  const { columns, isNamed, width } = found;
  const isWide = given.kinds !== undefined && isNamed;
  // What is beside the table of a sheet is in no column of it.
  const record = isWide ? { ...given, cells: given.cells.slice(0, width) } : given;
  const row = {
    rowNumber: record.line,
    cells: record.cells.map((cell) => toStorableText(cell)),
    instructions: readRowInstructions(record.cells, found, codes, readDay),
  };
  const broken =
    record.fault === undefined
      ? findWidthFault(record, width)
      : `The row ${toStorableText(record.fault)}.`;
  const candidates = isNamed
    ? listNamedCandidates(record, found, codes)
    : listUnnamedCandidates(record, codes);
  const likely = record.fault === undefined ? recognize(candidates[0]) : null;
  if (broken !== null) return { ...row, readings: [], fault: broken, recognized: likely };
  const read = candidates.map(({ texts, kinds }) =>
    readTexts({ ...texts, quantity: readCommas(texts.quantity) }, codes, kinds),
  );
  const readings = read.flatMap((one) => (one.outcome === "read" ? [one.reading] : []));
  const refused = read.find((one) => one.outcome === "refused")?.fault ?? null;
  const [only] = readings;
  // Cells without headers may be in any order; with a single reading they get the order of the
  // list.
  const isOrdered = isNamed || only === undefined || readings.length > 1 || row.cells.length < 2;
  const cells = isOrdered ? row.cells : writeRowCells(columns, row.cells, only);
  if (only !== undefined) return { ...row, cells, readings, fault: null, recognized: null };
  return { ...row, cells, readings, fault: refused, recognized: likely };
}
