// The form that maps the headers of a file to columns.
import type { FormState } from "../../html/form.ts";
import { columnRules, type HeadRecord, type ImportFile } from "../../importFiles/importFile.ts";
import {
  type ColumnMapping,
  type ColumnRule,
  type PlacedColumns,
  placeColumns,
} from "../../imports/feedColumns.ts";
import type { Fields } from "../../site/fields.ts";
import { fillQuantityFields } from "./quantityForm.ts";

/** The header of a file, and the columns found with it. */
export type ReadHeader = {
  readonly rules: readonly ColumnRule[];
  readonly header: HeadRecord;
  readonly rows: readonly HeadRecord[];
  readonly placed: PlacedColumns;
  /** A line that looks more like a header; null if this one does. */
  readonly likelyLine: number | null;
};

/** The field with the header of a column. */
export function columnField(name: string): string {
  return `column-${name}`;
}

/** The field with the default value of a column. */
export function fixedField(name: string): string {
  return `fixed-${name}`;
}

/** Returns undefined if the file has no records. */
export function readHeader(file: ImportFile, mapping: ColumnMapping): ReadHeader | undefined {
  const head = file.head ?? [];
  const chosen = head.findIndex(({ line }) => line === mapping.headerLine);
  const place = chosen === -1 ? 0 : chosen;
  const header = head[place];
  if (header === undefined) return undefined;
  const rules = columnRules(file);
  const placed = placeColumns(header.cells, rules, mapping);
  const rows = head.slice(place + 1);
  const looksLike = ({ cells }: HeadRecord) =>
    placeColumns(cells, rules, mapping).faults.length === 0;
  const likely = placed.faults.length === 0 ? undefined : head.find(looksLike);
  return { rules, header, rows, placed, likelyLine: likely?.line ?? null };
}

/** Fills the form of a file from a mapping, except what does not fit this file. */
export function fillMapping(
  file: ImportFile,
  { rules, placed }: ReadHeader,
  mapping: ColumnMapping,
): FormState {
  const texts = new Map(fillQuantityFields(file));
  for (const { name } of rules) {
    const place = mapping.headers.has(name) ? placed.places.get(name) : undefined;
    if (place !== undefined) texts.set(columnField(name), String(place));
    texts.set(fixedField(name), mapping.fixed.get(name) ?? "");
  }
  return { value: (name) => texts.get(name) ?? "", faults: [] };
}

/** Reads the mapping of a form. Invalid places count as not mapped. */
export function readMappingForm(
  form: Fields,
  file: ImportFile,
  { rules, header }: Pick<ReadHeader, "rules" | "header">,
): ColumnMapping {
  const headers = new Map<string, string>();
  const fixed = new Map<string, string>();
  for (const { name } of rules) {
    const place = form.text(columnField(name));
    const cell = /^\d{1,3}$/.test(place) ? header.cells[Number(place)] : undefined;
    if (cell !== undefined) headers.set(name, cell);
    const value = form.text(fixedField(name)).trim();
    if (value !== "") fixed.set(name, value.slice(0, 200).toWellFormed());
  }
  const isFirst = header.line === file.head?.[0]?.line;
  return { headers, fixed, headerLine: isFirst ? undefined : header.line };
}
