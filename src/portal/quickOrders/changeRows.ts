// The form of the rows on a page: what was typed into them, and the fix that was chosen. Whatever
// button was pressed, no row loses what was typed into it. Without script the page is shown again;
// the script receives the rows that it shows, the summary and the tabs, and keeps what is typed
// elsewhere.
import { formatCounted } from "../../html/amount.ts";
import type { FormState } from "../../html/form.ts";
import { html } from "../../html/html.ts";
import {
  changeList,
  type ListChange,
  maxChangedRows,
  type TypedRow,
  undoChange,
} from "../../quickOrders/changeList.ts";
import type { OrderList } from "../../quickOrders/orderList.ts";
import {
  selectRowsByNumber,
  selectRowsOnPage,
  selectStartBefore,
} from "../../quickOrders/pageQueries.ts";
import { selectList } from "../../quickOrders/queries.ts";
import { markTexts, textsOfRow } from "../../quickOrders/rowTexts.ts";
import type { LineTexts } from "../../reading/line.ts";
import type { Fields } from "../../site/fields.ts";
import { type Answer, answerPage, redirect, wantsFragment } from "../../site/visit.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { loadListPage, renderListPage, renderListParts } from "./listPage.ts";
import {
  filterOfView,
  formatListAddress,
  type ListView,
  readListView,
  rowsPerPage,
} from "./listView.ts";

/** The rows of a form of which the texts differ from those that its page showed. */
function readTyped(form: Fields): TypedRow[] {
  const typed = form.names().flatMap((name): TypedRow[] => {
    const [, row] = /^was-([1-9]\d{0,8})$/.exec(name) ?? [];
    if (row === undefined) return [];
    const texts = {
      partNumber: form.text(`number-${row}`),
      quantity: form.text(`quantity-${row}`),
      condition: form.text(`condition-${row}`),
    };
    return markTexts(texts) === form.text(name) ? [] : [{ rowNumber: Number(row), texts }];
  });
  // A page has fewer; one fix may come with them.
  return typed.slice(0, maxChangedRows - 1);
}

/** The change of a form; the fix is the value of the button that was pressed. */
function readChange(form: Fields): ListChange {
  const [, row, mark = ""] = /^([1-9]\d{0,8}):(.+)$/s.exec(form.text("fix")) ?? [];
  if (row === undefined) return { typed: readTyped(form), fixes: [] };
  const fix = { rowNumber: Number(row), seen: form.text(`was-${row}`), mark };
  // What was typed into a row that is removed is of no use.
  const typed = readTyped(form).filter(
    (one) => mark !== "remove" || one.rowNumber !== fix.rowNumber,
  );
  return { typed, fixes: [fix] };
}

/** The state of a row that was not changed: what was typed, or the row as it is now. */
function toRefused(rowNumber: number, sent: LineTexts, message: string): FormState {
  const subject = message.startsWith("The condition") ? "condition" : "number";
  const typed = new Map([
    [`number-${rowNumber}`, sent.partNumber],
    [`quantity-${rowNumber}`, sent.quantity],
    [`condition-${rowNumber}`, sent.condition],
  ]);
  const fault = { field: `${subject}-${rowNumber}`, text: `Row ${rowNumber}: ${message}` };
  return { value: (name) => typed.get(name) ?? "", faults: [fault], prefix: "row" };
}

const staleRow = "This row, its stock or its price changed. Check it, then choose again.";

export type SavedRows = {
  readonly changed: readonly number[];
  readonly created: readonly number[];
  readonly removed: readonly number[];
  /** The rows that undoing put back as they were; null if nothing was undone. */
  readonly undone: readonly number[] | null;
  /** The refused rows, with what was typed and the reason. The other rows are saved. */
  readonly refused: ReadonlyMap<number, FormState>;
};

