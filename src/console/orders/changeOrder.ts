// Fulfilling and cancelling orders, correcting their references, and notes on them. If another
// operator was first, the second sees both versions.

import { operatorActor } from "../../audit/actor.ts";
import { statusWords } from "../../components/nameOrder.ts";
import { renderConflict } from "../../html/conflict.ts";
import type { FieldFault } from "../../html/form.ts";
import type { Content, Html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import { findTypedNameFault } from "../../html/question.ts";
import { addOrderNote, maxNoteLength } from "../../orders/operators/addOrderNote.ts";
import { answerChangeRequests } from "../../orders/operators/answerChangeRequests.ts";
import { correctReference } from "../../orders/operators/correctReference.ts";
import {
  endByOperator,
  type OperatorOutcome,
  type OrderEnd,
} from "../../orders/operators/endByOperator.ts";
import { type StoredOrder, shortOrderName } from "../../orders/order.ts";
import { findReference, type OrderEvent } from "../../orders/orderEvent.ts";
import { selectTimeline } from "../../orders/queries.ts";
import { type Fields, readFormVersion } from "../../site/fields.ts";
import { type Answer, notFound, redirect } from "../../site/visit.ts";
import { orderAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { endBounds, type RefusedForms } from "./refusedForms.ts";
import { showOrder } from "./showOrder.ts";
import { texts } from "./texts.ts";

const busyNotice = renderNotice(
  "short",
  "Nothing changed: the order or its stock is being updated",
  texts.order.busyHint,
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

/** What the form would have stored. */
type TypedChange = {
  readonly kind: OrderEnd["kind"];
  readonly reference?: string;
  readonly reason?: string;
};

async function renderOrderConflict(
  { db }: ConsoleContext,
  order: StoredOrder,
  typed: TypedChange,
): Promise<Html> {
  const timeline = await selectTimeline(db, order.orderId);
  const describe = (status: StoredOrder["status"]): string => statusWords[status][1];
  const pair = (label: string, current: string | undefined, own: string | undefined) => ({
    label,
    current: current ?? null,
    typed: own ?? null,
    differs: current !== own,
  });
  const { fields } = texts.conflict;
  return renderConflict(describeLastChange(timeline.at(-1)), [
    pair(fields.state, describe(order.status), describe(typed.kind)),
    pair(fields.reference, findReference(timeline), typed.reference),
    pair(fields.reason, timeline.at(-1)?.details.reason, typed.reason),
  ]);
}

function describeLastChange(last: OrderEvent | undefined): Content {
  if (last === undefined) return texts.conflict.changedSince;
  const by = last.actorName ?? texts.conflict.automatic;
  const at = renderMoment(last.at);
  const { kind, details } = last;
  if (details.changeRequest !== undefined) return texts.changes.requested(by, at);
  return kind === "fulfilled" || kind === "cancelled"
    ? texts.conflict.changedTo(by, statusWords[kind][1].toLowerCase(), at)
    : texts.conflict.changed(by, at);
}

/** A change that the order may no longer allow, and the form that it was typed into. */
type Change = {
  readonly done: "fulfilled" | "cancelled" | "corrected";
  readonly typed: TypedChange;
  readonly refused: RefusedForms;
};

async function answerChange(
  context: ConsoleContext,
  visit: Visit,
  order: StoredOrder,
  { outcome, done, typed, refused }: Change & { readonly outcome: OperatorOutcome },
): Promise<Answer> {
  switch (outcome.outcome) {
    case "unknown":
      return notFound;
    case "busy":
      return showOrder(context, visit, order, { ...refused, notice: busyNotice, status: 409 });
    case "changed": {
      const notice = await renderOrderConflict(context, outcome.order, typed);
      return showOrder(context, visit, outcome.order, { notice, status: 409 });
    }
    case "repeated":
      return redirect(orderAddress(order.orderId, "?done=repeated"));
    case "done":
      return redirect(orderAddress(order.orderId, `?done=${done}`));
  }
}

async function endOrder(
  context: ConsoleContext,
  visit: Visit,
  order: StoredOrder,
  { end, refused }: { readonly end: OrderEnd; readonly refused: RefusedForms },
): Promise<Answer> {
  const { db, mailEncryption: encryption, supportEmail, publicUrl } = context;
  const { now, form } = visit;
  const version = readFormVersion(form);
  const ending = { orderId: order.orderId, version, end, actor: operatorActor(visit), now };
  const outcome = await endByOperator(db, ending, { encryption, supportEmail, publicUrl });
  if (outcome.outcome === "done") context.countOrder(end.kind, 1);
  return answerChange(context, visit, order, { outcome, done: end.kind, typed: end, refused });
}

export const fulfil: Handler<StoredOrder> = async (context, visit, order) => {
  const { form } = visit;
  const reference = readLine(form, "reference");
  const faults = findLengthFault(reference, "reference", endBounds.reference);
  const refused = { fulfilling: { value: form.text, faults, prefix: "fulfil" } };
  if (faults.length > 0 && order.status === "confirmed") {
    return showOrder(context, visit, order, { ...refused, status: 422 });
  }
  return endOrder(context, visit, order, { end: { kind: "fulfilled", reference }, refused });
};

export const correct: Handler<StoredOrder> = async (context, visit, order) => {
  const { form, now } = visit;
  const reference = readLine(form, "reference");
  const faults = findLengthFault(reference, "reference", endBounds.reference);
  const refused = { correcting: { value: form.text, faults, prefix: "correct" } };
  if (faults.length > 0 && order.status === "fulfilled") {
    return showOrder(context, visit, order, { ...refused, status: 422 });
  }
  const version = readFormVersion(form);
  const actor = operatorActor(visit);
  const correction = { orderId: order.orderId, version, reference, actor, now };
  const outcome = await correctReference(context.db, correction);
  const typed = { kind: "fulfilled", reference } as const;
  return answerChange(context, visit, order, { outcome, done: "corrected", typed, refused });
};

export const cancelOrder: Handler<StoredOrder> = async (context, visit, order) => {
  const { form } = visit;
  const reason = readLine(form, "reason");
  const unnamed = findTypedNameFault(form.text, shortOrderName(order));
  const faults = [
    ...findLengthFault(reason, "reason", endBounds.reason),
    ...(unnamed === undefined ? [] : [unnamed]),
  ];
  const refused = { cancelling: { value: form.text, faults, prefix: "cancel" } };
  if (faults.length > 0 && order.status === "confirmed") {
    return showOrder(context, visit, order, { ...refused, status: 422 });
  }
  return endOrder(context, visit, order, { end: { kind: "cancelled", reason }, refused });
};

export const markAnswered: Handler<StoredOrder> = async (context, visit, order) => {
  const { form, now } = visit;
  const { orderId } = order;
  const answered = { orderId, version: readFormVersion(form), actor: operatorActor(visit), now };
  const outcome = await answerChangeRequests(context.db, answered);
  switch (outcome.outcome) {
    case "unknown":
      return notFound;
    case "busy":
      return showOrder(context, visit, order, { notice: busyNotice, status: 409 });
    case "changed": {
      const notice = renderNotice(
        "short",
        "Not marked as answered: the order changed in the meantime",
      );
      return showOrder(context, visit, outcome.order, { notice, status: 409 });
    }
    case "repeated":
    case "done":
      return redirect(orderAddress(orderId, "?done=answered"));
  }
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
