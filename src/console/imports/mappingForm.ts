// The form that maps the headers of a file to columns.
import type { SheetHead } from "../../files/readXlsx.ts";
import type { FormState } from "../../html/form.ts";
import { columnRules, type HeadRecord, type ImportFile } from "../../importFiles/importFile.ts";
import {
  type ColumnMapping,
  type ColumnRule,
  leftOutHeader,
  type PlacedColumns,
  placeColumns,
} from "../../imports/feedColumns.ts";
import { findSheet } from "../../imports/layout/chooseSheet.ts";
import { findHeaderPlace, isWholeHeader, mayBeRow } from "../../imports/layout/findHeader.ts";
import {
  addLikelyColumns,
  type ColumnGuess,
  guessColumns,
} from "../../imports/layout/guessColumns.ts";
import { nameHeaders } from "../../reading/header.ts";
import type { Fields } from "../../site/fields.ts";
import { fillQuantityFields } from "./quantityForm.ts";

/** The header of a file, and the columns found with it. */
export type ReadHeader = {
  readonly rules: readonly ColumnRule[];
  /** The visible sheets with rows; empty unless a workbook has several sheets. */
  readonly sheets: readonly string[];
  readonly sheet: string | undefined;
  /** Whether several sheets may have the rows and none is chosen. */
  readonly isSheetUnclear: boolean;
  /** All records of the sheet. */
  readonly records: readonly HeadRecord[];
  readonly header: HeadRecord;
  readonly above: readonly HeadRecord[];
  readonly rows: readonly HeadRecord[];
  readonly placed: PlacedColumns;
  readonly guesses: readonly ColumnGuess[];
  /** A line that looks more like a header; null if this one does. */
  readonly likelyLine: number | null;
};

/** The choice that leaves a column out. */
export const leftOut = "none";

/** The field with the header of a column. */
export function columnField(name: string): string {
  return `column-${name}`;
}

/** The field with the default value of a column. */
export function fixedField(name: string): string {
  return `fixed-${name}`;
}

/** The field that says that all parts have their price on request. */
export const noPricesField = "no_prices";

type Sheet = Pick<ReadHeader, "sheets" | "sheet" | "isSheetUnclear" | "records">;

/** The sheet of a workbook that the mapping names or its headers suggest. */
function readSheet(
  head: readonly HeadRecord[],
  rules: readonly ColumnRule[],
  mapping: ColumnMapping,
): Sheet {
  const sheets = [...new Set(head.flatMap(({ sheet }) => sheet ?? []))];
  if (sheets.length === 0) {
    return { sheets, sheet: undefined, isSheetUnclear: false, records: head };
  }
  const heads = sheets.map(
    (name): SheetHead => ({ name, records: head.filter(({ sheet }) => sheet === name) }),
  );
  const known = sheets.find((name) => name === mapping.sheet);
  const choice = findSheet(heads, rules, { ...mapping, sheet: known });
  const [first = 0] = choice.outcome === "unclear" ? choice.places : [];
  const sheet = sheets[choice.outcome === "chosen" ? choice.place : first];
  const records = head.filter((record) => record.sheet === sheet);
  return { sheets, sheet, isSheetUnclear: choice.outcome === "unclear", records };
}

/**
 * Reads the header that the mapping names or that is found. Returns undefined if the file has no
 * records.
 */
export function readHeader(file: ImportFile, mapping: ColumnMapping): ReadHeader | undefined {
  const rules = columnRules(file);
  const sheet = readSheet(file.head ?? [], rules, mapping);
  const { records } = sheet;
  const chosen = records.findIndex(({ line }) => line === mapping.headerLine);
  const found = findHeaderPlace(records, rules, mapping) ?? 0;
  const place = chosen === -1 ? found : chosen;
  const header = records[place];
  if (header === undefined) return undefined;
  const rows = records.slice(place + 1);
  const above = records.slice(0, place);
  const cells = rows.map((row) => row.cells);
  const placed = placeColumns(header.cells, rules, mapping, cells);
  const guesses = guessColumns(header.cells, cells, rules, mapping);
  const isBetter = placed.faults.length > 0 && found !== place;
  const likelyLine = isBetter ? (records[found]?.line ?? null) : null;
  return { ...sheet, rules, header, above, rows, placed, guesses, likelyLine };
}

/**
 * The mapping of the last file of a vendor without what does not fit this file: its sheet, and a
 * line that is no header here.
 */
export function fitSavedMapping(file: ImportFile, mapping: ColumnMapping): ColumnMapping {
  const head = file.head ?? [];
  const sheet = head.some((record) => record.sheet === mapping.sheet) ? mapping.sheet : undefined;
  const named = head.find((one) => one.sheet === sheet && one.line === mapping.headerLine);
  const isHeader = named !== undefined && isWholeHeader(named, columnRules(file), mapping);
  return { ...mapping, sheet, headerLine: isHeader ? mapping.headerLine : undefined };
}

/** Fills the form of a file from a mapping and what is likely, except what does not fit. */
export function fillMapping(file: ImportFile, read: ReadHeader, mapping: ColumnMapping): FormState {
  const { rules, header, guesses } = read;
  const texts = new Map(fillQuantityFields(file));
  const shown = addLikelyColumns(mapping, guesses);
  const { places } = placeColumns(
    header.cells,
    rules,
    shown,
    read.rows.map(({ cells }) => cells),
  );
  texts.set(noPricesField, mapping.fixed.get("price") === "" ? "1" : "");
  for (const { name } of rules) {
    if (shown.headers.get(name) === leftOutHeader) texts.set(columnField(name), leftOut);
    const place = shown.headers.has(name) ? places.get(name) : undefined;
    if (place !== undefined) texts.set(columnField(name), String(place));
    texts.set(fixedField(name), mapping.fixed.get(name) ?? "");
  }
  return { value: (name) => texts.get(name) ?? "", faults: [] };
}

/**
 * Reads the mapping of a form. Invalid places count as not mapped. The line of the header is part
 * of it unless an import finds that line itself.
 */
export function readMappingForm(form: Fields, read: ReadHeader): ColumnMapping {
  const { rules, header, above, records, sheet } = read;
  const names = nameHeaders(header.cells);
  const headers = new Map<string, string>();
  const fixed = new Map<string, string>();
  for (const { name } of rules) {
    const place = form.text(columnField(name));
    const cell = /^\d{1,3}$/.test(place) ? names[Number(place)] : undefined;
    if (cell !== undefined) headers.set(name, cell);
    if (place === leftOut) headers.set(name, leftOutHeader);
    const value = form.text(fixedField(name)).trim();
    if (value !== "") fixed.set(name, value.slice(0, 200).toWellFormed());
  }
  if (form.text(noPricesField) === "1" && !fixed.has("price")) fixed.set("price", "");
  const mapping = { headers, fixed, sheet };
  const found = records[findHeaderPlace(records, rules, mapping) ?? 0];
  const isFound = found === header && !above.some((record) => mayBeRow(record, header));
  return isFound ? mapping : { ...mapping, headerLine: header.line };
}
