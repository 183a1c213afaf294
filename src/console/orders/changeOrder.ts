// Fulfilling and cancelling orders, and notes on them. If another operator was first, the second
// sees both versions.

import { operatorActor } from "../../audit/actor.ts";
import { statusWords } from "../../components/nameOrder.ts";
import { renderConflict } from "../../html/conflict.ts";
import type { FieldFault, FormState } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import { findTypedNameFault } from "../../html/question.ts";
import { addOrderNote, maxNoteLength } from "../../orders/operators/addOrderNote.ts";
import { endByOperator, type OrderEnd } from "../../orders/operators/endByOperator.ts";
import { type StoredOrder, shortOrderName } from "../../orders/order.ts";
import { selectTimeline } from "../../orders/queries.ts";
import { type Fields, readFormVersion } from "../../site/fields.ts";
import { type Answer, notFound, redirect } from "../../site/visit.ts";
import { orderAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { endBounds } from "./refusedForms.ts";
import { showOrder } from "./showOrder.ts";

const busyNotice = renderNotice(
  "short",
  "Nothing changed: the order or its stock is being updated",
  "Another order or an import is using its parts. Try again in a moment.",
);

/** A text of a form as one line. */
export function readLine(form: Fields, name: string): string {
  return form.text(name).replace(/\s+/g, " ").trim();
}

/** Checks that a text has 1 to `max` characters. */
function findLengthFault(text: string, field: string, max: number): FieldFault[] {
  if (text !== "" && [...text].length <= max) return [];
  return [{ field, text: `Enter a ${field} of 1 to ${max} characters.` }];
}

async function renderOrderConflict(
  { db }: ConsoleContext,
  order: StoredOrder,
  end: OrderEnd,
): Promise<Html> {
  const last = (await selectTimeline(db, order.orderId)).at(-1);
  const describe = (status: StoredOrder["status"]): string => statusWords[status][1];
  const by = last?.actorName ?? "Automatic";
  const changedBy =
    last === undefined
      ? "The order has changed since you opened it."
      : html`${by} changed the order to ${describe(order.status).toLowerCase()} on
${renderMoment(last.at)}.`;
  const { reference, reason } = last?.details ?? {};
  const typed = end.kind === "fulfilled" ? { reference: end.reference } : { reason: end.reason };
  const pair = (label: string, current: string | undefined, own: string | undefined) => ({
    label,
    current: current ?? null,
    typed: own ?? null,
    differs: current !== own,
  });
  return renderConflict(changedBy, [
    pair("State", describe(order.status), describe(end.kind)),
    pair("Reference", reference, "reference" in typed ? typed.reference : undefined),
    pair("Reason", reason, "reason" in typed ? typed.reason : undefined),
  ]);
}

async function endOrder(
  context: ConsoleContext,
  visit: Visit,
  order: StoredOrder,
  { end, refused }: { readonly end: OrderEnd; readonly refused: FormState },
): Promise<Answer> {
  const { db, mailEncryption: encryption, supportEmail, publicUrl } = context;
  const { now, form } = visit;
  const { orderId } = order;
  const ending = { orderId, version: readFormVersion(form), end, actor: operatorActor(visit) };
  const mail = { encryption, supportEmail, publicUrl };
  const ended = await endByOperator(db, { ...ending, now }, mail);
  if (ended.outcome === "unknown") return notFound;
  if (ended.outcome === "busy") {
    const again = end.kind === "fulfilled" ? { fulfilling: refused } : { cancelling: refused };
    return showOrder(context, visit, order, { ...again, notice: busyNotice, status: 409 });
  }
  if (ended.outcome === "changed") {
    const notice = await renderOrderConflict(context, ended.order, end);
    return showOrder(context, visit, ended.order, { notice, status: 409 });
  }
  if (ended.outcome === "done") context.countOrder(end.kind, 1);
  const done = ended.outcome === "done" ? end.kind : ended.outcome;
  return redirect(orderAddress(orderId, `?done=${done}`));
}

export const fulfil: Handler<StoredOrder> = async (context, visit, order) => {
  const { form } = visit;
  const reference = readLine(form, "reference");
  const faults = findLengthFault(reference, "reference", endBounds.reference);
  const refused = { value: form.text, faults, prefix: "fulfil" };
  if (faults.length > 0 && order.status === "confirmed") {
    return showOrder(context, visit, order, { fulfilling: refused, status: 422 });
  }
  return endOrder(context, visit, order, { end: { kind: "fulfilled", reference }, refused });
};

export const cancelOrder: Handler<StoredOrder> = async (context, visit, order) => {
  const { form } = visit;
  const reason = readLine(form, "reason");
  const unnamed = findTypedNameFault(form.text, shortOrderName(order));
  const faults = [
    ...findLengthFault(reason, "reason", endBounds.reason),
    ...(unnamed === undefined ? [] : [unnamed]),
  ];
  const refused = { value: form.text, faults, prefix: "cancel" };
  if (faults.length > 0 && order.status === "confirmed") {
    return showOrder(context, visit, order, { cancelling: refused, status: 422 });
  }
  return endOrder(context, visit, order, { end: { kind: "cancelled", reason }, refused });
};

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
