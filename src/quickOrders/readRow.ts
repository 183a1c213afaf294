// Parses one row of a list into every way to read it, or a fault, and writes a reading back into its
// cells. Pure. Invariant: cells are read as typed or not at all, by the readers of the imports, and
// what is not read of a cell is not lost, but kept as it was written.

import { foldFullWidth, partNumberKey } from "../catalog/partNumber.ts";
import { readPartNumber } from "../catalog/readOfferRecord.ts";
import { toStorableText } from "../db/toStorableText.ts";
import { limits } from "../kit/contract/limits.ts";
import { groupDigits } from "../kit/money.ts";
import { firstNeededDay } from "../orders/lineInstructions.ts";
import type { Unread } from "../orders/requested.ts";
import { cleanText, createCleaningTally } from "../reading/cleanText.ts";
import {
  findStatement,
  findUnreadWish,
  joinCertificates,
  joinCondition,
  joinConditions,
  type ListCodes,
  readCertificateCell,
  readCondition,
} from "../reading/condition.ts";
import { listPossibleDays } from "../reading/day.ts";
import type { CellKind, FileRecord } from "../reading/files/fileRecord.ts";
import { findNamedColumn } from "../reading/header.ts";
import { isStated, type LineTexts, readLine, readNumberCell } from "../reading/line.ts";
import {
  addUnit,
  isQuantityText,
  isThousands,
  isUnclearPoint,
  isUnitCell,
  splitUnit,
} from "../reading/quantity.ts";
import type { CellFault, FeedRow } from "../reading/row.ts";
import { readWholeNumber } from "../reading/row.ts";
import { isPlaceholder } from "../reading/words/placeholders.ts";
import { type FoundColumns, listColumnRules } from "./listColumns.ts";
import type { ListColumns, ListRow, ReadRow, RowInstructions, RowReading } from "./orderList.ts";

const maxQuantityLength = 100;
const maxNumberLength = 200;
/** Where `readTexts` has its cells. */
const textColumns = {
  places: new Map([
    ["part_number", 0],
    ["quantity", 1],
  ]),
  width: 2,
  ignored: [],
};

function describeFault(subject: string, { reason, suggestion }: CellFault): string {
  return `${subject} ${reason}${suggestion === null ? "" : `: ${suggestion}`}.`;
}

/** Longer conditions are not quoted. */
const maxQuotedLength = 40;

