// Confirming a draft in one transaction (decision 87). Invariant: an order is confirmed once, as
// the buyer saw it, and never for more than the available stock.
import { userActor } from "../../audit/actor.ts";
import { lockOffers, moveStock } from "../../catalog/queries.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { utcDay } from "../../kit/day.ts";
import { toWireMoney } from "../../kit/money.ts";
import { isSamePrice } from "../../kit/price.ts";
import { selectAgreement } from "../../prices/queries.ts";
import { insertEvent, lockOrder, replaceLines, updateOrder } from "../changeQueries.ts";
import { type OrderMailSettings, queueConfirmationMails } from "../documents/orderMail.ts";
import type { OrderTexts } from "../order.ts";
import { type StoredOrder, sumByOffer } from "../order.ts";
import { type BuyerOrderRequest, findPriceChange, type OrderAction } from "../orderEvent.ts";
import { runOrderTransaction } from "../runOrderTransaction.ts";
import { selectSimilarOrders } from "../summaryQueries.ts";
import { findTextChanges } from "./editDraft.ts";
import { type DraftReview, loadQuotes, reviewDraft } from "./reviewDraft.ts";

/**
 * `fingerprint` is that of the review the buyer saw. `typed` was written on it and is stored with
 * the confirmation; missing texts: those of the draft.
 */
export type Confirmation = BuyerOrderRequest & {
  readonly fingerprint: string;
  readonly typed?: Partial<OrderTexts>;
};

/**
 * "already": it was confirmed before. "changed": the draft is not as the buyer saw it, or cannot be
 * confirmed; the review shows the differences. "closed": it ended in another way. "unknown": this
 * account has no such order. "busy": an import or another order has locked the offers. "same PO":
 * another order of the account has the typed PO number, of which the buyer was not warned. Except
 * for "confirmed" nothing was written.
 */
export type ConfirmOutcome =
  | { readonly outcome: "confirmed" | "already" | "closed"; readonly order: StoredOrder }
  | { readonly outcome: "changed"; readonly review: DraftReview }
  | { readonly outcome: "unknown" | "busy" | "same PO" };

function toConfirmed({ draft, lines, subtotal }: DraftReview, now: Date): StoredOrder {
  return {
    ...draft,
    status: "confirmed",
    version: draft.version + 1,
    lines: lines.map(({ before, after }) => {
      if (after === null || after === before) return before;
      const isKept = isSamePrice(after.unitPrice, before.unitPrice);
      return { ...after, pricedAt: isKept ? before.pricedAt : now };
    }),
    subtotal,
  };
}

function storeConfirmed(
  tx: Transaction,
  review: DraftReview,
  order: StoredOrder,
  action: OrderAction,
): void {
  moveStock(tx, "allocate", sumByOffer(order.lines), action.now);
  if (review.lines.some(({ before, after }) => after !== before)) replaceLines(tx, order);
  updateOrder(tx, order);
  const lines = review.lines.flatMap(({ before, after }) => {
    const unitPrice = after === null ? undefined : findPriceChange(before, after);
    const { partNumber, condition, vendor } = before;
    return unitPrice === undefined ? [] : { partNumber, condition, vendor, unitPrice };
  });
  const subtotal = {
    before: toWireMoney(review.draft.subtotal),
    after: toWireMoney(order.subtotal),
  };
  const details = { subtotal, ...(lines.length === 0 ? {} : { lines }) };
  insertEvent(tx, order.orderId, order.version, "confirmed", { action, details });
}

/**
 * The draft with what was typed; null if another order of the account has the typed PO number.
 * Unlike an edit, it does not make the draft current, which ends with its confirmation.
 */
async function storeTyped(
  tx: Transaction,
  draft: StoredOrder,
  typed: Partial<OrderTexts>,
  action: OrderAction,
): Promise<StoredOrder | null> {
  const details = findTextChanges(draft, typed);
  if (Object.keys(details).length === 0) return draft;
  const written = { ...draft, ...typed, version: draft.version + 1 };
  if (details.poNumber !== undefined) {
    const others = await selectSimilarOrders(tx, written, null, 1);
    if (others.length > 0) return null;
  }
  insertEvent(tx, written.orderId, written.version, "edited", { action, details });
  return written;
}

async function confirmIn(
  tx: Transaction,
  confirmation: Confirmation,
  mail: OrderMailSettings,
): Promise<ConfirmOutcome> {
  const { signedIn, orderId, fingerprint, requestId, now } = confirmation;
  const { accountId } = signedIn.account;
  const draft = await lockOrder(tx, accountId, orderId);
  if (draft === undefined) return { outcome: "unknown" };
  if (draft.status !== "draft") {
    const isConfirmed = draft.status === "confirmed" || draft.status === "fulfilled";
    return { outcome: isConfirmed ? "already" : "closed", order: draft };
  }
  const offerIds = [...sumByOffer(draft.lines).keys()];
  const day = utcDay(now);
  const offers = await lockOffers(tx, offerIds, day);
  const agreement = await selectAgreement(tx, accountId, offerIds, day);
  const quotes = await loadQuotes(tx, draft, draft.lines, { day, lock: true });
  const offerOf = new Map(offers.map((offer) => [offer.offerId, offer]));
  const facts = { offers: offerOf, agreement, quotes };
  const review = reviewDraft(draft, facts, now);
  if (review.blocked > 0 || review.fingerprint !== fingerprint) {
    return { outcome: "changed", review };
  }
  const action = { actor: userActor({ signedIn, requestId }), now };
  const written = await storeTyped(tx, draft, confirmation.typed ?? {}, action);
  if (written === null) return { outcome: "same PO" };
  const order = toConfirmed({ ...review, draft: written }, now);
  storeConfirmed(tx, review, order, action);
  await queueConfirmationMails(tx, mail, { order, signedIn, now });
  return { outcome: "confirmed", order };
}

/**
 * Confirms a draft as the buyer saw it: checks status, stock, quantities and prices again,
 * allocates the stock, records the event and queues one mail to the buyer and one to the operator.
 * All or nothing, and only once, even if repeated concurrently.
 */
export async function confirmOrder(
  db: Database,
  confirmation: Confirmation,
  mail: OrderMailSettings,
): Promise<ConfirmOutcome> {
  const outcome = await runOrderTransaction(db, (tx) => confirmIn(tx, confirmation, mail));
  return outcome === "busy" ? { outcome } : outcome;
}
