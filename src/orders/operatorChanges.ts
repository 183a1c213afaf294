import { findOperator, type StaffActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { insertEvent, lockOrder, updateOrder } from "./changeQueries.ts";
import { type OrderMailSettings, queueCancellationMail } from "./documents/orderMail.ts";
import { endOrder, type OrderEnd } from "./endOrder.ts";
import { insertNote } from "./operatorQueries.ts";
import type { OrderStatus, StoredOrder } from "./order.ts";
import {
  findReference,
  listOpenChangeRequests,
  type OrderAction,
  type OrderEvent,
  type OrderEventDetails,
} from "./orderEvent.ts";
import { selectTimeline } from "./queries.ts";
import { runOrderTransaction } from "./runOrderTransaction.ts";

// What operators change in orders. Invariant: a change applies to the order as the operator saw it,
// once, and with an audit event.

/** `version` is the one that the operator saw. */
type SeenOrder = {
  readonly orderId: string;
  readonly version: number;
  readonly actor: StaffActor;
  readonly now: Date;
};

/**
 * What became of a change by an operator. "repeated": the same was done before. "changed": the order
 * is no longer as the operator saw it. "busy": see `runOrderTransaction`. In these cases nothing was
 * written.
 */
export type OperatorOutcome =
  | { readonly outcome: "done" | "repeated" | "changed"; readonly order: StoredOrder }
  | { readonly outcome: "unknown" | "busy" };

/** The changed order, and what the audit log says of it. */
type Made = {
  readonly order: StoredOrder;
  readonly action: string;
  readonly before?: object;
  readonly after: object;
};

/** Runs `change` on the locked order, all or nothing. */
async function changeOrder(
  db: Database,
  { orderId, actor, now }: SeenOrder,
  change: (
    tx: Transaction,
    order: StoredOrder,
    timeline: readonly OrderEvent[],
  ) => Promise<Made | "repeated" | "changed">,
): Promise<OperatorOutcome> {
  const outcome = await runOrderTransaction(db, async (tx): Promise<OperatorOutcome> => {
    const seen = await lockOrder(tx, null, orderId);
    if (seen === undefined) return { outcome: "unknown" };
    const made = await change(tx, seen, await selectTimeline(tx, seen.orderId));
    if (typeof made === "string") return { outcome: made, order: seen };
    const { order, ...audited } = made;
    const subject = {
      subjectKind: "order",
      subjectId: orderId,
      accountId: order.accountId,
    } as const;
    recordAuditEvent(tx, { actor, ...subject, ...audited, now });
    return { outcome: "done", order };
  });
  return outcome === "busy" ? { outcome } : outcome;
}

/** The order with an event that leaves its status as it is. */
function storeEvent(
  tx: Transaction,
  seen: StoredOrder,
  action: OrderAction,
  details: OrderEventDetails,
): StoredOrder {
  const order = { ...seen, version: seen.version + 1 };
  updateOrder(tx, order);
  insertEvent(tx, order.orderId, order.version, "edited", { action, details });
  return order;
}

export type EndingByOperator = SeenOrder & { readonly end: OrderEnd };

/** Whether the same operator ended it in the same way before. */
function isSameEnd(last: OrderEvent | undefined, { end, actor }: EndingByOperator): boolean {
  if (last?.kind !== end.kind || last.actor !== "operator") return false;
  if (last.actorName !== findOperator(actor).name) return false;
  return end.kind === "fulfilled"
    ? last.details.reference === end.reference
    : last.details.reason === end.reason;
}

/**
 * Fulfils or cancels a confirmed order, with its stock, timeline and audit event. A cancellation also
 * queues a mail to the buyer.
 */
export function endByOperator(
  db: Database,
  ending: EndingByOperator,
  mail: OrderMailSettings,
): Promise<OperatorOutcome> {
  const { orderId, version, end, actor, now } = ending;
  return changeOrder(db, ending, async (tx, seen, timeline) => {
    if (seen.version !== version || seen.status !== "confirmed") {
      return isSameEnd(timeline.at(-1), ending) ? "repeated" : "changed";
    }
    const ended = await endOrder(tx, orderId, end, { actor, now });
    if (ended.outcome !== "done") return "changed";
    const { order } = ended;
    if (end.kind === "cancelled") await queueCancellationMail(tx, mail, order, end.reason, now);
    const { kind, ...why } = end;
    const before = { status: seen.status };
    return { order, action: `${kind} an order`, before, after: { status: kind, ...why } };
  });
}

// Fulfilling several orders. Invariant: each is fulfilled as `endByOperator` does it for one, in a
// transaction of its own; one that cannot be does not keep the others from it.

/** An order as the operator saw it, with the reference of its delivery. */
export type Fulfilment = Pick<EndingByOperator, "orderId" | "version"> & {
  readonly reference: string;
};

/**
 * "not attempted": earlier orders took too long. `status` is what an order is now that is no longer
 * as it was seen.
 */
export type FulfilmentOutcome =
  | { readonly outcome: "done" | "repeated" | "busy" | "unknown" | "not attempted" }
  | { readonly outcome: "changed"; readonly status: OrderStatus };

/** No order is started after this time, so that the answer does not take much longer. */
const lastStartMs = 2_000;

/** Fulfils orders one after the other. Returns an outcome for each, in their order. */
export async function fulfilOrders(
  db: Database,
  fulfilments: readonly Fulfilment[],
  by: Pick<EndingByOperator, "actor" | "now">,
  mail: OrderMailSettings,
): Promise<FulfilmentOutcome[]> {
  const outcomes: FulfilmentOutcome[] = [];
  const isLate = AbortSignal.timeout(lastStartMs);
  for (const { orderId, version, reference } of fulfilments) {
    if (isLate.aborted) {
      outcomes.push({ outcome: "not attempted" });
      continue;
    }
    const end = { kind: "fulfilled", reference } as const;
    const ended = await endByOperator(db, { ...by, orderId, version, end }, mail);
    const { outcome } = ended;
    if (outcome === "changed") outcomes.push({ outcome, status: ended.order.status });
    else outcomes.push({ outcome });
  }
  return outcomes;
}

/**
 * Replaces the reference of a fulfilled order, which stays fulfilled, with its time and its stock. A
 * reference that it has already is "repeated". The earlier one stays in the timeline.
 */
export function correctReference(
  db: Database,
  correction: SeenOrder & { readonly reference: string },
): Promise<OperatorOutcome> {
  const { version, reference, actor, now } = correction;
  return changeOrder(db, correction, async (tx, seen, timeline) => {
    const before = findReference(timeline);
    if (seen.status !== "fulfilled" || before === undefined) return "changed";
    const isOwn = timeline.at(-1)?.actorId === findOperator(actor).operatorId;
    if (seen.version !== version && !isOwn) return "changed";
    if (before === reference) return "repeated";
    if (seen.version !== version) return "changed";
    const details = { fulfilmentReference: { before, after: reference } };
    return {
      order: storeEvent(tx, seen, { actor, now }, details),
      action: "corrected the reference of an order",
      before: { reference: before },
      after: { reference },
    };
  });
}

/**
 * Marks all change requests that the operator saw as answered, how is up to them. "repeated":
 * somebody did so before. "changed": there is another request, or the order has ended.
 */
export function answerChangeRequests(db: Database, answered: SeenOrder): Promise<OperatorOutcome> {
  const { version, actor, now } = answered;
  return changeOrder(db, answered, async (tx, seen, timeline) => {
    const open = listOpenChangeRequests(timeline);
    if (open.length === 0 || seen.version !== version) {
      return timeline.at(-1)?.details.changeAnswered === true ? "repeated" : "changed";
    }
    return {
      order: storeEvent(tx, seen, { actor, now }, { changeAnswered: true }),
      action: "answered a change request",
      after: { answered: open.map(({ message }) => message) },
    };
  });
}

/** In characters. */
export const maxNoteLength = 2_000;

/** An operator's note about an order; the text has 1 to `maxNoteLength` characters. */
export type AddedNote = {
  readonly order: StoredOrder;
  readonly text: string;
  readonly actor: StaffActor;
  readonly now: Date;
};

export async function addOrderNote(db: Database, note: AddedNote): Promise<void> {
  const { order, text, actor, now } = note;
  const { orderId, accountId } = order;
  const { operatorId, name: operatorName } = findOperator(actor);
  await db.transaction(async (tx) => {
    const noteId = newId();
    insertNote(tx, { noteId, orderId, at: now, operatorId, operatorName, text });
    recordAuditEvent(tx, {
      actor,
      action: "added a note to an order",
      subjectKind: "order",
      subjectId: orderId,
      accountId,
      after: { note: text },
      now,
    });
  });
}