/** The three texts of a row as a reading, or what is wrong; `kinds` are those of its cells. */
export function readTexts(
  { partNumber, quantity, condition }: LineTexts,
  codes: ListCodes,
  kinds?: readonly CellKind[],
): RowReading | string {
  const { amount: written } = splitUnit(foldFullWidth(quantity));
  const { accepted, certificates, unread } = readCondition(foldFullWidth(condition), codes);
  const cells = [partNumber, written];
  const row: FeedRow = {
    columns: textColumns,
    cells,
    kinds,
    faults: [],
    cleaned: createCleaningTally(),
  };
  const number = readPartNumber(row);
  const [fault] = row.faults;
  if (unread.length > 0) {
    const text = toStorableText(condition.trim()).replace(/\s+/g, " ");
    return `The condition ${text.length > maxQuotedLength ? "" : `"${text}" `}is unknown.`;
  }
  if (fault !== undefined) return describeFault("The part number", fault);
  if (number === null) return "The part number is missing.";
  const pointed = written.trim();
  const isUnclear = isUnclearPoint(pointed) && (kinds?.[1] ?? "text") === "text";
  const amount = readWholeNumber(row, "quantity", [1, limits.quantity]);
  const [quantityFault] = row.faults;
  const meant = isUnclear && amount !== null ? groupDigits(amount) : null;
  const decimals = pointed.replace(/0+$/, "");
  const unclear =
    meant && `The quantity “${pointed}” may be ${meant} or ${decimals}: write "${amount}".`;
  return {
    partNumber: number,
    quantityText: toStorableText(quantity.trim()).slice(0, maxQuantityLength),
    quantity: unclear === null ? amount : null,
    quantityFault:
      quantityFault === undefined ? unclear : describeFault("The quantity", quantityFault),
    condition: accepted.length > 0 ? joinConditions(accepted) : null,
    certificate: joinCertificates(certificates),
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
  const { columns, places } = found;
  const { numberColumn, quantityColumn, conditionColumn } = columns;
  const cellAt = (place?: number | null) => record.cells[place ?? -1] ?? "";
  const kindAt = (place: number | null) => record.kinds?.[place ?? -1] ?? "text";
  const wanted = readCertificateCell(foldFullWidth(cellAt(places.get("certificate"))), codes);
  const condition = joinCondition(cellAt(conditionColumn).trim() || null, wanted ?? null);
  // A quantity beside a part number in one cell counts in the unit of its column too.
  const inUnit = (texts: LineTexts) => ({
    ...texts,
    quantity: addUnit(texts.quantity, cellAt(places.get("unit_of_measure"))),
  });
  if (quantityColumn === null && kindAt(numberColumn) === "text") {
    const split = splitCell(cellAt(numberColumn), condition, codes);
    return split.map((texts) => ({ texts: inUnit(texts) }));
  }
  const kinds = [numberColumn, quantityColumn, conditionColumn].map(kindAt);
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

/** Why no cell of a record is read; in a text, more cells than columns may be a split quantity. */
function findRecordFault({ cells, kinds, fault }: FileRecord, width: number): string | null {
  if (fault !== undefined) return `The row ${toStorableText(fault)}.`;
  const filled = kinds === undefined ? cells.findLastIndex((cell) => cell.trim() !== "") + 1 : 0;
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
  const broken = findRecordFault(record, width);
  const candidates = isNamed
    ? listNamedCandidates(record, found, codes)
    : listUnnamedCandidates(record, codes);
  const likely = record.fault === undefined ? recognize(candidates[0]) : null;
  if (broken !== null) return { ...row, readings: [], fault: broken, recognized: likely };
  const read = candidates.map(({ texts, kinds }) => readTexts(texts, codes, kinds));
  const readings = read.filter((one) => typeof one !== "string");
  const refused = read.find((one) => typeof one === "string") ?? null;
  const [only] = readings;
  // Cells without headers may be in any order; with a single reading they get the order of the
  // list.
  const isOrdered = isNamed || only === undefined || readings.length > 1 || row.cells.length < 2;
  const cells = isOrdered ? row.cells : writeRowCells(columns, row.cells, only);
  if (only !== undefined) return { ...row, cells, readings, fault: null, recognized: null };
  return { ...row, cells, readings, fault: refused, recognized: likely };
}

function clean(cell: string): string {
  const text = toStorableText(cell.toWellFormed())
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return isPlaceholder(text) ? "" : text;
}

/** In characters, of a remark and of what was not read. */
const maxLength = 200;

/** A text that is too long ends with "…"; null for none. */
function cutText(text: string): string | null {
  const characters = [...text];
  if (characters.length <= maxLength) return text === "" ? null : text;
  return `${characters.slice(0, maxLength - 1).join("")}…`;
}

/** The days that an unclear date can mean; fewer than two if it is none. */
export function listMeantDays({ day = "" }: Unread, now: Date): readonly string[] {
  const days = listPossibleDays(day, firstNeededDay(now));
  return days.length > 1 ? days : [];
}

/** What was not read, with more that was not read of a field. */
export function addUnread(
  unread: Unread,
  field: "condition" | "certificate",
  more: string | null,
): Unread {
  const { [field]: known = "" } = unread;
  if (more === null || known.includes(more)) return unread;
  return { ...unread, [field]: cutText(known === "" ? more : `${known}, ${more}`) };
}

type WishPlaces = Pick<FoundColumns, "places"> & {
  readonly columns: Pick<ListColumns, "conditionColumn">;
};

/** A wanted certificate that is not known, or what is stated of one. */
function readUnknownCertificate(
  cells: readonly string[],
  { places, columns: { conditionColumn } }: WishPlaces,
  codes: ListCodes,
): string | null {
  const certificateColumn = places.get("certificate");
  const wanted = clean(cells[certificateColumn ?? -1] ?? "");
  if (wanted !== "" && readCertificateCell(wanted, codes) === undefined) return cutText(wanted);
  // Any cell may ask for a certificate, if no column is known to have it.
  const named = [conditionColumn, certificateColumn].flatMap((at) => cells[at ?? -1] ?? []);
  const stated = (named.length > 0 ? named : cells).map((cell) => findStatement(clean(cell)));
  return stated.find((one) => one !== null) ?? null;
}

/**
 * What a row asks for beside its part, quantity and condition. `readDay` returns undefined for a
 * text that is no clear date.
 */
export function readRowInstructions(
  cells: readonly string[],
  found: WishPlaces,
  codes: ListCodes,
  readDay: (text: string) => string | undefined,
): RowInstructions {
  const cellOf = (column: string) => clean(cells[found.places.get(column) ?? -1] ?? "");
  const written = cellOf("needed_by");
  const neededBy = readDay(written) ?? null;
  const day = neededBy === null ? cutText(written) : null;
  const certificate = readUnknownCertificate(cells, found, codes);
  return {
    remark: cutText(cellOf("remark")),
    neededBy,
    unread: { ...(certificate && { certificate }), ...(day && { day }) },
  };
}

/** A day that has passed cannot be ordered by, so it is kept as it was written. */
export function movePastDay(
  { neededBy, unread }: Pick<RowInstructions, "neededBy" | "unread">,
  firstDay: string,
): Pick<RowInstructions, "neededBy" | "unread"> {
  if (neededBy === null || neededBy >= firstDay) return { neededBy, unread };
  return { neededBy: null, unread: { ...unread, day: neededBy } };
}

/** The place of the first column with the name of a field, -1 if there is none. */
function findPlace(headers: readonly string[], field: string): number {
  return headers.findIndex((one) => findNamedColumn(one, listColumnRules) === field);
}

/** What the cell of a row's unit says, empty if it has none. */
export function readUnitCell({ headers }: ListColumns, cells: readonly string[]): string {
  return cells[findPlace(headers, "unit_of_measure")] ?? "";
}

/** The cells of a row with what is read of it now. */
export function writeRowCells(
  columns: ListColumns,
  cells: readonly string[],
  reading: RowReading,
): string[] {
  const { headers, numberColumn, quantityColumn, conditionColumn } = columns;
  const { partNumber, quantityText, condition, certificate } = reading;
  const written = headers.map((_, place) => cells[place] ?? "");
  if (conditionColumn !== null) written[conditionColumn] = joinCondition(condition, certificate);
  const { amount, unit } = splitUnit(quantityText);
  const unitPlace = findPlace(headers, "unit_of_measure");
  // Its own column has the unit of the quantity, or none if it was removed.
  const isUnit = isUnitCell(written[unitPlace] ?? "");
  if (quantityText !== "" && isUnit) written[unitPlace] = unit ?? "";
  if (quantityColumn !== null) {
    written[numberColumn] = partNumber;
    written[quantityColumn] = quantityText;
    const papers = findPlace(headers, "certificate");
    // And the condition has the certificates.
    if (papers >= 0 && conditionColumn !== null && certificate !== null) written[papers] = "";
    return written;
  }
  // A quantity in the cell of the number is only read there without the unit of its own column.
  const isOwn = unit !== null && unit === readUnitCell(columns, written);
  const quantity = isOwn ? amount : quantityText;
  const line = quantity === "" ? partNumber : `${partNumber} x ${quantity}`;
  const isApart = condition === null || conditionColumn !== null;
  written[numberColumn] = isApart ? line : `${line} ${condition}`;
  return written;
}

/** As `findUnreadWish`, of the cells of a row: the condition that it shows may be cut. */
export function findRowWish(
  { cells, condition }: Pick<ListRow, "cells" | "condition">,
  { headers, conditionColumn }: ListColumns,
  codes: ListCodes,
): ReturnType<typeof findUnreadWish> {
  const written = cells[conditionColumn ?? -1]?.trim() ?? "";
  const wish = findUnreadWish(foldFullWidth(written === "" ? (condition ?? "") : written), codes);
  const papers = readCertificateCell(cells[findPlace(headers, "certificate")] ?? "", codes);
  const wanted = [wish.certificate, papers].flatMap((one) => one?.split("; ") ?? []);
  return { ...wish, certificate: joinCertificates([...new Set(wanted)]) };
}

/** What a row has that is not checked and not changed yet. */
const unchecked = {
  ...{ listed: null, note: null, chosenOfferId: null },
  ...{ askedQuantity: null, requestedQuantity: null, requestedUnit: null },
  ...{ offerId: null, unitPrice: null, lineTotal: null, nearestQuantity: null, suggestions: [] },
  ...{ orderId: null, orderNumber: null, orderStatus: null },
};

/** A row as it was read, with at most one reading, to be checked; without a key it is only shown. */
export function toListRow(read: ReadRow): ListRow {
  const { rowNumber, cells, readings, fault: reason, instructions, recognized } = read;
  const row = { ...unchecked, rowNumber, cells, reason, ...instructions };
  const [reading] = readings;
  if (reading !== undefined) {
    const key = partNumberKey(reading.partNumber);
    return { ...row, state: "waiting", ...reading, partNumberKey: key };
  }
  const { partNumber = null, quantity: quantityText = "", condition = null } = recognized ?? {};
  const written = { partNumber, quantityText, quantity: null, quantityFault: null, condition };
  return { ...row, state: "unreadable", ...written, partNumberKey: null, certificate: null };
}
