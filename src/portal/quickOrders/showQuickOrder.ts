import { isUuid } from "../../db/isUuid.ts";
import { writeCsv } from "../../files/writeCsv.ts";
import { freshForm } from "../../html/form.ts";
import { cutPage } from "../../html/pager.ts";
import { exportUnready } from "../../quickOrders/exportUnready.ts";
import type { ListId, OrderList } from "../../quickOrders/orderList.ts";
import { selectLists } from "../../quickOrders/queries.ts";
import { startWriting } from "../../site/createFileAnswers.ts";
import { answerPage } from "../../site/visit.ts";
import type { Handler } from "../portalContext.ts";
import { renderListPage } from "./listPage.ts";
import { readListView } from "./listView.ts";
import { loadListPage } from "./loadListPage.ts";
import { renderQuickOrderPage } from "./quickOrderPage.ts";

const listsPerPage = 20;

/** The rows that need attention, as a file that can be corrected and uploaded again. */
export const sendUnreadyRows: Handler<OrderList> = async (context, visit, list) => {
  const body = startWriting(context, visit, (target) =>
    writeCsv(exportUnready(context.db, list), target),
  );
  return { kind: "file", name: "rows-to-fix.csv", type: "text/csv; charset=utf-8", body };
};

export const showQuickOrder: Handler = async (
  { db, quickOrderDays: days },
  { signedIn, query },
) => {
  const text = query.text("before");
  const before = isUuid(text) ? (text as ListId) : null;
  const found = await selectLists(db, signedIn.account.accountId, before, listsPerPage + 1);
  const { rows: lists, last } = cutPage(found, listsPerPage);
  const on = last === undefined ? null : `/quick-order?before=${last.listId}`;
  return answerPage(renderQuickOrderPage(freshForm(), { lists, on, days }));
};

export const showList: Handler<OrderList> = async (context, visit, list) => {
  const shown = await loadListPage(context, visit, list, readListView(visit.query));
  return answerPage(renderListPage(shown));
};
