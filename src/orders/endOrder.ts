// How an order ends other than by confirmation or expiry: discarded, cancelled, fulfilled. Each
// function works in the caller's transaction; use `runOrderTransaction`.
import { userActor } from "../audit/actor.ts";
import { lockOffers, moveStock } from "../catalog/queries.ts";
import type { Transaction } from "../db/database.ts";
import { utcDay } from "../kit/day.ts";
import { insertEvent, lockOrder, updateOrder } from "./changeQueries.ts";
import { type OrderStatus, type StoredOrder, sumByOffer } from "./order.ts";
import type { BuyerOrderRequest, OrderAction, OrderEventDetails } from "./orderEvent.ts";

/** How a confirmed order ends: with the reference of its delivery, or the reason of its cancellation. */
export type OrderEnd =
  | { readonly kind: "fulfilled"; readonly reference: string }
  | { readonly kind: "cancelled"; readonly reason: string };

/**
 * "stale": the draft is not the version that the buyer saw. "already": the order had ended this way
 * before. "closed": its status does not allow it. In these cases and for "unknown" nothing was
 * written.
 */
export type EndOutcome =
  | { readonly outcome: "done" | "already" | "closed" | "stale"; readonly order: StoredOrder }
  | { readonly outcome: "unknown" };

function storeEnd(
  tx: Transaction,
  order: StoredOrder,
  status: "cancelled" | "fulfilled",
  { action, details }: { readonly action: OrderAction; readonly details: OrderEventDetails },
): EndOutcome {
  const ended: StoredOrder = { ...order, status, version: order.version + 1 };
  updateOrder(tx, ended);
  insertEvent(tx, order.orderId, ended.version, status, { action, details });
  return { outcome: "done", order: ended };
}

function findEnded(order: StoredOrder, from: OrderStatus, to: OrderStatus): EndOutcome | undefined {
  if (order.status === from) return undefined;
  return { outcome: order.status === to ? "already" : "closed", order };
}

/** `version` is the one that the buyer saw; null: any. */
export async function discardDraft(
  tx: Transaction,
  discarded: BuyerOrderRequest & { readonly version: number | null },
): Promise<EndOutcome> {
  const { signedIn, orderId, version, now } = discarded;
  const order = await lockOrder(tx, signedIn.account.accountId, orderId);
  if (order === undefined) return { outcome: "unknown" };
  const ended = findEnded(order, "draft", "cancelled");
  if (ended !== undefined) return ended;
  if (version !== null && version !== order.version) return { outcome: "stale", order };
  const action = { actor: userActor(discarded), now };
  return storeEnd(tx, order, "cancelled", { action, details: {} });
}

/** Applies what the end of a confirmed order means for the stock of its offers. */
async function moveOrderedStock(
  tx: Transaction,
  movement: "release" | "ship",
  { lines }: StoredOrder,
  now: Date,
): Promise<void> {
  const ordered = sumByOffer(lines);
  await lockOffers(tx, [...ordered.keys()], utcDay(now));
  moveStock(tx, movement, ordered, now);
}

/**
 * Ends a confirmed order. Cancelled, it releases exactly the stock that it had allocated; fulfilled,
 * its stock is no longer allocated and no longer on hand.
 */
export async function endOrder(
  tx: Transaction,
  orderId: string,
  { kind, ...details }: OrderEnd,
  action: OrderAction,
): Promise<EndOutcome> {
  const order = await lockOrder(tx, null, orderId);
  if (order === undefined) return { outcome: "unknown" };
  const ended = findEnded(order, "confirmed", kind);
  if (ended !== undefined) return ended;
  await moveOrderedStock(tx, kind === "fulfilled" ? "ship" : "release", order, action.now);
  return storeEnd(tx, order, kind, { action, details });
}
