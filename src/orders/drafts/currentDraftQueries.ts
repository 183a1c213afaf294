import type { OfferId } from "../../catalog/partId.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import type { CurrentDraft, UserId } from "../../signIn/signedIn.ts";
import type { OrderId } from "../order.ts";

/** Makes a draft the one to which the person adds parts. Does not wait for the statement. */
export function sendCurrentDraft(tx: Transaction, userId: UserId, orderId: OrderId): void {
  tx.send({
    name: "set_current_draft",
    text: `update users set draft_id = $2 where user_id = $1 and draft_id is distinct from $2`,
    values: [userId, orderId],
  });
}

/**
 * For the end of a draft that duplicates an order and is the person's current one: makes the draft
 * current again that was so before, if it still is one. Does not wait for the statement.
 */
export function sendDraftBefore(tx: Transaction, userId: UserId, ended: OrderId): void {
  tx.send({
    name: "set_draft_before",
    text: `update users u set draft_id = o.order_id
      from order_events made join orders o on o.order_id = (made.details ->> 'draftBefore')::uuid
      where u.user_id = $1 and u.draft_id = $2 and made.order_id = $2 and made.version = 1
        and made.actor_id = $1 and o.status = 'draft' and o.account_id = u.account_id`,
    values: [userId, ended],
  });
}

/** The quantity of each offer that a person's current draft has. */
export type DraftQuantities = ReadonlyMap<OfferId, number>;

export async function selectDraftQuantities(
  db: Queryable,
  draft: CurrentDraft | null | undefined,
): Promise<DraftQuantities> {
  if (draft == null) return new Map();
  const rows = await db.query<{ offerId: string; quantity: number }>({
    name: "select_draft_quantities",
    text: `select offer_id::text as "offerId", sum(quantity)::integer as quantity
      from order_lines where order_id = $1 group by offer_id`,
    values: [draft.orderId],
  });
  return new Map(rows.map(({ offerId, quantity }) => [Number(offerId) as OfferId, quantity]));
}
