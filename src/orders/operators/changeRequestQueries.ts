// The SQL of confirmed orders with a change request that nobody answered.
import type { Queryable } from "../../db/database.ts";
import type { OrderId } from "../order.ts";
import { maxCountedOrders } from "../summaryQueries.ts";

/** SQL: an event `e` is a change request. */
const isChangeRequest = "e.kind = 'edited' and (e.details -> 'changeRequest') is not null";

/** SQL: the last event of an order `o` is a change request. */
export const hasOpenChangeRequest = `o.status = 'confirmed' and exists (
    select from order_events e
    where e.order_id = o.order_id and e.version = o.version and ${isChangeRequest}
  )`;

/** Of the requests of all time, the newest are read. */
const maxSearched = 10_000;

/** SQL: each order once, by its last request. */
const open = `select o.order_id as "orderId", e.at
  from (
    select e.order_id, e.version, e.at from order_events e
    where ${isChangeRequest} order by e.at desc limit ${maxSearched}
  ) e join orders o using (order_id, version)
  where o.status = 'confirmed'`;

/** The count of orders with an open change request, and when the oldest was sent. */
export type OpenChangeRequests = { readonly count: number; readonly oldestAt: Date | null };

export async function countOpenChangeRequests(db: Queryable): Promise<OpenChangeRequests> {
  const rows = await db.query<OpenChangeRequests>({
    name: "count_open_change_requests",
    text: `select count(*)::integer as count, min(at) as "oldestAt"
      from (select at from (${open}) open limit $1) counted`,
    values: [maxCountedOrders + 1],
  });
  return rows[0] ?? { count: 0, oldestAt: null };
}

/** The orders that `countOpenChangeRequests` counts. */
export async function selectOpenChangeRequests(db: Queryable): Promise<OrderId[]> {
  const rows = await db.query<{ orderId: OrderId }>({
    name: "select_open_change_requests",
    text: `${open} order by e.at limit $1`,
    values: [maxCountedOrders + 1],
  });
  return rows.map(({ orderId }) => orderId);
}
