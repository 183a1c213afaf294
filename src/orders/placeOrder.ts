// Placing a draft order in one transaction on one connection (decisions 24 to 30). Invariant: an
// Idempotency-Key is bound only to the one order it created.
import { createHash } from "node:crypto";
import type { OfferId, PartIds } from "../catalog/partId.ts";
import { selectOffers } from "../catalog/queries.ts";
import { utcDay } from "../day.ts";
import { awaitAll, type Database, type Transaction } from "../db/database.ts";
import { isLockTimeout, UnknownOutcomeError } from "../db/databaseErrors.ts";
import { newId } from "../db/newId.ts";
import { Failure } from "../errors.ts";
import { selectAgreement } from "../pricing/queries.ts";
import { insertOrder } from "./changeQueries.ts";
import type { CommitWindow } from "./commitWindow.ts";
import { type BoundOrder, lockBoundOrder } from "./idempotencyQueries.ts";
import type { Order, OrderContent, OrderId, OrderPlacement } from "./order.ts";
import { planOrder } from "./planOrder.ts";
import { retryIfOfferDeleted } from "./runOrderTransaction.ts";

/** Settings of the service. Times are in seconds. */
export type OrderingRules = {
  readonly partIds: PartIds;
  readonly partIdTtlS: number;
  readonly partIdGraceS: number;
  /** Renders the response body, which every replay returns byte for byte. */
  readonly renderAnswer: (order: Order) => string;
};

/** `replayed`: an earlier request with the same key and body placed the order. */
export type PlacedOrder = {
  readonly orderId: OrderId;
  readonly answer: string;
  readonly replayed: boolean;
};

/** Ignores key order, white space and unknown fields. */
function hashContent(content: OrderContent): Buffer {
  const items = content.items.map(({ partId, quantity }) => [partId, quantity]);
  const text = JSON.stringify([items, content.poNumber, content.notes]);
  return createHash("sha256").update(text).digest();
}

/** The lock timed out while the first request with the key was still in progress. */
function throwInProgress(error: unknown): never {
  if (!isLockTimeout(error)) throw error;
  throw new Failure("IDEMPOTENCY_IN_PROGRESS", { retryAfterS: 1, cause: error });
}

function replay(bound: BoundOrder, requestHash: Buffer): PlacedOrder {
  if (!requestHash.equals(bound.requestHash)) {
    throw new Failure("IDEMPOTENCY_KEY_REUSED", {
      message:
        `This Idempotency-Key belongs to order ${bound.orderId}, ` +
        "which was placed with a different body.",
      details: [
        {
          path: "",
          code: "IDEMPOTENCY_KEY_REUSED",
          message: "Send the first body again for the first order, or choose a new key.",
          order_id: bound.orderId,
        },
      ],
    });
  }
  return { orderId: bound.orderId, answer: bound.answer, replayed: true };
}

/** A replay confirms an order, so the order must be as safe as a new one (decision 150). */
async function awaitReplication(db: Database): Promise<void> {
  await db.awaitReplication().catch((cause: unknown) => {
    throw new UnknownOutcomeError({ cause });
  });
}

/**
 * Places a draft order, or replays the response of the order that its Idempotency-Key is bound to
 * and writes nothing. Reserves no stock (decision 27). Throws IDEMPOTENCY_KEY_REUSED,
 * IDEMPOTENCY_IN_PROGRESS and the codes of decision 25 with one detail per fault, and
 * UnknownOutcomeError. Does not validate the shape of the content.
 */
export async function placeOrder(
  db: Database,
  placement: OrderPlacement,
  rules: OrderingRules,
  window: CommitWindow,
): Promise<PlacedOrder> {
  const { accountId, content, idempotencyKey, now } = placement;
  const requestHash = hashContent(content);
  const day = utcDay(now);
  const lines = content.items.map(({ partId, quantity }) => ({
    opened: rules.partIds.open(accountId, partId),
    quantity,
  }));
  const offerIds: OfferId[] = [...new Set(lines.flatMap(({ opened }) => opened?.offerId ?? []))];
  const oldestMintS = Math.floor(now.getTime() / 1000) - rules.partIdTtlS - rules.partIdGraceS;

  const place = async (tx: Transaction): Promise<PlacedOrder> => {
    const [bound, offers, agreement] = await awaitAll([
      idempotencyKey === null
        ? Promise.resolve(undefined)
        : lockBoundOrder(tx, accountId, idempotencyKey).catch(throwInProgress),
      selectOffers(tx, offerIds, day),
      selectAgreement(tx, accountId, offerIds, day),
    ]);
    if (bound !== undefined) {
      const replayed = replay(bound, requestHash);
      window.enter();
      return replayed;
    }
    const plan = planOrder(lines, {
      offers: new Map(offers.map((offer) => [offer.offerId, offer])),
      agreement,
      oldestMintS,
    });
    if (plan.outcome === "refused") throw new Failure(plan.code, { details: plan.faults });
    const order: Order = {
      orderId: newId() as OrderId,
      accountId,
      status: "draft",
      poNumber: content.poNumber,
      notes: content.notes,
      lines: plan.lines,
      subtotal: plan.subtotal,
      createdAt: now,
    };
    const answer = rules.renderAnswer(order);
    window.enter();
    insertOrder(tx, order, { ...placement, requestHash, answer, userId: null, madeBy: null });
    return { orderId: order.orderId, answer, replayed: false };
  };
  const placed = await retryIfOfferDeleted(() => db.transaction(place));
  if (placed.replayed) await awaitReplication(db);
  return placed;
}
