import { stateWords } from "../../components/listRows.ts";
import { isUuid } from "../../db/isUuid.ts";
import { writeCsv } from "../../files/writeCsv.ts";
import { formatCounted } from "../../html/amount.ts";
import { freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { exportUnready } from "../../quickOrders/exportUnready.ts";
import { type ListId, type OrderList, rowStates } from "../../quickOrders/orderList.ts";
import { selectRowsOnPage } from "../../quickOrders/pageQueries.ts";
import { summarizeList } from "../../quickOrders/queries.ts";
import { startWriting } from "../../site/createFileAnswers.ts";
import { answerPage, redirect } from "../../site/visit.ts";
import type { Handler, PortalContext } from "../portalContext.ts";
import { loadListPage, renderListPage } from "./listPage.ts";
import { findUsualView, formatListAddress, readListView } from "./listView.ts";
import { loadLists } from "./loadLists.ts";
import { renderQuickOrderPage } from "./quickOrderPage.ts";
import { texts } from "./texts.ts";

/** The rows that need attention, as a file that can be corrected and uploaded again. */
export const sendUnreadyRows: Handler<OrderList> = async (context, visit, list) => {
  const body = startWriting(context, visit, (target) =>
    writeCsv(exportUnready(context.db, list), target),
  );
  return { kind: "file", name: "rows-to-fix.csv", type: "text/csv; charset=utf-8", body };
};

export const showQuickOrder: Handler = async (context, visit) => {
  const text = visit.query.text("before");
  const before = isUuid(text) ? (text as ListId) : null;
  const lists = await loadLists(context, visit, before);
  return answerPage(renderQuickOrderPage(freshForm(), lists));
};

/** How many rows were fixed, and how many were not because they changed in the meantime. */
function describeFixed(fixed: string, stale: string): Html {
  const left = /^[1-9]\d{0,2}$/.test(stale) ? Number(stale) : 0;
  const done = `${formatCounted(Number(fixed), "row")} changed.`;
  if (left === 0) return renderNotice("good", done);
  const rest = html`<p>${formatCounted(left, "row")} changed in the meantime: check again.</p>`;
  return renderNotice("short", done, rest);
}

/** A changed row that left the view: its state, and where it is. */
async function describeChanged(
  { db }: PortalContext,
  { listId }: OrderList,
  rowNumber: number,
): Promise<Html> {
  const [row] = await selectRowsOnPage(db, listId, { states: rowStates }, rowNumber - 1, 1);
  if (row?.rowNumber !== rowNumber) return renderNotice("good", `Row ${rowNumber} removed.`);
  const address = formatListAddress(listId, { show: "all", after: rowNumber - 1 });
  const { word, meaning } = stateWords[row.state];
  return renderNotice(
    meaning,
    `Row ${rowNumber} saved: ${word.toLowerCase()}.`,
    html`<a href="${address}#row-${rowNumber}">Show row ${rowNumber}</a>`,
  );
}

export const showList: Handler<OrderList> = async (context, visit, list) => {
  if (list.isUnclear) return redirect(`/quick-order/${list.listId}/columns`);
  const summary = await summarizeList(context.db, list.listId);
  const view = readListView(visit.query, findUsualView(summary));
  const text = visit.query.text("changed");
  const shown = await loadListPage(context, visit, list, view);
  if (/^\d{1,3}$/.test(visit.query.text("fixed"))) {
    const notice = describeFixed(visit.query.text("fixed"), visit.query.text("stale"));
    return answerPage(renderListPage({ ...shown, notice }));
  }
  if (visit.query.has("named")) {
    const notice = renderNotice("good", list.isSaved ? texts.list.saved : texts.list.notSaved);
    return answerPage(renderListPage({ ...shown, notice }));
  }
  if (visit.query.has("saved")) {
    const notice = renderNotice("good", texts.list.rowsSaved);
    return answerPage(renderListPage({ ...shown, notice }));
  }
  const changed = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (changed > 0 && shown.rows.every(({ rowNumber }) => rowNumber !== changed)) {
    const notice = await describeChanged(context, list, changed);
    return answerPage(renderListPage({ ...shown, notice }));
  }
  return answerPage(renderListPage(shown));
};
