// The SQL of what the distributor's people look at of all accounts' orders.
import type { Queryable } from "../db/database.ts";

/** A count that ends one above this. */
export const countedWaiting = 999;

/** Orders that are confirmed and not fulfilled: how many, and since when the first of them. */
export type WaitingOrders = { readonly count: number; readonly oldestAt: Date | null };

/** The confirmed orders of all accounts; more than `countedWaiting` count as one more. */
export async function selectWaitingOrders(db: Queryable): Promise<WaitingOrders> {
  const rows = await db.query<WaitingOrders>({
    name: "select_waiting_orders",
    text: `select (
        select count(*) from (select from orders where status = 'confirmed' limit $1) c
      )::integer as count, (
        select created_at from orders where status = 'confirmed' order by order_id limit 1
      ) as "oldestAt"`,
    values: [countedWaiting + 1],
  });
  return rows[0] ?? { count: 0, oldestAt: null };
}