/** Saves what a form of rows says; undefined if the list is gone. */
export async function saveRows(
  context: PortalContext,
  { form, now }: Visit,
  { accountId, listId }: OrderList,
): Promise<SavedRows> {
  const list = { accountId, listId, now };
  const change = readChange(form);
  const done = await changeList(context, list, change);
  const { changed = [], created = [], removed = [] } = done ?? {};
  const refused = new Map<number, FormState>();
  const textsOf = new Map(change.typed.map(({ rowNumber, texts }) => [rowNumber, texts]));
  const stale = done?.stale ?? [];
  const current = stale.length === 0 ? [] : await selectRowsByNumber(context.db, listId, stale);
  for (const row of current)
    refused.set(row.rowNumber, toRefused(row.rowNumber, textsOfRow(row), staleRow));
  for (const [rowNumber, message] of done?.refused ?? []) {
    const texts = textsOf.get(rowNumber) ?? { partNumber: "", quantity: "", condition: "" };
    refused.set(rowNumber, toRefused(rowNumber, texts, message));
  }
  const undone = form.has("undo") ? ((await undoChange(context, list)) ?? []) : null;
  const restored = undone?.map(({ rowNumber }) => rowNumber) ?? null;
  return { changed, created, removed, undone: restored, refused };
}

const maxShown = 200;

function readShown({ form }: Visit): number[] {
  const numbers = form.text("shown").split(",").slice(0, maxShown);
  return numbers.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number);
}

function describeSaved({ changed, created, removed, undone, refused }: SavedRows): string {
  if (refused.size > 0) return "Not saved: see the row.";
  if (undone !== null) return undone.length === 0 ? "Nothing to undo." : "Last change undone.";
  const [gone] = removed;
  if (gone !== undefined) return `Row ${gone} removed.`;
  const [[first], [second]] = [changed, created];
  if (first !== undefined && second !== undefined) {
    return `Row ${first} split into rows ${first} and ${second}.`;
  }
  return changed.length === 1
    ? `Row ${first} saved.`
    : `${formatCounted(changed.length, "row")} saved.`;
}

/** What the script shows: the parts of the page around its rows, and these rows. */
async function answerParts(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
  saved: SavedRows,
): Promise<Answer> {
  const view = readListView(visit.form, "all");
  const { refused, created, undone } = saved;
  const shown = await loadListPage(context, visit, list, view, {
    refused,
    // What was removed and put back is shown again, as is the second row of a split.
    rowNumbers: [...readShown(visit), ...created, ...(undone ?? []).slice(0, rowsPerPage)],
  });
  const message = html`<p data-message>${describeSaved(saved)}</p>`;
  const status = refused.size > 0 ? 422 : 200;
  return { kind: "fragment", html: html`${message}${renderListParts(shown)}`, status };
}

export const changeRows: Handler<OrderList> = async (context, visit, list) => {
  const saved = await saveRows(context, visit, list);
  // Saving its rows has changed the list.
  const current = (await selectList(context.db, list.accountId, list.listId)) ?? list;
  if (wantsFragment(visit)) return answerParts(context, visit, current, saved);
  const view = readListView(visit.form, "all");
  if (saved.refused.size > 0) {
    const { refused } = saved;
    const shown = await loadListPage(context, visit, current, view, { refused });
    return answerPage(renderListPage(shown), 422);
  }
  const [rowNumber = saved.removed[0]] = saved.changed;
  if (rowNumber === undefined) return redirect(formatListAddress(list.listId, view));
  const address = formatListAddress(list.listId, view, rowNumber);
  const place = await findPlace(context, list, view, rowNumber);
  return redirect(place === undefined ? address : `${address}#row-${place}`);
};

/** The row at which the view continues: the changed row, the next one, or the one before. */
async function findPlace(
  { db }: PortalContext,
  { listId }: OrderList,
  { show }: ListView,
  rowNumber: number,
): Promise<number | undefined> {
  const filter = filterOfView(show);
  const [next] = await selectRowsOnPage(db, listId, filter, rowNumber - 1, 1);
  if (next !== undefined) return next.rowNumber;
  const before = await selectStartBefore(db, listId, filter, rowNumber, 1);
  const [last] = await selectRowsOnPage(db, listId, filter, before, 1);
  return last?.rowNumber;
}
