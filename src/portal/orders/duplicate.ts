import { html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { duplicateOrder } from "../../orders/drafts/duplicateOrder.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { runOncePerForm } from "../../orders/runOncePerForm.ts";
import { runOrderTransaction } from "../../orders/runOrderTransaction.ts";
import type { Answer } from "../../site/visit.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";
import { busyNotice } from "./changeDraft.ts";
import { orderAddress } from "./orderAddress.ts";
import { answerOrder } from "./showOrder.ts";

/** Copies an order into a new draft and redirects there. */
export async function duplicate(
  context: PortalContext,
  visit: Visit,
  order: StoredOrder,
): Promise<Answer> {
  const { form, signedIn, requestId, now } = visit;
  const asked = { signedIn, orderId: order.orderId, requestId, now };
  const sent = { signedIn, formId: form.text("form") };
  const made = await runOrderTransaction(context.db, (tx) =>
    runOncePerForm(tx, sent, (formId) => duplicateOrder(tx, { ...asked, formId })),
  );
  if (made === "busy") {
    return answerOrder(context, visit, order, { from: 0, notice: busyNotice, status: 409 });
  }
  switch (made.outcome) {
    case "unknown":
      return { kind: "not found" };
    case "repeated":
      return { kind: "redirect", to: orderAddress(made.orderId, "?done=duplicated") };
    case "created": {
      const said = made.leftOut.length === 0 ? "duplicated" : "duplicated-in-part";
      return { kind: "redirect", to: orderAddress(made.order.orderId, `?done=${said}`) };
    }
    case "nothing": {
      const why = made.leftOut.slice(0, 10).map(({ message }) => html`<p>${message}</p>`);
      const notice = renderNotice(
        "short",
        "No draft created: none of the lines can be ordered",
        why,
      );
      return answerOrder(context, visit, order, { from: 0, notice, status: 409 });
    }
  }
}
