import type { Queryable } from "../../db/database.ts";
import { isMissedDraft } from "../../orders/operators/operatorOrderQueries.ts";
import type { OrderId } from "../../orders/order.ts";
import { maxCountedOrders } from "../../orders/summaryQueries.ts";

/** The oldest of the drafts that `countOldDrafts` counts: those created before `until`. */
export async function selectEndingDrafts(db: Queryable, until: Date | null): Promise<OrderId[]> {
  const rows = await db.query<{ orderId: OrderId }>({
    name: "select_ending_drafts",
    text: `select o.order_id as "orderId" from orders o join accounts a using (account_id)
      where ${isMissedDraft} and ($1::timestamptz is null or o.created_at < $1)
      order by o.order_id limit $2`,
    values: [until, maxCountedOrders + 1],
  });
  return rows.map(({ orderId }) => orderId);
}
