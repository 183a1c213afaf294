import { isUuid } from "../../db/isUuid.ts";
import { renderNotice } from "../../html/notice.ts";
import { addReadyRows } from "../../quickOrders/addReadyRows.ts";
import type { OrderList } from "../../quickOrders/orderList.ts";
import { selectList } from "../../quickOrders/queries.ts";
import { readFormVersion } from "../../site/fields.ts";
import type { Answer } from "../../site/visit.ts";
import { orderAddress } from "../orders/orderAddress.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";
import { describeAddRefusal } from "./describeAddRefusal.ts";
import { renderListPage } from "./listPage.ts";
import { formatListAddress } from "./listView.ts";
import { loadListPage } from "./loadListPage.ts";

/** Adds the ready rows to a draft and redirects there, or shows the list with the reason. */
export async function addRows(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
): Promise<Answer> {
  const { form, signedIn, requestId, now } = visit;
  const { listId } = list;
  const draft = form.text("draft");
  const version = readFormVersion(form);
  const asked = { signedIn, listId, version, requestId, now };
  const outcome =
    draft === "" || isUuid(draft)
      ? await addReadyRows(context, { ...asked, draftId: draft === "" ? null : draft })
      : ({ outcome: "no draft" } as const);
  if (outcome.outcome === "unknown") return { kind: "not found" };
  if (outcome.outcome === "added") {
    const [orderId, ...more] = outcome.orderIds;
    const isOne = orderId !== undefined && more.length === 0;
    const added = formatListAddress(listId, { show: "added", after: 0 });
    return { kind: "redirect", to: isOne ? orderAddress(orderId) : added };
  }
  const { title, remedy } = describeAddRefusal(outcome);
  const notice = renderNotice("fault", title, remedy);
  const current = (await selectList(context.db, signedIn.account.accountId, listId)) ?? list;
  const view = { show: "all", after: 0 } as const;
  const shown = await loadListPage(context, visit, current, view, { notice });
  return { kind: "page", page: renderListPage(shown), status: 409 };
}
