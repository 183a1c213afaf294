// Marking the change requests of an order as answered.
import type { OperatorActor } from "../../audit/actor.ts";
import { recordAuditEvent } from "../../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { insertEvent, lockOrder, updateOrder } from "../changeQueries.ts";
import { listOpenChangeRequests } from "../orderEvent.ts";
import { selectTimeline } from "../queries.ts";
import { runOrderTransaction } from "../runOrderTransaction.ts";
import type { OperatorOutcome } from "./endByOperator.ts";

/** `version` is the one that the operator saw. */
export type AnsweredRequests = {
  readonly orderId: string;
  readonly version: number;
  readonly actor: OperatorActor;
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
