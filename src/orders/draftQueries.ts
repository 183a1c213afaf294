// The SQL that changes orders. Invariant: whoever changes an order has locked it, and what it
// becomes has the next version.
import type { AccountId } from "../accounts/account.ts";
import { awaitAll, type Transaction } from "../db/database.ts";
import { lineColumns, listLineValues, selectLines } from "./lineQueries.ts";
import type { StoredOrder } from "./order.ts";
import { selectOrder } from "./queries.ts";

/**
 * One order, locked until the transaction ends; only the account's own where an account is given.
 */
export async function lockOrder(
  tx: Transaction,
  accountId: AccountId | null,
  orderId: string,
): Promise<StoredOrder | undefined> {
  const [, order] = await awaitAll([
    tx.query({
      name: "lock_order",
      text: `select from orders
        where order_id = $2 and ($1::uuid is null or account_id = $1) for no key update`,
      values: [accountId, orderId],
    }),
    selectOrder(tx, accountId, orderId),
  ]);
  return order;
}

/** Stores what a locked order has become, but for its lines; sent and not waited for. */
export function updateOrder(tx: Transaction, order: StoredOrder): void {
  tx.send({
    name: "update_order",
    text: `update orders
      set status = $2, po_number = $3, notes = $4, currency = $5, subtotal = $6, version = $7
      where order_id = $1`,
    values: [
      ...[order.orderId, order.status, order.poNumber, order.notes],
      ...[order.subtotal.currency, order.subtotal.minor, order.version],
    ],
  });
}

/** Replaces the lines of a locked draft by those of `order`; sent and not waited for. */
export function replaceLines(tx: Transaction, { orderId, lines }: StoredOrder): void {
  tx.send({
    name: "delete_lines",
    text: "delete from order_lines where order_id = $1",
    values: [orderId],
  });
  tx.send({
    name: "insert_lines",
    text: `insert into order_lines (${lineColumns})
      ${selectLines("replaced.order_id", "(select $1::uuid as order_id) replaced", 2)}`,
    values: [orderId, ...listLineValues(lines)],
  });
}
