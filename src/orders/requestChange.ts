// Requests of buyers to change a confirmed order. Invariant: event and e-mail are stored in one
// transaction, and the order stays as it is until an operator acts.
import { userActor } from "../audit/actor.ts";
import type { Database, Transaction } from "../db/database.ts";
import { insertEvent, lockOrder, updateOrder } from "./changeQueries.ts";
import { type OrderMailSettings, queueChangeRequestMail } from "./documents/orderMail.ts";
import type { StoredOrder } from "./order.ts";
import { type BuyerOrderRequest, listChangeRequests } from "./orderEvent.ts";
import { selectTimeline } from "./queries.ts";
import { type RepeatedForm, runOncePerForm, runOrderTransaction } from "./runOrderTransaction.ts";

/** Of an order: each sends an e-mail. */
export const maxChangeRequests = 20;

/** In characters. */
export const maxChangeLength = 2_000;

/** `message` has 1 to `maxChangeLength` characters. */
export type WantedChange = BuyerOrderRequest & {
  readonly formId: string;
  readonly message: string;
};

/**
 * "repeated": the form was sent before. "closed": the order is not confirmed. "too many": it has
 * `maxChangeRequests`. Except for "requested" nothing was written.
 */
export type RequestChangeOutcome =
  | { readonly outcome: "requested" | "unknown" | "busy" }
  | { readonly outcome: "closed" | "too many"; readonly order: StoredOrder }
  | RepeatedForm;

async function requestIn(
  tx: Transaction,
  wanted: Omit<WantedChange, "formId"> & { readonly formId: string | null },
  mail: OrderMailSettings,
): Promise<RequestChangeOutcome> {
  const { signedIn, orderId, requestId, now, formId, message } = wanted;
  const seen = await lockOrder(tx, signedIn.account.accountId, orderId);
  if (seen === undefined) return { outcome: "unknown" };
  if (seen.status !== "confirmed") return { outcome: "closed", order: seen };
  const earlier = listChangeRequests(await selectTimeline(tx, seen.orderId));
  if (earlier.length >= maxChangeRequests) return { outcome: "too many", order: seen };
  // The version of an order opened by an operator ends: they see the request before they fulfil it.
  const order = { ...seen, version: seen.version + 1 };
  updateOrder(tx, order);
  insertEvent(tx, order.orderId, order.version, "edited", {
    action: { actor: userActor({ signedIn, requestId }), now, formId },
    details: { changeRequest: message },
  });
  await queueChangeRequestMail(tx, mail, { order, signedIn, now }, message);
  return { outcome: "requested" };
}

/** Records a request to change a confirmed order, and e-mails it to the distributor. */
export async function requestChange(
  db: Database,
  wanted: WantedChange,
  mail: OrderMailSettings,
): Promise<RequestChangeOutcome> {
  const outcome = await runOrderTransaction(db, (tx) =>
    runOncePerForm<RequestChangeOutcome>(tx, wanted, (formId) =>
      requestIn(tx, { ...wanted, formId }, mail),
    ),
  );
  return outcome === "busy" ? { outcome } : outcome;
}
