// Placing a draft order (decisions 24 to 30, 41). Invariant: an Idempotency-Key is bound only to
// the one order it created.
import { createHash } from "node:crypto";
import type { OfferId, PartIds } from "../catalog/partId.ts";
import { utcDay } from "../day.ts";
import type { Database, Queryable, Transaction } from "../db/database.ts";
import { isLockTimeout, UnknownOutcomeError } from "../db/databaseErrors.ts";
import { newId } from "../db/newId.ts";
import { Failure } from "../errors.ts";
import { insertOrder } from "./changeQueries.ts";
import type { CommitWindow } from "./commitWindow.ts";
import { type BoundOrder, isKeyLocked, selectBoundOrder } from "./idempotencyQueries.ts";
import { firstNeededDay } from "./lineInstructions.ts";
import type { Order, OrderContent, OrderId, OrderPlacement } from "./order.ts";
import { pickOrderTexts } from "./orderTexts.ts";
import { lockOrderFacts } from "./placementQueries.ts";
import { type OrderPlan, planOrder } from "./planOrder.ts";
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

type RequestedItem = OrderContent["items"][number];

/** Without what was added later as before: requests of older versions are repeated, too. */
function listHashed({ partId, quantity, remark, neededBy }: RequestedItem): readonly unknown[] {
  const isPlain = remark === null && neededBy === null;
  return isPlain ? [partId, quantity] : [partId, quantity, remark, neededBy];
}

/** Ignores key order, white space and unknown fields. */
function hashContent(content: OrderContent): Buffer {
  const items = content.items.map(listHashed);
  const { poNumber, notes, shipTo } = content;
  const texts = shipTo === null ? [poNumber, notes] : [poNumber, notes, shipTo];
  const text = JSON.stringify([items, ...texts]);
  return createHash("sha256").update(text).digest();
}

/** `stored` has no row if a request that this one waited for has bound the key. */
type Placement = {
  readonly placed: PlacedOrder;
  readonly stored?: Promise<readonly unknown[]>;
};

/** The lock timed out. If it was the lock of the key, the first request is still in progress. */
async function throwIfInProgress(
  db: Database,
  { accountId, idempotencyKey }: OrderPlacement,
  error: unknown,
): Promise<never> {
  if (!isLockTimeout(error) || idempotencyKey === null) throw error;
  if (!(await isKeyLocked(db, accountId, idempotencyKey))) throw error;
  throw new Failure("IDEMPOTENCY_IN_PROGRESS", { retryAfterS: 1, cause: error });
}

function findBound(
  db: Queryable,
  { accountId, idempotencyKey }: OrderPlacement,
): Promise<BoundOrder | undefined> {
  if (idempotencyKey === null) return Promise.resolve(undefined);
  return selectBoundOrder(db, accountId, idempotencyKey);
}

/** The order that the key is bound to, after storing another order found it bound. */
async function getBound(db: Database, placement: OrderPlacement): Promise<BoundOrder> {
  const bound = await findBound(db, placement);
  if (bound === undefined)
    throw new Error("The order that an Idempotency-Key is bound to does not exist.");
  return bound;
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

type PlannedOrder = Extract<OrderPlan, { readonly outcome: "planned" }>;

function toOrder(
  { accountId, newOrderId, content, now }: OrderPlacement,
  plan: PlannedOrder,
  orderNumber: string,
): Order {
  return {
    orderId: newOrderId ?? (newId() as OrderId),
    orderNumber,
    accountId,
    status: "draft",
    ...pickOrderTexts(content),
    lines: plan.lines,
    subtotal: plan.subtotal,
    createdAt: now,
  };
}

/**
 * Places a draft order, or replays the response of the order that its Idempotency-Key is bound to
 * and writes nothing. Reserves no stock (decision 27). Throws IDEMPOTENCY_KEY_REUSED,
 * IDEMPOTENCY_IN_PROGRESS, VALIDATION_FAILED for a day that has passed, the codes of decision 25
 * with one detail per fault, and UnknownOutcomeError. Does not validate the shape of the content.
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
  const lines = content.items.map(({ partId, ...line }) => ({
    opened: rules.partIds.open(accountId, partId),
    ...line,
  }));
  const offerIds: OfferId[] = [...new Set(lines.flatMap(({ opened }) => opened?.offerId ?? []))];
  const oldestMintS = Math.floor(now.getTime() / 1000) - rules.partIdTtlS - rules.partIdGraceS;

  const replayBound = (bound: BoundOrder): Placement => {
    const placed = replay(bound, requestHash);
    window.enter();
    return { placed };
  };

  const place = async (tx: Transaction): Promise<Placement> => {
    const facts = await lockOrderFacts(tx, accountId, idempotencyKey, offerIds, day);
    if (facts.bound !== undefined) return replayBound(facts.bound);
    const offers = new Map(facts.offers.map((offer) => [offer.offerId, offer]));
    const { agreement } = facts;
    const bounds = { oldestMintS, firstNeededDay: firstNeededDay(now) };
    const plan = planOrder(lines, { offers, agreement, ...bounds });
    if (plan.outcome === "refused") {
      // A retry must get what the first request with the key got, not a refusal.
      const bound = await findBound(tx, placement);
      if (bound !== undefined) return replayBound(bound);
      throw new Failure(plan.code, { details: plan.faults });
    }
    const order = toOrder(placement, plan, facts.orderNumber);
    const answer = rules.renderAnswer(order);
    window.enter();
    const origin = { ...placement, requestHash, answer, userId: null, madeBy: null };
    // Sent together with the commit, which fails if this fails.
    const stored = insertOrder(tx, order, origin);
    return { placed: { orderId: order.orderId, answer, replayed: false }, stored };
  };
  const { placed, stored } = await retryIfOfferDeleted(() => db.transaction(place)).catch(
    (error: unknown) => throwIfInProgress(db, placement, error),
  );
  if (stored !== undefined && (await stored).length > 0) return placed;
  const replayed = placed.replayed ? placed : replay(await getBound(db, placement), requestHash);
  await awaitReplication(db);
  return replayed;
}
