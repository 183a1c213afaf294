// The SQL of orders as they are placed and read.
import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import { awaitAll, type Queryable, type Transaction } from "../db/database.ts";
import type { Currency } from "../money.ts";
import { lineColumns, listLineValues, selectLines } from "./lineQueries.ts";
import type { Order, OrderId, OrderLine, OrderStatus, StoredOrder } from "./order.ts";

/** The order an Idempotency-Key is bound to: what it was asked with and what it answered. */
export type BoundOrder = {
  readonly orderId: OrderId;
  readonly requestHash: Buffer;
  readonly answer: string;
};

/**
 * The order bound to a key of an account. Waits for any transaction that is placing one with it,
 * at most as long as the lock timeout (SQLSTATE 55P03 then), and keeps others waiting until this
 * one ends.
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

/**
 * What an order is stored with beside itself: the key it was placed with, which has the request
 * and the answer kept, or the person who made it.
 */
export type OrderOrigin = {
  readonly requestId: string;
  readonly keyId: string | null;
  readonly idempotencyKey: string | null;
  readonly requestHash: Buffer | null;
  readonly answer: string | null;
  readonly userId: string | null;
  readonly madeBy: string | null;
};

/**
 * Stores an order with its lines in one statement. Fails where an offer is gone (decision 98, see
 * `retryIfOfferDeleted`). It is sent and not waited for: it travels with
 * the commit, which fails where it does.
 */
export function insertOrder(tx: Transaction, order: Order, origin: OrderOrigin): void {
  tx.send({
    name: "insert_order",
    text: `with stored as (
        insert into orders (order_id, account_id, key_id, status, po_number, notes, currency,
          subtotal, request_id, idempotency_key, request_hash, answer, created_at, user_id,
          made_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
        returning order_id
      )
      insert into order_lines (${lineColumns})
      ${selectLines("stored.order_id", "stored", 16)}`,
    values: [
      order.orderId,
      order.accountId,
      origin.keyId,
      order.status,
      order.poNumber,
      order.notes,
      order.subtotal.currency,
      order.subtotal.minor,
      origin.requestId,
      origin.idempotencyKey,
      origin.requestHash,
      origin.answer,
      order.createdAt,
      origin.userId,
      origin.madeBy,
      ...listLineValues(order.lines),
    ],
  });
}

type OrderRow = Omit<StoredOrder, "lines" | "subtotal"> & {
  readonly currency: Currency;
  readonly subtotal: string;
  readonly lines: readonly LineRow[];
};

type LineRow = Omit<OrderLine, "offerId" | "listPrice" | "unitPrice" | "lineTotal"> & {
  readonly offerId: string;
  readonly listPrice: string;
  readonly listCurrency: Currency;
  readonly unitPrice: string;
  readonly lineTotal: string;
  readonly pricedAt: string | null;
};

const selectOrderText = `select o.order_id as "orderId", o.account_id as "accountId", o.status,
    o.po_number as "poNumber", o.notes, o.currency, o.subtotal, o.created_at as "createdAt",
    o.version, o.request_id as "requestId",
    (
      select json_agg(json_build_object('offerId', l.offer_id::text, 'partNumber', l.part_number,
        'title', l.title, 'vendor', l.vendor, 'condition', l.condition,
        'unitOfMeasure', l.unit_of_measure, 'quantity', l.quantity,
        'listPrice', l.list_price::text, 'listCurrency', l.list_currency,
        'unitPrice', l.unit_price::text, 'lineTotal', l.line_total::text,
        'ruleId', l.rule_id::text, 'pricedAt', l.priced_at) order by l.line_number)
      from order_lines l where l.order_id = o.order_id
    ) as lines
  from orders o`;

function toOrder({ currency, subtotal, lines, ...row }: OrderRow): StoredOrder {
  return {
    ...row,
    subtotal: { minor: BigInt(subtotal), currency },
    lines: lines.map(({ listCurrency, pricedAt, ...line }) => ({
      ...line,
      offerId: Number(line.offerId) as OfferId,
      listPrice: { minor: BigInt(line.listPrice), currency: listCurrency },
      unitPrice: { minor: BigInt(line.unitPrice), currency },
      lineTotal: { minor: BigInt(line.lineTotal), currency },
      pricedAt: pricedAt === null ? row.createdAt : new Date(pricedAt),
    })),
  };
}

/** One order; only the account's own where an account is given. */
export async function selectOrder(
  db: Queryable,
  accountId: AccountId | null,
  orderId: string,
): Promise<StoredOrder | undefined> {
  const rows = await db.query<OrderRow>({
    name: "select_order",
    text: `${selectOrderText}
      where o.order_id = $2 and ($1::uuid is null or o.account_id = $1)`,
    values: [accountId, orderId],
  });
  return rows.map(toOrder)[0];
}

/** What orders are asked for; null asks for any. `before` is the last id of the page before. */
export type OrderFilter = {
  readonly accountId: AccountId | null;
  readonly poNumber: string | null;
  readonly status: OrderStatus | null;
  readonly before: string | null;
  readonly limit: number;
};

/**
 * The condition of each filter that is set; those that are not are no part of the statement. A
 * purchase order number is found by its index, which has no capitals, and then compared exactly.
 */
const filterConditions = [
  ["accountId", "o.account_id = #"],
  ["poNumber", 'lower(o.po_number) collate "C" = lower(#) and o.po_number = #'],
  ["status", "o.status = #"],
  ["before", "o.order_id < #"],
] as const;

/** Orders newest first: order ids grow with time. */
export async function selectOrders(db: Queryable, filter: OrderFilter): Promise<StoredOrder[]> {
  const set = filterConditions.filter(([field]) => filter[field] !== null);
  const conditions = set.map(([, text], place) => text.replaceAll("#", `$${place + 2}`));
  const rows = await db.query<OrderRow>({
    name: ["select_orders", ...set.map(([field]) => field)].join(" "),
    text: `${selectOrderText}
      ${conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`}
      order by o.order_id desc limit $1`,
    values: [filter.limit, ...set.map(([field]) => filter[field])],
  });
  return rows.map(toOrder);
}

/**
 * Expires the drafts made before `madeBefore`, and notes that with each at `now`; returns how many
 * there were.
 */
export async function expireDrafts(db: Queryable, madeBefore: Date, now: Date): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: "expire_drafts",
    text: `with expired as (
        update orders set status = 'expired', version = version + 1
        where status = 'draft' and created_at < $1
        returning order_id, version
      ), noted as (
        insert into order_events (order_id, version, kind, at, actor, details)
        select order_id, version, 'expired', $2, 'clock', '{}' from expired
      )
      select count(*)::integer as count from expired`,
    values: [madeBefore, now],
  });
  return rows[0]?.count ?? 0;
}
