// The SQL by which a form that was sent before is known.
import type { AccountId } from "../accounts/account.ts";
import type { Transaction } from "../db/database.ts";
import type { OrderId } from "./order.ts";

/** Keeps the same form of the account waiting until the transaction ends. */
export async function lockForm(
  tx: Transaction,
  accountId: AccountId,
  formId: string,
): Promise<void> {
  await tx.query({
    name: "lock_form",
    text: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
    values: [`form ${accountId} ${formId}`],
  });
}

/** The order of the account that a form made or changed. */
export async function selectOrderOfForm(
  tx: Transaction,
  accountId: AccountId,
  formId: string,
): Promise<OrderId | undefined> {
  const rows = await tx.query<{ orderId: OrderId }>({
    name: "select_order_of_form",
    text: `select o.order_id as "orderId" from order_events e join orders o using (order_id)
      where e.form_id = $2 and o.account_id = $1`,
    values: [accountId, formId],
  });
  return rows[0]?.orderId;
}
