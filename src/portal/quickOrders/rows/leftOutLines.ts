// How a list was read, and the lines that were left out of it, each with a way to use it as a row.
import { renderForm } from "../../../html/form.ts";
import { type Html, html } from "../../../html/html.ts";
import { readLeftOutLines } from "../../../imports/layout/leftOutRows.ts";
import { includeLine } from "../../../quickOrders/layout/includeLine.ts";
import type { OrderList } from "../../../quickOrders/orderList.ts";
import { selectRowsByNumber } from "../../../quickOrders/pageQueries.ts";
import { notFound, redirect } from "../../../site/visit.ts";
import type { Handler, PortalContext } from "../../portalContext.ts";
import { formatListAddress } from "../listView.ts";
import { texts } from "./texts.ts";

const lineField = "line";

/** The lines that were left out of a list and are not rows of it now. */
export async function loadLeftOut(
  { db }: PortalContext,
  { listId, notes }: OrderList,
): Promise<readonly number[]> {
  const lines = notes.flatMap(readLeftOutLines);
  const rows = lines.length === 0 ? [] : await selectRowsByNumber(db, listId, lines);
  const taken = new Set(rows.map(({ rowNumber }) => rowNumber));
  return lines.filter((line) => !taken.has(line));
}

function renderUseForm(listId: string, line: number): Html {
  return renderForm({
    action: `/quick-order/${listId}/include`,
    hidden: { [lineField]: String(line) },
    button: { text: texts.leftOut.use(line) },
  });
}

/** `leftOut` are the lines that can be used as rows. */
export function renderNotes(
  { listId }: OrderList,
  notes: readonly string[],
  leftOut: readonly number[],
): Html | null {
  if (notes.length === 0) return null;
  const shown = notes.map((note) => {
    const lines = readLeftOutLines(note).filter((line) => leftOut.includes(line));
    const forms = lines.map((line) => renderUseForm(listId, line));
    const uses = forms.length > 0 && html`<div class="actions">${forms}</div>\n`;
    return html`<p>${note}</p>\n${uses}`;
  });
  const { read, readWithout } = texts.leftOut;
  return html`<details class="hint" id="list-notes">
<summary>${leftOut.length === 0 ? read : readWithout(leftOut.length)}</summary>
${shown}</details>
`;
}

/** Makes a line that was left out a row, and shows it. */
export const useLine: Handler<OrderList> = async (context, { form, now }, list) => {
  const text = form.text(lineField);
  const line = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  if (line === null || !list.notes.flatMap(readLeftOutLines).includes(line)) return notFound;
  if ((await includeLine(context, list, line, now)) === "unknown") return notFound;
  const address = formatListAddress(list.listId, { show: "all", after: line - 1 }, line);
  return redirect(`${address}#row-${line}`);
};
