import { statusWords } from "../../../components/nameOrder.ts";
import { formatCount } from "../../../html/amount.ts";
import type { FieldFault } from "../../../html/form.ts";
import { html } from "../../../html/html.ts";
import { renderNotice } from "../../../html/notice.ts";
import type { StoredOrder } from "../../../orders/order.ts";
import {
  maxChangeLength,
  maxChangeRequests,
  requestChange,
} from "../../../orders/requestChange.ts";
import { type Answer, notFound, redirect } from "../../../site/visit.ts";
import { orderAddress } from "../../addresses.ts";
import { linkMail } from "../../mailLink.ts";
import type { Handler, PortalContext, Visit } from "../../portalContext.ts";
import { answerOrder } from "../showOrder.ts";

function findFault(message: string): string | undefined {
  const { length } = [...message];
  if (length === 0) return "Write what should change.";
  if (length <= maxChangeLength) return undefined;
  return `${formatCount(length)} characters. The maximum is ${formatCount(maxChangeLength)}.`;
}

/** The order as it is now, whose page has no form for what was typed. */
function answerRefusal(
  context: PortalContext,
  visit: Visit,
  refused: { readonly outcome: "closed" | "too many"; readonly order: StoredOrder },
  message: string,
): Promise<Answer> {
  const { outcome, order } = refused;
  const [title, hint] =
    outcome === "closed"
      ? [
          `Not sent: this order is ${statusWords[order.status][1].toLowerCase()}`,
          "Only confirmed orders can have change requests.",
        ]
      : [
          `Not sent: this order has ${maxChangeRequests} change requests`,
          html`Write to ${linkMail(context.supportEmail, order.orderNumber)}.`,
        ];
  const notice = renderNotice(
    "fault",
    title,
    html`<p>${hint}</p>
<p>You typed:</p>
<p class="typed">${message}</p>`,
  );
  return answerOrder(context, visit, order, { notice, status: 409 });
}

export const sendChangeRequest: Handler<StoredOrder> = async (context, visit, order) => {
  const { db, mailEncryption: encryption, supportEmail, publicUrl } = context;
  const { form, signedIn, requestId, now } = visit;
  const message = form.text("message").trim();
  const fault = findFault(message);
  const refuse = (faults: readonly FieldFault[], status: 409 | 422) => {
    const changing = { value: form.text, faults, prefix: "change" };
    return answerOrder(context, visit, order, { changing, status });
  };
  if (fault !== undefined) {
    return order.status === "confirmed"
      ? refuse([{ field: "message", text: fault }], 422)
      : answerRefusal(context, visit, { outcome: "closed", order }, message);
  }
  const { orderId } = order;
  const wanted = { signedIn, orderId, requestId, now, formId: form.text("form"), message };
  const sent = await requestChange(db, wanted, { encryption, supportEmail, publicUrl });
  switch (sent.outcome) {
    case "unknown":
      return notFound;
    case "requested":
      return redirect(orderAddress(orderId, "?done=requested"));
    case "repeated":
      return redirect(orderAddress(sent.orderId, "?done=requested"));
    case "busy":
      return refuse(
        [
          {
            field: "",
            text: "Not sent: the order is being changed. Send the request again in a moment.",
          },
        ],
        409,
      );
    case "closed":
    case "too many":
      return answerRefusal(context, visit, sent, message);
  }
};
