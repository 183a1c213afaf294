import type { AccountId } from "../accounts/account.ts";
import type { Offer } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import { type OfferRecord, offerRecordFields, toOffer } from "../catalog/queries.ts";
import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";
import type { Agreement } from "../prices/agreement.ts";
import { type RuleRow, readAgreement, writeAgreement } from "../prices/queries.ts";
import type { OrderId } from "./order.ts";

// The SQL that recognizes a repeated request: by its Idempotency-Key or by the id of its form.

async function lockName(tx: Transaction, name: string): Promise<void> {
  await tx.query({
    name: "lock_name",
    text: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
    values: [name],
  });
}

/** Locks a form of the account until the transaction ends. */
export function lockForm(tx: Transaction, accountId: AccountId, formId: string): Promise<void> {
  return lockName(tx, `form ${accountId} ${formId}`);
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
function nameKeyLock(accountId: AccountId, idempotencyKey: string): string {
  return `order ${accountId} ${idempotencyKey}`;
}

/** Locks an Idempotency-Key until the transaction ends; then `selectBoundOrder` sees what it has. */
export function lockKey(tx: Transaction, accountId: AccountId, key: string): Promise<void> {
  return lockName(tx, nameKeyLock(accountId, key));
}

/** SQL: the name of the lock of the Idempotency-Key of `orders`; an index of its own finds it. */
const keyName = (orders: string): string =>
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

// The SQL of what placing an order depends on.

/**
 * `bound` is the order that the Idempotency-Key was bound to before the lock was requested; unknown
 * offers are missing.
 */
export type PlacementFacts = {
  readonly bound: BoundOrder | undefined;
  /** Of the order to be placed; "" if one is bound. */
  readonly orderNumber: string;
  readonly offers: readonly Offer[];
  readonly agreement: Agreement;
};

type FactsRow = { readonly [Field in keyof BoundOrder]: BoundOrder[Field] | null } & {
  readonly offers: readonly OfferRecord[] | null;
  readonly rules: readonly RuleRow[] | null;
  readonly orderNumber: string | null;
};

const agreement = writeAgreement(
  `(select "partNumberKey" as part_number_key, vendor from chosen) chosen`,
  "$2::date",
);

/**
 * Locks an Idempotency-Key until the transaction ends, and reads everything an order depends on, in
 * one statement, because each has a high overhead. Waits for a transaction that has locked the key,
 * and does not see what it wrote; fails with SQLSTATE 55P03 at the lock timeout.
 */
export async function lockOrderFacts(
  tx: Transaction,
  accountId: AccountId,
  idempotencyKey: string | null,
  offerIds: readonly OfferId[],
  day: string,
): Promise<PlacementFacts> {
  const lockName = idempotencyKey && nameKeyLock(accountId, idempotencyKey);
  const row = await queryFirst<FactsRow>(tx, {
    name: "lock_order_facts",
    text: `with chosen as materialized (
        select ${offerRecordFields} from offers o where o.offer_id = any($3::bigint[])
      )
      select bound.order_id as "orderId", bound.request_hash as "requestHash",
        bound.request, bound.answer,
        (select json_agg(chosen) from chosen) as offers, ${agreement} as rules,
        case when bound.order_id is null then next_order_number() end as "orderNumber"
      from (select pg_advisory_xact_lock(hashtextextended($4, 0)) offset 0) locked
      left join orders bound on ${keyName("bound")} = $4`,
    values: [accountId, day, offerIds, lockName],
  });
  const {
    orderId = null,
    requestHash = null,
    request = null,
    answer = null,
    offers,
    rules,
    orderNumber,
  } = row ?? {};
  const isBound = orderId !== null && requestHash !== null && answer !== null;
  return {
    bound: isBound ? { orderId, requestHash, request, answer } : undefined,
    orderNumber: orderNumber ?? "",
    offers: (offers ?? []).map((offer) => toOffer(offer)),
    agreement: readAgreement(rules ?? null, day),
  };
}
