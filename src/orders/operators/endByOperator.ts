// Fulfilling and cancelling orders as an operator. Invariant: it applies to the order as the
// operator saw it, once, and with an audit event.
import type { OperatorActor } from "../../audit/actor.ts";
import { recordAuditEvent } from "../../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { cancelOrder, type EndOutcome, fulfilOrder } from "../cancelOrder.ts";
import { lockOrder } from "../changeQueries.ts";
import { type OrderMailSettings, queueCancellationMail } from "../documents/orderMail.ts";
import type { StoredOrder } from "../order.ts";
import type { OrderAction } from "../orderEvent.ts";
import { selectTimeline } from "../queries.ts";
import { runOrderTransaction } from "../runOrderTransaction.ts";

/** How an order ends: with the reference of its delivery, or the reason of its cancellation. */
export type OrderEnd =
  | { readonly kind: "fulfilled"; readonly reference: string }
  | { readonly kind: "cancelled"; readonly reason: string };

/** `version` is the one that the operator saw. */
export type EndingByOperator = {
  readonly orderId: string;
  readonly version: number;
  readonly end: OrderEnd;
  readonly actor: OperatorActor;
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
  if (last?.actor !== "operator" || last.actorName !== actor.operator.name) return false;
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
