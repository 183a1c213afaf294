import { operatorActor } from "../../audit/actor.ts";
import { addOrderNote, maxNoteLength } from "../../orders/operators/addOrderNote.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { redirect } from "../../site/visit.ts";
import { orderAddress } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { findLengthFault } from "./fulfil.ts";
import { showOrder } from "./showOrder.ts";

export const addNote: Handler<StoredOrder> = async (context, visit, order) => {
  const { form, now } = visit;
  const text = form.text("text").trim();
  const faults = findLengthFault(text, "text", maxNoteLength);
  if (faults.length > 0) {
    const noting = { value: form.text, faults, prefix: "note" };
    return showOrder(context, visit, order, { noting, status: 422 });
  }
  await addOrderNote(context.db, { order, text, actor: operatorActor(visit), now });
  return redirect(orderAddress(order.orderId, "?done=noted"));
};
