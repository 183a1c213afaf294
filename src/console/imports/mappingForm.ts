// The form in which the columns of a file are told: what its header says, and what is told beyond.
import type { FormState } from "../../html/form.ts";
import { columnRules } from "../../importFiles/columnRules.ts";
import type { HeadRecord, ImportFile } from "../../importFiles/importFile.ts";
import {
  type ColumnMapping,
  type ColumnRule,
  type PlacedColumns,
  placeColumns,
} from "../../imports/feedColumns.ts";
import type { Fields } from "../../site/fields.ts";

/** The header a file is read by, and what is found by it. */
export type ReadHeader = {
  readonly rules: readonly ColumnRule[];
  readonly header: HeadRecord;
  /** The records below the header. */
  readonly rows: readonly HeadRecord[];
  readonly placed: PlacedColumns;
  /** A line that looks like the header, where this one does not. */
  readonly likelyLine: number | null;
};

/** The field that says which header a column is. */
export function columnField(name: string): string {
  return `column-${name}`;
}

/** The field that says what a column is in rows that have none. */
export function fixedField(name: string): string {
  return `fixed-${name}`;
}

/** Reads a file's header by a mapping; undefined where the file has no record at all. */
export function readHeader(file: ImportFile, mapping: ColumnMapping): ReadHeader | undefined {
  const head = file.head ?? [];
  const told = head.findIndex(({ line }) => line === mapping.headerLine);
  const place = told === -1 ? 0 : told;
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

/** The form as a mapping fills it; what does not fit this file is left out. */
export function fillMapping({ rules, placed }: ReadHeader, mapping: ColumnMapping): FormState {
  const texts = new Map<string, string>();
  for (const { name } of rules) {
    const place = mapping.headers.has(name) ? placed.places.get(name) : undefined;
    if (place !== undefined) texts.set(columnField(name), String(place));
    texts.set(fixedField(name), mapping.fixed.get(name) ?? "");
  }
  return { value: (name) => texts.get(name) ?? "", faults: [] };
}

/** The mapping that a form tells of a header; places that are none are as the header says. */
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
