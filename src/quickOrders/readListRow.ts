// Parses one row of a list into every way to read it, or a fault. Pure. Invariant: cells are read
// as typed or not at all, by the readers of the imports.

import { foldFullWidth } from "../catalog/partNumber.ts";
import { readPartNumber } from "../catalog/readOfferRecord.ts";
import { limits } from "../contract/limits.ts";
import { toStorableText } from "../db/toStorableText.ts";
import type { CellKind, FileRecord } from "../files/fileRecord.ts";
import { groupDigits } from "../money.ts";
import { cleanText, createCleaningTally } from "../reading/cleanText.ts";
import {
  joinCertificates,
  joinCondition,
  joinConditions,
  type ListCodes,
  readCertificateCell,
  readCondition,
} from "../reading/condition.ts";
import { isStated, type LineTexts, readLine, readNumberCell } from "../reading/line.ts";
import {
  addUnit,
  isQuantityText,
  isThousands,
  isUnclearPoint,
  splitUnit,
} from "../reading/quantity.ts";
import { type CellFault, type FeedRow, readWholeNumber } from "../reading/row.ts";
import type { FoundColumns } from "./layout/findListColumns.ts";
import { writeRowCells } from "./listColumns.ts";
import type { ReadRow, RowReading } from "./orderList.ts";
import { readRowInstructions } from "./written/rowInstructions.ts";

const maxQuantityLength = 100;
const maxNumberLength = 200;
const places = new Map([
  ["part_number", 0],
  ["quantity", 1],
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
  const { accepted, certificates, unread } = readCondition(foldFullWidth(condition), codes);
  const cells = [partNumber, written];
  const columns = { places, width: 2, ignored: [] };
  const row: FeedRow = { columns, cells, kinds, faults: [], cleaned: createCleaningTally() };
  const number = readPartNumber(row);
  const [fault] = row.faults;
  if (unread.length > 0) return { outcome: "refused", fault: describeCondition(condition) };
  if (fault !== undefined) {
    return { outcome: "refused", fault: describeFault("The part number", fault) };
  }
  if (number === null) return { outcome: "refused", fault: "The part number is missing." };
  const isUnclear = isUnclearPoint(written.trim()) && (kinds?.[1] ?? "text") === "text";
  const amount = readWholeNumber(row, "quantity", [1, limits.quantity]);
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
      condition: accepted.length > 0 ? joinConditions(accepted) : null,
      certificate: joinCertificates(certificates),
    },
  };
}

type Candidate = { readonly texts: LineTexts; readonly kinds?: readonly CellKind[] | undefined };

/** The ways to read a cell with a part number and perhaps more. */
function splitCell(cell: string, condition: string, codes: ListCodes): readonly LineTexts[] {
  const clean = cleanText(cell);
  return readLine(
    foldFullWidth(clean.outcome === "clean" ? (clean.text ?? "") : cell),
    codes,
    condition,
  );
}

/** Whether the comma of a text is in its number: "1,500", "12,5 m". */
function isCommaNumber(text: string): boolean {
  return isThousands(text) || (/^\d+,/.test(text) && isStated(text));
}

/** A quantity of which a comma made two cells, "12" and "5 m PN", is read as written too. */
function listBroken({ kinds }: FileRecord, cells: readonly string[], codes: ListCodes) {
  const [first = "", second = "", third = ""] = cells;
  const readings = kinds === undefined ? splitCell(`${first},${second}`, third, codes) : [];
  return readings.filter(
    ({ quantity }) => isCommaNumber(quantity) && quantity.startsWith(`${first},`),
  );
}

/**
 * A quantity and a condition, which is no condition but the rest of the quantity if that has a
 * comma that separated cells: "1" and "500", "12" and "5 m". If it is not known that commas
 * separate the cells, the quantity becomes a question.
 */
function joinCutQuantity(
  { kinds, delimiter = "" }: FileRecord,
  quantity: string,
  condition: string,
  codes: ListCodes,
): Pick<LineTexts, "quantity" | "condition"> {
  const [whole, rest] = [quantity.trim(), condition.trim()];
  const isKnown = codes.known.has(rest) || kinds !== undefined;
  const isOther = delimiter !== "" && delimiter !== ",";
  const isCut = isCommaNumber(`${whole},${rest}`) && whole.length <= 3;
  if (isKnown || isOther || !isCut) return { quantity, condition };
  return { quantity: `${whole},${delimiter === "," ? "" : " "}${rest}`, condition: "" };
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
  if (isStated(first)) return [swapped, inOrder];
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
  const ways = isApart ? readNumberCell(cell, codes) : [{ partNumber: cell, quantity }];
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

/**
 * Parses a record of a list into all its readings, the most likely first, or the fault of the first
 * one.
 */
export function readListRow(
  given: FileRecord,
  found: FoundColumns,
  codes: ListCodes,
  readDay: (text: string) => string | undefined,
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
  const read = candidates.map(({ texts, kinds }) => readTexts(texts, codes, kinds));
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
