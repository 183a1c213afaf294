// The SQL of timelines: what became of an order, from its beginning.
import type { Queryable, Transaction } from "../db/database.ts";
import type { OrderId } from "./order.ts";
import type { OrderAction, OrderEvent, OrderEventDetails, OrderEventKind } from "./orderEvent.ts";

/** Notes what became of an order with its new `version`; it is sent and not waited for. */
export function insertEvent(
  tx: Transaction,
  orderId: OrderId,
  version: number,
  kind: Exclude<OrderEventKind, "placed" | "expired">,
  { deed, details }: { readonly deed: OrderAction; readonly details: OrderEventDetails },
): void {
  tx.send({
    name: "insert_order_event",
    text: `insert into order_events
        (order_id, version, kind, at, actor, actor_id, actor_name, request_id, details, form_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      ...[orderId, version, kind, deed.now, deed.actor, deed.actorId, deed.actorName],
      ...[deed.requestId, JSON.stringify(details), deed.formId ?? null],
    ],
  });
}

/**
 * The timeline of an order, the first event first: that a key placed it stands in the order
 * itself.
 */
export function selectTimeline(db: Queryable, orderId: OrderId): Promise<OrderEvent[]> {
  return db.query<OrderEvent>({
    name: "select_timeline",
    text: `select 1 as version, 'placed' as kind, o.created_at as at, 'key' as actor,
        k.name || ' …' || k.last_four as "actorName", o.request_id as "requestId",
        '{}'::json as details
      from orders o left join api_keys k using (key_id)
      where o.order_id = $1 and o.user_id is null
      union all
      select version, kind, at, actor, actor_name, request_id, details
      from order_events where order_id = $1
      order by version`,
    values: [orderId],
  });
}
