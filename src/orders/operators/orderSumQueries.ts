import { buildConditions } from "../../db/conditions.ts";
import type { Queryable } from "../../db/database.ts";
import type { Currency, Money } from "../../money.ts";
import type { OrderStatus } from "../order.ts";
import { type OperatorOrderFilter, toOrderConditions } from "./operatorOrderQueries.ts";

/** The orders of a status in a currency. */
export type OrderSum = {
  readonly status: OrderStatus;
  readonly orders: number;
  readonly sum: Money;
};

/** More matching orders are not summed, because that would delay the list. */
export const maxSummedOrders = 50_000;

/** The sums of the matching orders by status and currency; null if more match than are summed. */
export async function sumOrders(
  db: Queryable,
  filter: OperatorOrderFilter,
): Promise<readonly OrderSum[] | null> {
  const limit = maxSummedOrders + 1;
  const { where, values } = buildConditions(toOrderConditions(filter), [limit]);
  type SumRow = Pick<OrderSum, "status" | "orders"> & { currency: Currency; subtotal: string };
  const rows = await db.query<SumRow>({
    // Unnamed, so that it is planned with its values.
    name: "",
    text: `select status, currency, count(*)::integer as orders, sum(subtotal) as subtotal
      from (select o.status, o.currency, o.subtotal from orders o where ${where} limit $1) matching
      group by status, currency order by status, currency`,
    values,
  });
  const sums = rows.map(({ status, currency, orders, subtotal }) => {
    return { status, orders, sum: { minor: BigInt(subtotal), currency } };
  });
  return sums.reduce((count, { orders }) => count + orders, 0) > maxSummedOrders ? null : sums;
}
