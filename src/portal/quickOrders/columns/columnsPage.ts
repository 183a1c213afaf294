// The page on which a buyer chooses the columns of an uploaded list.
import { renderCard } from "../../../html/card.ts";
import { renderSelect } from "../../../html/field.ts";
import { type FormState, freshForm, renderFilters, renderForm } from "../../../html/form.ts";
import { type Html, html } from "../../../html/html.ts";
import { renderNotice } from "../../../html/notice.ts";
import { type Column, renderTable } from "../../../html/table.ts";
import { noHeaderLine } from "../../../quickOrders/layout/findListColumns.ts";
import type { HeadRecord } from "../../../quickOrders/layout/upload.ts";
import type { OrderList } from "../../../quickOrders/orderList.ts";
import type { SitePage } from "../../../site/visit.ts";
import { type ColumnsOnPage, columnField } from "./readColumns.ts";
import { texts } from "./texts.ts";

const maxShownRows = 8;
const maxShownColumns = 12;
const maxTextLength = 60;
const sampleValues = 2;

export type ColumnsPage = {
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

export function renderColumnsPage({ list, columns, state, doubt }: ColumnsPage): SitePage {
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
