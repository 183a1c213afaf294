// The SQL that recognises a repeated request: by its Idempotency-Key or by the id of its form.
import type { AccountId } from "../accounts/account.ts";
import { awaitAll, type Transaction } from "../db/database.ts";
import type { OrderId } from "./order.ts";

/** Locks a form of the account until the transaction ends. */
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

/** The order of the account that a form created or changed. */
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

/** The order that an Idempotency-Key is bound to, with the request's hash and the response. */
export type BoundOrder = {
  readonly orderId: OrderId;
  readonly requestHash: Buffer;
  readonly answer: string;
};

/**
 * The order bound to an Idempotency-Key of an account, which stays locked until the transaction
 * ends. Waits for a transaction that is placing an order with it; fails with SQLSTATE 55P03 at the
 * lock timeout.
 */
export async function lockBoundOrder(
  tx: Transaction,
  accountId: AccountId,
  idempotencyKey: string,
): Promise<BoundOrder | undefined> {
  const [, rows] = await awaitAll([
    tx.query({
      name: "lock_idempotency_key",
      text: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
      values: [`order ${accountId} ${idempotencyKey}`],
    }),
    tx.query<BoundOrder>({
      name: "select_bound_order",
      text: `select order_id as "orderId", request_hash as "requestHash", answer
        from orders where account_id = $1 and idempotency_key = $2`,
      values: [accountId, idempotencyKey],
    }),
  ]);
  return rows[0];
}
