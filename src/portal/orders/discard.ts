import { closeBidi } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { discardDraft } from "../../orders/cancelOrder.ts";
import { type StoredOrder, shortOrderId } from "../../orders/order.ts";
import { runOrderTransaction } from "../../orders/runOrderTransaction.ts";
import type { Answer } from "../../site/visit.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";
import { busyNotice } from "./changeDraft.ts";
import { orderAddress } from "./orderAddress.ts";
import { answerOrder } from "./showOrder.ts";

/** Discards a draft after its name was typed to confirm. */
export async function discard(
  context: PortalContext,
  visit: Visit,
  order: StoredOrder,
): Promise<Answer> {
  const { signedIn, requestId, now, form } = visit;
  const { orderId, poNumber } = order;
  const name = poNumber ?? shortOrderId(orderId);
  const typed = form.text("name").trim();
  if (typed !== name.trim() && typed !== shortOrderId(orderId)) {
    const faults = [{ field: "name", text: `Not discarded. Type ${closeBidi(name)} to confirm.` }];
    const discarding = { value: (field: string) => form.text(field), faults, prefix: "discard" };
    return answerOrder(context, visit, order, { from: 0, discarding, status: 422 });
  }
  const asked = { signedIn, orderId, requestId, now };
  const ended = await runOrderTransaction(context.db, (tx) => discardDraft(tx, asked));
  if (ended === "busy") {
    return answerOrder(context, visit, order, { from: 0, notice: busyNotice, status: 409 });
  }
  if (ended.outcome === "unknown") return { kind: "not found" };
  if (ended.outcome === "closed") {
    const notice = renderNotice("short", "Not discarded: this order is no longer a draft");
    return answerOrder(context, visit, ended.order, { from: 0, notice, status: 409 });
  }
  return { kind: "redirect", to: orderAddress(orderId, "?done=discarded") };
}
