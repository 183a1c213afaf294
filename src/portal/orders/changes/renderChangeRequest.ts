import { randomUUID } from "node:crypto";
import { renderTextArea } from "../../../html/field.ts";
import { type FormState, freshForm, renderFaults, renderForm } from "../../../html/form.ts";
import { type Html, html } from "../../../html/html.ts";
import { renderQuestion } from "../../../html/question.ts";
import type { StoredOrder } from "../../../orders/order.ts";
import { listChangeRequests, type OrderEvent } from "../../../orders/orderEvent.ts";
import { maxChangeRequests } from "../../../orders/requestChange.ts";
import { orderAddress } from "../../addresses.ts";
import { texts } from "./texts.ts";

/** Whether a buyer can request a change of the order on its page. */
export function takesChangeRequests(order: StoredOrder, timeline: readonly OrderEvent[]): boolean {
  return order.status === "confirmed" && listChangeRequests(timeline).length < maxChangeRequests;
}

/** The form that requests a change; `refused` is its state if it was sent and refused. */
export function renderChangeRequest({ orderId }: StoredOrder, refused?: FormState): Html {
  const state = refused ?? { ...freshForm(), prefix: "change" };
  const form = renderForm({
    action: orderAddress(orderId, "/change"),
    hidden: { form: randomUUID() },
    label: texts.open,
    body: html`${renderFaults(state)}${renderTextArea(state, {
      name: "message",
      label: "Message",
      hint: "You can also ask to cancel the order. Nothing changes until the distributor replies.",
      rows: 4,
    })}`,
    button: { text: "Send change request", kind: "primary" },
  });
  return renderQuestion(texts.open, "What should change?", form, state);
}
