// The SQL of orders by hour or day: how many were made, and how many confirmed.
import type { Queryable } from "../db/database.ts";

/** The orders made, and those confirmed, in an hour or a day. */
export type OrderCounts = {
  readonly at: Date;
  readonly made: number;
  readonly confirmed: number;
};

/** Orders from a moment on, by hour or day in UTC; those without any are missing. */
export function countOrdersBy(
  db: Queryable,
  from: Date,
  by: "hour" | "day",
): Promise<OrderCounts[]> {
  return db.query<OrderCounts>({
    name: "count_orders_by",
    text: `select at, sum(made)::float8 as made, sum(confirmed)::float8 as confirmed from (
        select date_trunc($2, created_at, 'UTC') as at, count(*) as made, 0 as confirmed
        from orders where created_at >= $1 group by 1
        union all
        select date_trunc($2, at, 'UTC'), 0, count(*)
        from order_events where kind = 'confirmed' and at >= $1 group by 1
      ) counted
      group by at order by at`,
    values: [from, by],
  });
}
