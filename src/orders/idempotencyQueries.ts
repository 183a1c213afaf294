// The SQL that recognizes a repeated request: by its Idempotency-Key or by the id of its form.
import type { AccountId } from "../accounts/account.ts";
import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";
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

/** The name of the lock of an Idempotency-Key, which the transaction that may bind it acquires. */
export function nameKeyLock(accountId: AccountId, idempotencyKey: string): string {
  return `order ${accountId} ${idempotencyKey}`;
}

/** SQL: the name of the lock of the Idempotency-Key of `orders`; an index of its own finds it. */
export const keyName = (orders: string): string =>
  `'order ' || ${orders}.account_id::text || ' ' || ${orders}.idempotency_key`;

/** Whether a transaction holds the lock of an Idempotency-Key now. */
export async function isKeyLocked(
  db: Queryable,
  accountId: AccountId,
  idempotencyKey: string,
): Promise<boolean> {
  const row = await queryFirst<{ isFree: boolean }>(db, {
    name: "try_idempotency_key",
    text: `select pg_try_advisory_xact_lock_shared(hashtextextended($1, 0)) as "isFree"`,
    values: [nameKeyLock(accountId, idempotencyKey)],
  });
  return row?.isFree === false;
}

/**
 * What a repeated request is recognized by: the hash of its body, and its content with offers for
 * `part_id`s. No `request`: without an Idempotency-Key, and in orders of older versions.
 */
export type SentRequest = { readonly requestHash: Buffer; readonly request: string | null };

/** The order that an Idempotency-Key is bound to, with its request and the response. */
export type BoundOrder = SentRequest & { readonly orderId: OrderId; readonly answer: string };

/** The order bound to an Idempotency-Key of an account. */
export function selectBoundOrder(
  db: Queryable,
  accountId: AccountId,
  idempotencyKey: string,
): Promise<BoundOrder | undefined> {
  return queryFirst<BoundOrder>(db, {
    name: "select_bound_order",
    text: `select order_id as "orderId", request_hash as "requestHash", request, answer
      from orders where ${keyName("orders")} = $1`,
    values: [nameKeyLock(accountId, idempotencyKey)],
  });
}
