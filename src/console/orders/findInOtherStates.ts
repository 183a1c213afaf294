// A typed PO number is searched in all states, whatever tab is selected.
import type { Database } from "../../db/database.ts";
import type { Reader } from "../../html/reader/reader.ts";
import { selectOperatorOrders } from "../../orders/operators/operatorOrderQueries.ts";
import { type OrderStatus, orderStatuses } from "../../orders/order.ts";
import { type OrderPageFilter, toOperatorOrderFilter, withStatus } from "./orderFilter.ts";

/** More in other states are not counted. */
export const maxElsewhere = 100;

/** Whether there are orders in the state of the filter, and how many in others. */
type Matches = {
  readonly isHere: boolean;
  /** Up to `maxElsewhere` + 1. */
  readonly elsewhere: number;
};

/** Null without a PO number or a state. */
export async function findInOtherStates(
  db: Database,
  filter: OrderPageFilter,
  reader: Reader,
): Promise<Matches | null> {
  if (filter.status === "all" || filter.po === "") return null;
  const any = withStatus(filter, "all");
  const { filter: where, account } = await toOperatorOrderFilter(db, any, reader);
  if (account.question !== null) return null;
  const count = async (status: OrderStatus, limit: number) =>
    (await selectOperatorOrders(db, { ...where, status }, { before: null, limit })).length;
  const [here, ...others] = await Promise.all([
    count(filter.status, 1),
    ...orderStatuses
      .filter((status) => status !== filter.status)
      .map((status) => count(status, maxElsewhere + 1)),
  ]);
  const elsewhere = others.reduce((sum, found) => sum + found, 0);
  return { isHere: here > 0, elsewhere: Math.min(elsewhere, maxElsewhere + 1) };
}
