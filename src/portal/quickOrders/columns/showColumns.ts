import { renderCard } from "../../../html/card.ts";
import { renderSelect } from "../../../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderFilters,
  renderForm,
} from "../../../html/form.ts";
import { type Html, html } from "../../../html/html.ts";
import { renderNotice } from "../../../html/notice.ts";
import { type Column, renderTable } from "../../../html/table.ts";
import {
  type ColumnMapping,
  leftOutHeader,
  placeColumns,
  readMapping,
} from "../../../imports/rows/columns.ts";
import { addLikelyColumns, findHeaderPlace, guessColumns } from "../../../imports/rows/header.ts";
import { findSheet } from "../../../imports/rows/sheets.ts";
import { mayChooseColumns } from "../../../quickOrders/layout/chooseColumns.ts";
import { noHeaderLine } from "../../../quickOrders/layout/findListColumns.ts";
import type { HeadRecord } from "../../../quickOrders/layout/upload.ts";
import { selectUploadFacts, type UploadFacts } from "../../../quickOrders/layout/uploadQueries.ts";
import { listColumnNames, listColumnRules } from "../../../quickOrders/listColumns.ts";
import type { OrderList } from "../../../quickOrders/orderList.ts";
import { nameHeaders } from "../../../reading/header.ts";
import type { Fields } from "../../../site/fields.ts";
import { type Answer, answerPage, notFound, redirect, type SitePage } from "../../../site/visit.ts";
import type { Handler, PortalContext } from "../../portalContext.ts";

/** The words of the page on which the columns of a list are chosen. */
const texts = {
  columns: {
    title: "Columns",
    noCondition: "Not in the list",
  },
  preview: {
    title: "First rows",
  },
};

// The header and the columns of an uploaded list as a form: what was found, and what a person
// chooses.

