// Duplicating an order, which makes its copy the current draft, and choosing the current draft
// again.
import { html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { sendCurrentDraft } from "../../orders/drafts/currentDraftQueries.ts";
import { duplicateOrder } from "../../orders/drafts/duplicateOrder.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { runOncePerForm } from "../../orders/runOncePerForm.ts";
import { runOrderTransaction } from "../../orders/runOrderTransaction.ts";
import { notFound, redirect } from "../../site/visit.ts";
import { orderAddress } from "../addresses.ts";
import type { Handler } from "../portalContext.ts";
import { busyNotice } from "./changeDraft.ts";
import { existingCopy } from "./copiedFrom.ts";
import { answerOrder } from "./showOrder.ts";
import { texts } from "./texts.ts";

export const duplicate: Handler<StoredOrder> = async (context, visit, order) => {
  const { form, signedIn, requestId, now } = visit;
  const again = form.text("again") === "yes";
  const asked = { signedIn, orderId: order.orderId, requestId, now, again };
  const sent = { signedIn, formId: form.text("form") };
  const made = await runOrderTransaction(context.db, (tx) =>
    runOncePerForm(tx, sent, (formId) => duplicateOrder(tx, { ...asked, formId })),
  );
  if (made === "busy") {
    return answerOrder(context, visit, order, { notice: busyNotice, status: 409 });
  }
  switch (made.outcome) {
    case "unknown":
      return notFound;
    case "copied":
      return redirect(orderAddress(made.orderId, `?done=${existingCopy}`));
    case "repeated":
      return redirect(orderAddress(made.orderId));
    case "created":
      context.countOrder("placed", 1);
      return redirect(orderAddress(made.order.orderId));
    case "nothing": {
      const why = made.leftOut.slice(0, 10).map(({ message }) => html`<p>${message}</p>`);
      const notice = renderNotice("short", texts.change.noneOrderable, why);
      return answerOrder(context, visit, order, { notice, status: 409 });
    }
  }
};

/** Makes a draft the one to which the person adds parts. */
export const makeCurrent: Handler<StoredOrder> = async (context, visit, order) => {
  if (order.status !== "draft") {
    const notice = renderNotice("short", texts.change.notCurrent);
    return answerOrder(context, visit, order, { notice, status: 409 });
  }
  const { userId } = visit.signedIn.user;
  await context.db.transaction(async (tx) => sendCurrentDraft(tx, userId, order.orderId));
  return redirect(orderAddress(order.orderId, "?done=current"));
};
