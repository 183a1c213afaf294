// The pages of quick order: sending a list, its rows and their changes, and what becomes of them.
import { PassThrough } from "node:stream";
import { isUuid } from "../../db/isUuid.ts";
import { writeCsv } from "../../files/writeCsv.ts";
import { freshForm } from "../../html/form.ts";
import { exportUnready } from "../../quickOrders/exportUnready.ts";
import type { ListId } from "../../quickOrders/orderList.ts";
import { selectLists } from "../../quickOrders/queries.ts";
import type { Answer } from "../../site/visit.ts";
import type { PortalContext } from "../portalContext.ts";
import type { PortalServer } from "../portalServer.ts";
import type { Visit } from "../visit.ts";
import { addRows } from "./addRows.ts";
import { changeRow } from "./changeRow.ts";
import { renderListPage } from "./listPage.ts";
import { readListView } from "./listView.ts";
import { findList, loadListPage } from "./loadListPage.ts";
import { renderQuickOrderPage } from "./quickOrderPage.ts";
import { fileBytes, receiveFile, receivePaste } from "./receiveFile.ts";

/**
 * A pasted list, in bytes as a form sends it: some 50,000 rows. It is held in memory and anybody
 * may send it; what is longer comes as a file.
 */
const pasteBytes = 2 * 1024 * 1024;
const listsPerPage = 20;

/** The rows that are to be mended, as a file that can be sent again. */
async function sendUnready(context: PortalContext, visit: Visit): Promise<Answer> {
  const list = await findList(context, visit);
  if (list === undefined) return { kind: "not found" };
  const body = new PassThrough();
  writeCsv(exportUnready(context.db, list), body).catch((error: Error) => body.destroy(error));
  return { kind: "file", name: "rows-to-mend.csv", type: "text/csv; charset=utf-8", body };
}

/** Adds `/quick-order` and what is under it. */
export function registerQuickOrder(portal: PortalServer): void {
  const { context } = portal;
  const { db } = context;

  portal.get("/quick-order", {
    access: "signed in",
    answer: async ({ signedIn, query }) => {
      const text = query.text("before");
      const before = isUuid(text) ? (text as ListId) : null;
      const { accountId } = signedIn.account;
      const found = await selectLists(db, accountId, before, listsPerPage + 1);
      const lists = found.slice(0, listsPerPage);
      const last = found.length > listsPerPage ? lists.at(-1) : undefined;
      const on = last === undefined ? null : `/quick-order?before=${last.listId}`;
      return { kind: "page", page: renderQuickOrderPage(freshForm(), lists, on) };
    },
  });

  // Open to whoever is signed out by now, so that what they pasted is not lost.
  portal.post("/quick-order", {
    access: "anyone",
    bodyBytes: pasteBytes,
    answer: (visit) => receivePaste(context, visit),
  });

  portal.post("/quick-order/file", {
    access: "signed in",
    bodyBytes: fileBytes,
    answer: (visit) => receiveFile(context, visit),
  });

  portal.get("/quick-order/:list", {
    access: "signed in",
    answer: async (visit) => {
      const list = await findList(context, visit);
      if (list === undefined) return { kind: "not found" };
      const shown = await loadListPage(context, visit, list, readListView(visit.query));
      return { kind: "page", page: renderListPage(shown) };
    },
  });

  portal.get("/quick-order/:list/unready.csv", {
    access: "signed in",
    answer: (visit) => sendUnready(context, visit),
  });

  portal.post("/quick-order/:list/rows/:row", {
    access: "signed in",
    answer: (visit) => changeRow(context, visit),
  });

  portal.post("/quick-order/:list/add", {
    access: "signed in",
    answer: (visit) => addRows(context, visit),
  });
}
