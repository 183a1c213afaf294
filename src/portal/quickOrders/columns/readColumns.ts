// The header and the columns of an uploaded list as a form: what was found, and what a person
// chooses.
import type { FormState } from "../../../html/form.ts";
import {
  type ColumnMapping,
  leftOutHeader,
  placeColumns,
  readMapping,
} from "../../../imports/feedColumns.ts";
import { findSheet } from "../../../imports/layout/chooseSheet.ts";
import { findHeaderPlace } from "../../../imports/layout/findHeader.ts";
import { addLikelyColumns, guessColumns } from "../../../imports/layout/guessColumns.ts";
import { noHeaderLine } from "../../../quickOrders/layout/findListColumns.ts";
import type { HeadRecord } from "../../../quickOrders/layout/upload.ts";
import type { UploadFacts } from "../../../quickOrders/layout/uploadQueries.ts";
import { listColumnNames, listColumnRules } from "../../../quickOrders/listColumns.ts";
import { nameHeaders } from "../../../reading/header.ts";
import type { Fields } from "../../../site/fields.ts";

export type ColumnsOnPage = {
  /** The sheets of a workbook that has several; else empty. */
  readonly sheets: readonly string[];
  readonly sheet: string | undefined;
  readonly records: readonly HeadRecord[];
  /** 0 for no header. */
  readonly headerLine: number;
  /** A name for each column. */
  readonly names: readonly string[];
  /** The rows below the header. */
  readonly rows: readonly HeadRecord[];
  readonly mapping: ColumnMapping;
};

export function columnField(name: string): string {
  return `column-${name}`;
}

function findSheetName(
  { head }: UploadFacts,
  sheets: readonly string[],
  wanted: string | undefined,
): string | undefined {
  if (sheets.length === 0 || (wanted !== undefined && sheets.includes(wanted))) return wanted;
  const heads = sheets.map((name) => ({
    name,
    records: head.filter(({ sheet }) => sheet === name),
  }));
  const choice = findSheet(heads, listColumnRules, { headers: new Map(), fixed: new Map() });
  if (choice.outcome === "chosen") return sheets[choice.place];
  return sheets[choice.outcome === "unclear" ? (choice.places[0] ?? 0) : 0];
}

/** The columns of an upload at the sheet and header line that `fields` name, or that are found. */
export function readColumns(facts: UploadFacts, fields: Fields): ColumnsOnPage {
  const earlier = readMapping(facts.mapping);
  const sheets = [...new Set(facts.head.flatMap(({ sheet }) => sheet ?? []))];
  const wanted = fields.has("sheet") ? fields.text("sheet") : earlier.sheet;
  const sheet = sheets.length === 0 ? undefined : findSheetName(facts, sheets, wanted);
  const records = facts.head.filter((record) => record.sheet === sheet);
  const typed = fields.has("line") ? Number(fields.text("line")) : earlier.headerLine;
  const isLine = typed === noHeaderLine || records.some(({ line }) => line === typed);
  const found = findHeaderPlace(records, listColumnRules, earlier);
  const likely = found === undefined ? noHeaderLine : (records[found]?.line ?? noHeaderLine);
  const headerLine = typed !== undefined && isLine ? typed : likely;
  const header = records.findIndex(({ line }) => line === headerLine);
  const rows = records.slice(header + 1);
  const width = Math.max(0, ...records.map(({ cells }) => cells.length));
  const blank = Array.from({ length: width }, () => "");
  const cells = headerLine === noHeaderLine ? blank : (records[header]?.cells ?? blank);
  const isSame = headerLine === earlier.headerLine && sheet === earlier.sheet;
  const mapping = isSame ? earlier : { headers: new Map<string, string>(), fixed: new Map() };
  return { sheets, sheet, records, headerLine, names: nameHeaders(cells), rows, mapping };
}

/** Fills the form with the columns that were chosen, named or are likely. */
export function fillColumns({ headerLine, names, rows, mapping }: ColumnsOnPage): FormState {
  const header = headerLine === noHeaderLine ? names.map(() => "") : names;
  const cells = rows.map((row) => row.cells);
  const shown = addLikelyColumns(mapping, guessColumns(header, cells, listColumnRules, mapping));
  const { places } = placeColumns(header, listColumnRules, shown);
  const values = new Map([...places].map(([name, place]) => [columnField(name), String(place)]));
  return { value: (name) => values.get(name) ?? "", faults: [] };
}

/** The mapping of a form, or what is wrong with it. */
export function readColumnsForm(
  form: Fields,
  { sheet, headerLine, names }: ColumnsOnPage,
): ColumnMapping | { readonly field: string; readonly text: string } {
  const headers = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of listColumnNames) {
    const text = form.text(columnField(name));
    const header = /^\d{1,3}$/.test(text) ? names[Number(text)] : undefined;
    if (header !== undefined && taken.has(header)) {
      return { field: columnField(name), text: "Choose a different column for each field." };
    }
    if (header !== undefined) taken.add(header);
    headers.set(name, header ?? leftOutHeader);
  }
  if (headers.get("part_number") === leftOutHeader) {
    return { field: columnField("part_number"), text: "Choose the part number column." };
  }
  return { headers, fixed: new Map(), headerLine, sheet };
}
