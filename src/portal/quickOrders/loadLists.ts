import { cutPage } from "../../html/pager.ts";
import type { ListId } from "../../quickOrders/orderList.ts";
import { selectLists, selectSavedLists } from "../../quickOrders/queries.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import type { ShownLists } from "./quickOrderPage.ts";

const listsPerPage = 20;

/** The saved lists of the account, and a page of the others. */
export async function loadLists(
  { db, quickOrderDays: days }: PortalContext,
  { signedIn }: Visit,
  before: ListId | null,
): Promise<ShownLists> {
  const { accountId } = signedIn.account;
  const [saved, found] = await Promise.all([
    selectSavedLists(db, accountId),
    selectLists(db, accountId, before, listsPerPage + 1),
  ]);
  const { rows: lists, last } = cutPage(found, listsPerPage);
  const on = last === undefined ? null : `/quick-order?before=${last.listId}`;
  return { saved, lists, on, days };
}
