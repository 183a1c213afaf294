// The form of the rows on a page. Without script the page is shown again; the script receives the
// rows that it shows, the summary and the tabs, and keeps what is typed elsewhere.
import { html } from "../../html/html.ts";
import type { OrderList } from "../../quickOrders/orderList.ts";
import { selectRowsOnPage, selectStartBefore } from "../../quickOrders/pageQueries.ts";
import { selectList } from "../../quickOrders/queries.ts";
import { type Answer, answerPage, redirect, wantsFragment } from "../../site/visit.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { describeBulk, formatBulk, summarizeBulk } from "./bulkOutcome.ts";
import { renderListPage, renderListParts } from "./listPage.ts";
import {
  filterOfView,
  formatListAddress,
  type ListView,
  readListView,
  rowsPerPage,
} from "./listView.ts";
import { loadListPage } from "./loadListPage.ts";
import { type SavedRows, saveRows } from "./saveRows.ts";
import { texts } from "./texts.ts";

const maxShown = 200;

function readShown({ form }: Visit): number[] {
  const numbers = form.text("shown").split(",").slice(0, maxShown);
  return numbers.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number);
}

function describeSaved({ changed, created, removed, bulk, refused }: SavedRows): string {
  if (refused.size > 0) return texts.changed.refused;
  if (bulk != null) return describeBulk(summarizeBulk(bulk));
  if (removed !== null) return texts.changed.removed(removed);
  const [first] = changed;
  const [second] = created;
  if (first !== undefined && changed.length === 1 && second !== undefined) {
    return texts.changed.split(first, second);
  }
  if (first !== undefined && changed.length === 1) return texts.changed.one(first);
  return texts.changed.many(changed.length);
}

/** What the script shows: the parts of the page around its rows, and these rows. */
async function answerParts(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
  saved: SavedRows,
): Promise<Answer> {
  const view = readListView(visit.form, "all");
  const { refused, created } = saved;
  const putBack = saved.bulk?.putBack ?? [];
  const shown = await loadListPage(context, visit, list, view, {
    refused,
    bulk: saved.bulk == null ? null : summarizeBulk(saved.bulk),
    // What was removed and put back is shown again, as is the second row of a split.
    rowNumbers: [...readShown(visit), ...created, ...putBack.slice(0, rowsPerPage)],
  });
  const message = html`<p data-message>${describeSaved(saved)}</p>`;
  const status = refused.size > 0 ? 422 : 200;
  return { kind: "fragment", html: html`${message}${renderListParts(shown)}`, status };
}

/** The list as it is now: saving its rows has changed it. */
async function readAgain({ db }: PortalContext, { signedIn }: Visit, list: OrderList) {
  return (await selectList(db, signedIn.account.accountId, list.listId)) ?? list;
}

export const changeRows: Handler<OrderList> = async (context, visit, list) => {
  const saved = await saveRows(context, visit, list);
  const current = await readAgain(context, visit, list);
  if (wantsFragment(visit)) {
    return answerParts(context, visit, current, saved);
  }
  const view = readListView(visit.form, "all");
  if (saved.refused.size > 0) {
    const { refused } = saved;
    const shown = await loadListPage(context, visit, current, view, { refused });
    return answerPage(renderListPage(shown), 422);
  }
  if (saved.bulk != null) {
    const done = formatBulk(summarizeBulk(saved.bulk));
    return redirect(`${formatListAddress(list.listId, view)}${done}`);
  }
  const [rowNumber = saved.removed] = saved.changed;
  if (rowNumber === null) return redirect(formatListAddress(list.listId, view));
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
