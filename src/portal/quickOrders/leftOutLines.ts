// How a list was read, and the lines that were left out of it, each with a way to use it as a row.
import { Failure } from "../../errors.ts";
import { formatCount, formatCounted } from "../../html/amount.ts";
import { capitalize } from "../../html/capitalize.ts";
import { renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { type Column, renderTable } from "../../html/table.ts";
import {
  type LeftOutSentence,
  readLeftOutLines,
  readLeftOutSentence,
} from "../../imports/rows/leftOutRows.ts";
import { includeLine } from "../../quickOrders/layout/includeLine.ts";
import type { OrderList } from "../../quickOrders/orderList.ts";
import { selectRowsByNumber } from "../../quickOrders/pageQueries.ts";
import { notFound, redirect } from "../../site/visit.ts";
import type { Handler, PortalContext } from "../portalContext.ts";
import { formatListAddress } from "./listView.ts";

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
    button: { text: "Use as a row", label: `Use as a row: line ${line}` },
  });
}

type UsableLine = LeftOutSentence["lines"][number] & Pick<LeftOutSentence, "kind">;

const columns: readonly Column[] = [
  { title: "Line", kind: "words" },
  { title: "In your list", kind: "prose" },
  { title: "Looks like", kind: "words" },
  { title: "Use as a row", kind: "actions" },
];

function renderUsable(listId: string, lines: readonly UsableLine[]): Html | null {
  if (lines.length === 0) return null;
  const table = renderTable({
    caption: "Lines that were left out",
    columns,
    rows: lines
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, text, kind }) => ({
        cells: [formatCount(line), text, capitalize(kind), renderUseForm(listId, line)],
      })),
  });
  return html`<section class="card">
${table}</section>
`;
}

/** `leftOut` are the lines that can be used as rows: they are a table, which names each once. */
export function renderNotes(
  { listId }: OrderList,
  notes: readonly string[],
  leftOut: readonly number[],
): Html | null {
  if (notes.length === 0) return null;
  const read = notes.map((note) => {
    const sentence = readLeftOutSentence(note);
    const usable = sentence?.lines.filter(({ line }) => leftOut.includes(line)) ?? [];
    if (sentence === null || usable.length === 0) return { text: note, usable: [] };
    const { kind, more } = sentence;
    const text = more === null ? null : `Also left out: ${more} more ${kind}.`;
    return { text, usable: usable.map((one) => ({ ...one, kind })) };
  });
  const shown = read.map(({ text }) => text && html`<p>${text}</p>\n`);
  const lines = formatCounted(leftOut.length, "line");
  const summary = leftOut.length === 0 ? "" : `: ${lines} left out`;
  const table = renderUsable(
    listId,
    read.flatMap(({ usable }) => usable),
  );
  return html`<details class="hint" id="list-notes">
<summary>How this list was read${summary}</summary>
${shown}${table}</details>
`;
}

/** Makes a line that was left out a row, and shows it. */
export const useLine: Handler<OrderList> = async (context, { form, now }, list) => {
  const text = form.text(lineField);
  const line = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  if (line === null || !list.notes.flatMap(readLeftOutLines).includes(line)) return notFound;
  const reading = { kind: "readLine", given: [list, line] } as const;
  const read = await context.readList(list.accountId, reading);
  if (read.outcome === "refused") throw new Failure("UNAVAILABLE", { message: read.message });
  const { row } = read;
  if (row === undefined || (await includeLine(context, list, row, now)) === "unknown") {
    return notFound;
  }
  const address = formatListAddress(list.listId, { show: "all", after: line - 1 }, line);
  return redirect(`${address}#row-${line}`);
};
