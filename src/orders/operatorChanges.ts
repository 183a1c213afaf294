import { findOperator, type StaffActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { cancelOrder, type EndOutcome, fulfilOrder } from "./cancelOrder.ts";
import { insertEvent, lockOrder, updateOrder } from "./changeQueries.ts";
import { type OrderMailSettings, queueCancellationMail } from "./documents/orderMail.ts";
import { insertNote } from "./operatorQueries.ts";
import type { OrderStatus, StoredOrder } from "./order.ts";
import { findReference, listOpenChangeRequests, type OrderAction } from "./orderEvent.ts";
import { selectTimeline } from "./queries.ts";
import { runOrderTransaction } from "./runOrderTransaction.ts";

// Fulfilling and cancelling orders as an operator. Invariant: it applies to the order as the
// operator saw it, once, and with an audit event.

/** How an order ends: with the reference of its delivery, or the reason of its cancellation. */
export type OrderEnd =
  | { readonly kind: "fulfilled"; readonly reference: string }
  | { readonly kind: "cancelled"; readonly reason: string };

/** `version` is the one that the operator saw. */
export type EndingByOperator = {
  readonly orderId: string;
  readonly version: number;
  readonly end: OrderEnd;
  readonly actor: StaffActor;
  readonly now: Date;
};

/**
 * What became of a change by an operator. "repeated": the same operator did the same before.
 * "changed": the order is no longer as the operator saw it. "busy": see `runOrderTransaction`. In
 * these cases nothing was written.
 */
export type OperatorOutcome =
  | { readonly outcome: "done" | "repeated" | "changed"; readonly order: StoredOrder }
  | { readonly outcome: "unknown" | "busy" };

async function isRepeated(
  tx: Transaction,
  order: StoredOrder,
  { end, actor }: EndingByOperator,
): Promise<boolean> {
  if (order.status !== end.kind) return false;
  const last = (await selectTimeline(tx, order.orderId)).at(-1);
  if (last?.actor !== "operator" || last.actorName !== findOperator(actor).name) return false;
  return end.kind === "fulfilled"
    ? last.details.reference === end.reference
    : last.details.reason === end.reason;
}

async function storeEnd(
  tx: Transaction,
  { end, actor, orderId, now }: EndingByOperator,
): Promise<EndOutcome> {
  const action: OrderAction = { actor, now };
  return end.kind === "fulfilled"
    ? fulfilOrder(tx, orderId, end.reference, action)
    : cancelOrder(tx, orderId, end.reason, action);
}

async function endIn(
  tx: Transaction,
  ending: EndingByOperator,
  mail: OrderMailSettings,
): Promise<OperatorOutcome> {
  const { orderId, version, end, actor, now } = ending;
  const seen = await lockOrder(tx, null, orderId);
  if (seen === undefined) return { outcome: "unknown" };
  if (seen.version !== version || seen.status !== "confirmed") {
    const outcome = (await isRepeated(tx, seen, ending)) ? "repeated" : "changed";
    return { outcome, order: seen };
  }
  const ended = await storeEnd(tx, ending);
  if (ended.outcome !== "done") return { outcome: "changed", order: seen };
  const { order } = ended;
  if (end.kind === "cancelled") await queueCancellationMail(tx, mail, order, end.reason, now);
  const { kind, ...why } = end;
  recordAuditEvent(tx, {
    actor,
    action: `${kind} an order`,
    subjectKind: "order",
    subjectId: orderId,
    accountId: order.accountId,
    before: { status: seen.status },
    after: { status: kind, ...why },
    now,
  });
  return { outcome: "done", order };
}

/**
 * Fulfils or cancels a confirmed order as the operator saw it, with its stock, timeline and audit
 * event. A cancellation also queues a mail to the buyer. All or nothing.
 */
export async function endByOperator(
  db: Database,
  ending: EndingByOperator,
  mail: OrderMailSettings,
): Promise<OperatorOutcome> {
  const outcome = await runOrderTransaction(db, (tx) => endIn(tx, ending, mail));
  return outcome === "busy" ? { outcome } : outcome;
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

// Correcting the reference of a fulfilled order. Invariant: the earlier reference stays in the
// timeline and in the audit log.

/** `version` is the one that the operator saw. */
export type ReferenceCorrection = {
  readonly orderId: string;
  readonly version: number;
  readonly reference: string;
  readonly actor: StaffActor;
  readonly now: Date;
};

async function correctIn(
  tx: Transaction,
  { orderId, version, reference, actor, now }: ReferenceCorrection,
): Promise<OperatorOutcome> {
  const seen = await lockOrder(tx, null, orderId);
  if (seen === undefined) return { outcome: "unknown" };
  const timeline = await selectTimeline(tx, seen.orderId);
  const before = findReference(timeline);
  if (seen.status !== "fulfilled" || before === undefined) {
    return { outcome: "changed", order: seen };
  }
  if (seen.version !== version) {
    const isOwn = timeline.at(-1)?.actorId === findOperator(actor).operatorId;
    return { outcome: isOwn && before === reference ? "repeated" : "changed", order: seen };
  }
  if (before === reference) return { outcome: "repeated", order: seen };
  const order = { ...seen, version: version + 1 };
  updateOrder(tx, order);
  insertEvent(tx, order.orderId, order.version, "edited", {
    action: { actor, now },
    details: { fulfilmentReference: { before, after: reference } },
  });
  recordAuditEvent(tx, {
    actor,
    action: "corrected the reference of an order",
    subjectKind: "order",
    subjectId: orderId,
    accountId: order.accountId,
    before: { reference: before },
    after: { reference },
    now,
  });
  return { outcome: "done", order };
}

/**
 * Replaces the reference of a fulfilled order as the operator saw it. A reference that it has
 * already is "repeated". The order stays fulfilled, with its time and its stock.
 */
export async function correctReference(
  db: Database,
  correction: ReferenceCorrection,
): Promise<OperatorOutcome> {
  const outcome = await runOrderTransaction(db, (tx) => correctIn(tx, correction));
  return outcome === "busy" ? { outcome } : outcome;
}

// Marking the change requests of an order as answered.

/** `version` is the one that the operator saw. */
export type AnsweredRequests = {
  readonly orderId: string;
  readonly version: number;
  readonly actor: StaffActor;
  readonly now: Date;
};

async function answerIn(
  tx: Transaction,
  { orderId, version, actor, now }: AnsweredRequests,
): Promise<OperatorOutcome> {
  const seen = await lockOrder(tx, null, orderId);
  if (seen === undefined) return { outcome: "unknown" };
  const timeline = await selectTimeline(tx, seen.orderId);
  const open = listOpenChangeRequests(timeline);
  if (open.length === 0 || seen.version !== version) {
    const isAnswered = timeline.at(-1)?.details.changeAnswered === true;
    return { outcome: isAnswered ? "repeated" : "changed", order: seen };
  }
  const order = { ...seen, version: version + 1 };
  updateOrder(tx, order);
  insertEvent(tx, order.orderId, order.version, "edited", {
    action: { actor, now },
    details: { changeAnswered: true },
  });
  recordAuditEvent(tx, {
    actor,
    action: "answered a change request",
    subjectKind: "order",
    subjectId: orderId,
    accountId: order.accountId,
    after: { answered: open.map(({ message }) => message) },
    now,
  });
  return { outcome: "done", order };
}

/**
 * Marks all change requests that the operator saw as answered, how is up to them. "repeated":
 * somebody did so before. "changed": there is another request, or the order has ended.
 */
export async function answerChangeRequests(
  db: Database,
  answered: AnsweredRequests,
): Promise<OperatorOutcome> {
  const outcome = await runOrderTransaction(db, (tx) => answerIn(tx, answered));
  return outcome === "busy" ? { outcome } : outcome;
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