type ColumnsOnPage = {
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

function columnField(name: string): string {
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
function readColumns(facts: UploadFacts, fields: Fields): ColumnsOnPage {
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
function fillColumns({ headerLine, names, rows, mapping }: ColumnsOnPage): FormState {
  const header = headerLine === noHeaderLine ? names.map(() => "") : names;
  const cells = rows.map((row) => row.cells);
  const shown = addLikelyColumns(mapping, guessColumns(header, cells, listColumnRules, mapping));
  const { places } = placeColumns(header, listColumnRules, shown);
  const values = new Map([...places].map(([name, place]) => [columnField(name), String(place)]));
  return { value: (name) => values.get(name) ?? "", faults: [] };
}

/** The mapping of a form, or what is wrong with it. */
function readColumnsForm(
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

// The page on which a buyer chooses the columns of an uploaded list.

const maxShownRows = 8;
const maxShownColumns = 12;
const maxTextLength = 60;
const sampleValues = 2;

type ColumnsPage = {
  readonly list: OrderList;
  readonly columns: ColumnsOnPage;
  readonly state: FormState;
  /** Why a person has to choose; null if the columns were found. */
  readonly doubt: string | null;
};

function shorten(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength).toWellFormed()}…` : text;
}

function describeRecord({ line, cells }: HeadRecord): string {
  const filled = cells.filter((cell) => cell.trim() !== "").join(" · ");
  return `Line ${line}: ${shorten(filled)}`;
}

function renderHeaderForm(action: string, columns: ColumnsOnPage): Html {
  const { sheets, sheet, records, headerLine } = columns;
  const state = freshForm({ line: String(headerLine), sheet: sheet ?? "" });
  const lines = records.map((record) => ({
    value: String(record.line),
    text: describeRecord(record),
  }));
  const none = { value: String(noHeaderLine), text: "No header line" };
  const options = sheets.map((name) => ({ value: name, text: name }));
  return renderFilters({
    action,
    label: "Header",
    fields: [
      sheets.length > 0 && renderSelect(state, { name: "sheet", label: "Sheet", options }),
      renderSelect(state, { name: "line", label: "Header line", options: [none, ...lines] }),
    ],
    button: "Use this header",
  });
}

const labels = [
  ["part_number", "Part number", "Choose a column"],
  ["quantity", "Quantity", "Not in the list, or in the part number column"],
  ["condition", "Condition", texts.columns.noCondition],
  ["certificate", "Certificate", texts.columns.noCondition],
  ["unit_of_measure", "Unit of measure", texts.columns.noCondition],
  ["remark", "Remark", texts.columns.noCondition],
  ["needed_by", "Needed by", texts.columns.noCondition],
] as const;

function renderColumnsForm(action: string, columns: ColumnsOnPage, state: FormState): Html {
  const { names, rows, headerLine, sheet } = columns;
  const found = names.map((name, place) => {
    const values = rows.flatMap(({ cells }) => cells[place]?.trim() || []);
    const samples = [...new Set(values)].slice(0, sampleValues).join(", ");
    const text = samples === "" ? name : `${name} (${samples})`;
    return { value: String(place), text: shorten(text) };
  });
  const hidden = { line: String(headerLine), ...(sheet === undefined ? {} : { sheet }) };
  return renderForm({
    action,
    hidden,
    state,
    label: texts.columns.title,
    body: labels.map(([name, label, none]) =>
      renderSelect(state, {
        name: columnField(name),
        label,
        options: [{ value: "", text: none }, ...found],
      }),
    ),
    button: { text: "Check rows", kind: "primary" },
  });
}

function renderPreview({ names, rows }: ColumnsOnPage): Html {
  const titles: Column[] = names
    .slice(0, maxShownColumns)
    .map((name) => ({ title: shorten(name), kind: "prose", titled: true }));
  const shown = rows.slice(0, maxShownRows).map(({ line, cells }) => ({
    cells: [String(line), ...titles.map((_, place) => shorten(cells[place] ?? ""))],
  }));
  return renderTable({
    caption: texts.preview.title,
    columns: [{ title: "Line", kind: "number" }, ...titles],
    rows: shown,
  });
}

function renderColumnsPage({ list, columns, state, doubt }: ColumnsPage): SitePage {
  const action = `/quick-order/${list.listId}/columns`;
  const notice = doubt === null ? null : renderNotice("short", doubt);
  const body = html`${renderHeaderForm(action, columns)}${renderColumnsForm(
    action,
    columns,
    state,
  )}`;
  return {
    title: "Choose the columns",
    above: { href: "/quick-order", text: "Quick order" },
    sentence: html`${list.name}. Lists with the same headers are read the same way next time.`,
    body: html`${notice}${renderCard({ title: texts.columns.title, body })}
${renderCard({ title: texts.preview.title, body: renderPreview(columns) })}`,
  };
}

function listAddress({ listId }: OrderList): string {
  return `/quick-order/${listId}`;
}

/** The facts of an upload whose columns can still be chosen. */
async function loadFacts({ db }: PortalContext, list: OrderList) {
  const facts = await selectUploadFacts(db, list.listId);
  if (facts === undefined) return notFound;
  return mayChooseColumns(list, facts) ? facts : redirect(listAddress(list));
}

export const showColumns: Handler<OrderList> = async (context, { query }, list) => {
  const facts = await loadFacts(context, list);
  if ("kind" in facts) return facts;
  const columns = readColumns(facts, query);
  const { doubt } = facts;
  return answerPage(renderColumnsPage({ list, columns, state: fillColumns(columns), doubt }));
};

/** Reads the list with the chosen columns and shows it, or shows the form with what is wrong. */
export const saveColumns: Handler<OrderList> = async (context, { form, now }, list) => {
  const facts = await loadFacts(context, list);
  if ("kind" in facts) return facts;
  const columns = readColumns(facts, form);
  const refuse = (fault: FieldFault): Answer => {
    const state = { value: (name: string) => form.text(name), faults: [fault] };
    return answerPage(renderColumnsPage({ list, columns, state, doubt: null }), 422);
  };
  const mapping = readColumnsForm(form, columns);
  if ("field" in mapping) return refuse(mapping);
  const reading = { kind: "chooseColumns", given: [list, mapping, now] } as const;
  const chosen = await context.readList(list.accountId, reading);
  if (chosen.outcome === "refused") return refuse({ field: "", text: chosen.message });
  return chosen.outcome === "unknown" ? notFound : redirect(listAddress(list));
};
