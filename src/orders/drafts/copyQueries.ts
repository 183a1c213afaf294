import type { AccountId } from "../../accounts/account.ts";
import { queryFirst, type Transaction } from "../../db/database.ts";
import type { OrderId } from "../order.ts";

/**
 * The newest draft of the account that duplicates an order and that nobody has changed, unless the
 * order itself was edited since.
 */
export async function selectUnchangedCopy(
  tx: Transaction,
  accountId: AccountId,
  orderId: OrderId,
): Promise<OrderId | undefined> {
  const copy = await queryFirst<{ readonly orderId: OrderId }>(tx, {
    name: "select_unchanged_copy",
    // A copy is newer than its order, and ids are in the order of creation.
    text: `select o.order_id as "orderId"
      from orders o join order_events made on made.order_id = o.order_id and made.version = 1
      where o.account_id = $1 and o.status = 'draft' and o.order_id > $2 and o.version = 1
        and made.details ->> 'from' = $2::text
        and (made.details ->> 'fromVersion')::integer >= (
          select coalesce(max(version), 0) from order_events
          where order_id = $2 and kind in ('edited', 'repriced')
        )
      order by o.order_id desc limit 1`,
    values: [accountId, orderId],
  });
  return copy?.orderId;
}
