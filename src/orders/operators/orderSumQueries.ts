import { buildConditions } from "../../db/conditions.ts";
import type { Queryable } from "../../db/database.ts";
import type { Currency, Money } from "../../money.ts";
import { type OperatorOrderFilter, toOrderConditions } from "./operatorOrderQueries.ts";

/** The orders of a currency. */
export type CurrencySum = { readonly orders: number; readonly sum: Money };

/** More matching orders are not summed, because that would delay the list. */
export const maxSummedOrders = 50_000;

/** The sums of the matching orders by currency; null if more match than are summed. */
export async function sumOrders(
  db: Queryable,
  filter: OperatorOrderFilter,
): Promise<readonly CurrencySum[] | null> {
  const limit = maxSummedOrders + 1;
  const { where, values } = buildConditions(toOrderConditions(filter), [limit]);
  const rows = await db.query<{ currency: Currency; orders: number; subtotal: string }>({
    // Unnamed, so that it is planned with its values.
    name: "",
    text: `select currency, count(*)::integer as orders, sum(subtotal) as subtotal
      from (select o.currency, o.subtotal from orders o where ${where} limit $1) matching
      group by currency order by currency`,
    values,
  });
  const sums = rows.map(({ currency, orders, subtotal }) => {
    return { orders, sum: { minor: BigInt(subtotal), currency } };
  });
  return sums.reduce((count, { orders }) => count + orders, 0) > maxSummedOrders ? null : sums;
}
