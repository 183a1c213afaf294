// Correcting the reference of a fulfilled order. Invariant: the earlier reference stays in the
// timeline and in the audit log.
import type { OperatorActor } from "../../audit/actor.ts";
import { recordAuditEvent } from "../../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { insertEvent, lockOrder, updateOrder } from "../changeQueries.ts";
import { findReference } from "../orderEvent.ts";
import { selectTimeline } from "../queries.ts";
import { runOrderTransaction } from "../runOrderTransaction.ts";
import type { OperatorOutcome } from "./endByOperator.ts";

/** `version` is the one that the operator saw. */
export type ReferenceCorrection = {
  readonly orderId: string;
  readonly version: number;
  readonly reference: string;
  readonly actor: OperatorActor;
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
    const isOwn = timeline.at(-1)?.actorId === actor.operator.operatorId;
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
