// The ends of an order but for confirming and expiring: discarded, cancelled, fulfilled (decision
// 32). Each is done in the caller's transaction; run that by `runOrderTransaction`.

import { userActor } from "../audit/actor.ts";
import { addStock, lockOffers } from "../catalog/queries.ts";
import { utcDay } from "../day.ts";
import type { Transaction } from "../db/database.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import { insertEvent, lockOrder, updateOrder } from "./changeQueries.ts";
import { type OrderStatus, type StoredOrder, sumByOffer } from "./order.ts";
import type { OrderAction, OrderEventDetails } from "./orderEvent.ts";

/**
 * What came of it. "already": it was ended so before. "closed": its state does not lead there; then
 * and in "unknown" nothing was written.
 */
export type EndOutcome =
  | { readonly outcome: "done" | "already" | "closed"; readonly order: StoredOrder }
  | { readonly outcome: "unknown" };

/** Which draft the signed-in buyer discards. */
export type DiscardedDraft = {
  readonly signedIn: SignedIn;
  readonly orderId: string;
  readonly requestId: string;
  readonly now: Date;
};

function storeEnd(
  tx: Transaction,
  order: StoredOrder,
  status: "cancelled" | "fulfilled",
  { deed, details }: { readonly deed: OrderAction; readonly details: OrderEventDetails },
): EndOutcome {
  const ended: StoredOrder = { ...order, status, version: order.version + 1 };
  updateOrder(tx, ended);
  insertEvent(tx, order.orderId, ended.version, status, { deed, details });
  return { outcome: "done", order: ended };
}

function tellStanding(
  order: StoredOrder,
  from: OrderStatus,
  to: OrderStatus,
): EndOutcome | undefined {
  if (order.status === from) return undefined;
  return { outcome: order.status === to ? "already" : "closed", order };
}

/** Cancels a draft of the signed-in buyer's account. */
export async function discardDraft(tx: Transaction, asked: DiscardedDraft): Promise<EndOutcome> {
  const { signedIn, orderId, now } = asked;
  const order = await lockOrder(tx, signedIn.account.accountId, orderId);
  if (order === undefined) return { outcome: "unknown" };
  const deed = { actor: userActor(asked), now };
  return (
    tellStanding(order, "draft", "cancelled") ??
    storeEnd(tx, order, "cancelled", { deed, details: {} })
  );
}

/**
 * Cancels a confirmed order by an operator and gives its stock back: by what it took, so that what
 * came in or was sold since stays.
 */
export async function cancelOrder(
  tx: Transaction,
  orderId: string,
  reason: string,
  deed: OrderAction,
): Promise<EndOutcome> {
  const order = await lockOrder(tx, null, orderId);
  if (order === undefined) return { outcome: "unknown" };
  const standing = tellStanding(order, "confirmed", "cancelled");
  if (standing !== undefined) return standing;
  const taken = sumByOffer(order.lines);
  await lockOffers(tx, [...taken.keys()], utcDay(deed.now));
  addStock(tx, taken, deed.now);
  return storeEnd(tx, order, "cancelled", { deed, details: { reason } });
}

/** Notes that an operator delivered a confirmed order, and by what reference. */
export async function fulfilOrder(
  tx: Transaction,
  orderId: string,
  reference: string,
  deed: OrderAction,
): Promise<EndOutcome> {
  const order = await lockOrder(tx, null, orderId);
  if (order === undefined) return { outcome: "unknown" };
  return (
    tellStanding(order, "confirmed", "fulfilled") ??
    storeEnd(tx, order, "fulfilled", { deed, details: { reference } })
  );
}
