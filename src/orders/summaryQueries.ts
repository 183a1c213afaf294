import type { AccountId } from "../accounts/account.ts";
import type { Database, Queryable } from "../db/database.ts";
import type { Currency, Money } from "../kit/money.ts";
import { all, and, type Sql, sql } from "../kit/sql.ts";
import {
  type OrderId,
  type OrderStatus,
  orderStatuses,
  type StoredOrder,
  toOrderIdRange,
  toOrderNumber,
} from "./order.ts";

/**
 * `madeBy` is the name of a person, or of a key with its last four characters. `madeByOperator`:
 * the person is of the distributor.
 */
export type OrderSummary = {
  readonly orderId: OrderId;
  readonly orderNumber: string;
  readonly status: OrderStatus;
  readonly poNumber: string | null;
  readonly madeByKey: boolean;
  readonly madeByOperator: boolean;
  readonly madeBy: string | null;
  readonly lines: number;
  readonly subtotal: Money;
  readonly createdAt: Date;
};

/** `before` is the last id of the previous page. */
export type ListFilter = {
  readonly accountId: AccountId;
  readonly status: OrderStatus | null;
  readonly before: string | null;
  readonly limit: number;
};

/**
 * A search for the beginning of a purchase order number or order id, ignoring case, or for a whole
 * order number or part number, this by its key unless that is empty. In the `scanned` newest
 * orders of the account, it is also found inside a purchase order number and at the end of an
 * order number, ignoring punctuation; two characters only at the end of a purchase order number.
 */
export type OrderSearch = {
  readonly text: string;
  readonly partNumberKey: string;
  readonly scanned?: number;
};

export type SummaryRow = Omit<OrderSummary, "subtotal"> & { subtotal: string; currency: Currency };

/** The columns of a summary of orders `o`. */
export const summaryColumns = sql`o.order_id, o.order_number, o.status, o.po_number,
  exists (
    select from order_events e
    where e.order_id = o.order_id and e.version = 1 and e.actor = 'operator'
  ) as made_by_operator,
  o.user_id is null as made_by_key, coalesce(o.made_by, (
    select k.name || ' …' || k.last_four from api_keys k where k.key_id = o.key_id
  )) as made_by, o.currency, o.subtotal, o.created_at, (
    select count(*)::integer from order_lines l where l.order_id = o.order_id
  ) as lines`;

export function toSummary({ subtotal, currency, ...row }: SummaryRow): OrderSummary {
  return { ...row, subtotal: { minor: BigInt(subtotal), currency } };
}

/** What of the matching orders a page has. */
function onPage({ status, before, limit }: ListFilter): Sql {
  const conditions = and([
    status !== null && sql`o.status = ${status}`,
    before !== null && sql`o.order_id < ${before}`,
  ]);
  return sql`${conditions} order by o.order_id desc limit ${limit}`;
}

export async function selectSummaries(db: Queryable, filter: ListFilter): Promise<OrderSummary[]> {
  const rows = await all<SummaryRow>(
    db,
    sql`select ${summaryColumns} from orders o
      where o.account_id = ${filter.accountId} and ${onPage(filter)}`,
  );
  return rows.map(toSummary);
}

/** The last character: texts that start with a prefix sort between it and it plus this. */
export const lastCharacter = "\u{10ffff}";

/** If more orders match a purchase order number, they are read by id, newest first. */
export const fewOrders = 1_000;

/** Fewer characters are at the end of too many purchase order numbers. */
export const minEndLength = 2;
/** Inside a purchase order number, texts of this length are searched in so many newest orders. */
const minInnerLength = 3;
const maxScanned = 5_000;
/** Fewer digits are at the end of too many order numbers. */
const minOrderDigits = 4;

/** SQL: the purchase order number of an order `o` starts with a text, ignoring case. */
export function startsWith(text: string): Sql {
  return sql`o.po_number is not null and lower(o.po_number) collate "C" >= lower(${text})
    and lower(o.po_number) collate "C" < lower(${text}) || ${lastCharacter}`;
}

/** SQL: a number as it is compared if punctuation does not count. */
const writeBare = (number: Sql) => sql`translate(lower(${number}), ' -–—_./\\#:,;()', '')`;

/**
 * SQL: the ids of the orders of an account that match a search. `narrowed` is appended to each arm,
 * so that none returns more than a page. The planner does not know the values: few orders are read
 * one by one, many in the order of their ids.
 */
export function matchingOrders(
  accountId: AccountId,
  { text: typed, partNumberKey, scanned = maxScanned }: OrderSearch,
  narrowed = sql`true`,
): Sql {
  const text = typed.trim();
  const { from = null, to = null } = toOrderIdRange(typed) ?? {};
  const ofAccount = sql`o.account_id = ${accountId}`;
  const readEach = sql`cross join lateral (
        select o.order_id, o.account_id, o.status from orders o
        where o.order_id = few.order_id offset 0
      ) o`;
  return sql`(with few as materialized (
        select o.order_id from orders o where ${ofAccount} and ${startsWith(text)}
        limit ${fewOrders + 1}
      ), counted as materialized (select count(*) as count from few)
      (select o.order_id from few ${readEach}
        where (select count from counted) <= ${fewOrders} and ${narrowed})
      union all
      (select o.order_id from orders o
        where (select count from counted) > ${fewOrders} and ${ofAccount} and ${startsWith(text)}
          and ${narrowed}))
    union
    (select o.order_id from orders o
      where ${ofAccount} and o.order_id between ${from}::uuid and ${to}::uuid and ${narrowed})
    union
    (select o.order_id from orders o
      where ${ofAccount} and o.order_number = ${toOrderNumber(typed) ?? null} and ${narrowed})
    union
    (select o.order_id from (
        select distinct l.order_id from order_lines l
        where l.offer_id in (select offer_id from offers where part_number_key = ${partNumberKey})
      ) few ${readEach}
      where ${ofAccount} and ${narrowed})
    union
    (select o.order_id from (
        select o.order_id, o.account_id, o.status, o.order_number,
          ${writeBare(sql`o.po_number`)} as po
        from orders o where ${ofAccount} order by o.order_id desc limit ${scanned}
      ) o, (select number, char_length(number) as length
        from (select ${writeBare(sql`${text}`)} as number offset 0) bare) sought
      where (
          sought.length >= ${minEndLength} and right(o.po, sought.length) = sought.number
          or sought.length >= ${minInnerLength} and position(sought.number in o.po) > 0
          or sought.length >= ${minOrderDigits}
            and right(o.order_number, sought.length) = sought.number
        ) and ${narrowed})`;
}

export async function searchSummaries(
  db: Queryable,
  search: OrderSearch,
  filter: ListFilter,
): Promise<OrderSummary[]> {
  const rows = await all<SummaryRow>(
    db,
    // Found first, then read: a join would read the orders of all accounts in the order of ids.
    sql`with found as materialized (
        ${matchingOrders(filter.accountId, search, onPage(filter))}
      )
      select o.* from found f cross join lateral (
        select ${summaryColumns} from orders o where o.order_id = f.order_id offset 0
      ) o
      order by o.order_id desc limit ${filter.limit}`,
  );
  return rows.map(toSummary);
}

export type NamedOrder = Pick<OrderSummary, "orderId" | "orderNumber">;

/**
 * Whether rows of one list went into the orders `own` and `same` at once, which differ in currency.
 * That is one purchase, because a draft has one currency.
 */
const isOnePurchase = `own.currency <> same.currency and exists (
  select from quick_orders l
    join quick_order_rows r using (quick_order_id)
    join quick_order_rows s using (quick_order_id, added_version)
  where l.account_id = $1 and r.order_id = own.order_id and s.order_id = same.order_id
)`;

/** Another order of an account that may be the same one. */
export type SimilarOrder = NamedOrder & {
  readonly isSamePo: boolean;
  readonly isSameParts: boolean;
};

const partsOf = (orderId: string) => `(
  select array_agg(row(p.part_number, p.quantity)::text order by p.part_number, p.quantity)
  from order_lines p where p.order_id = ${orderId}
)`;

/**
 * Up to `limit` other orders of the account with the PO number of `order`, in any case, or with its
 * parts and quantities and confirmed after `since`, except those of the same purchase; first those
 * of the PO number, the newest first.
 */
export function selectSimilarOrders(
  db: Queryable,
  order: Pick<StoredOrder, "orderId" | "accountId" | "poNumber">,
  since: Date | null,
  limit: number,
): Promise<SimilarOrder[]> {
  return db.query<SimilarOrder>({
    name: "select_similar_orders",
    text: `with of_po as materialized (
        select o.order_id from orders o
        where o.account_id = $1 and lower(o.po_number) collate "C" = lower($2)
        limit ${fewOrders}
      ), recent as materialized (
        select o.order_id from orders o
        where o.account_id = $1 and o.changed_at >= $5 and o.status in ('confirmed', 'fulfilled')
          and exists (
            select from order_events e
            where e.order_id = o.order_id and e.kind = 'confirmed' and e.at >= $5
          )
        order by o.changed_at desc limit ${fewOrders}
      ), of_parts as materialized (
        select order_id from recent where ${partsOf("recent.order_id")} = ${partsOf("$3")}
      )
      select same.order_id as "orderId", same.order_number as "orderNumber",
        same.order_id in (select order_id from of_po) as "isSamePo",
        same.order_id in (select order_id from of_parts) as "isSameParts"
      from orders same join orders own on own.order_id = $3
      where same.order_id in (select order_id from of_po union select order_id from of_parts)
        and same.order_id <> $3 and same.status in ('draft', 'confirmed', 'fulfilled')
        and not (${isOnePurchase})
      order by "isSamePo" desc, same.order_id desc limit $4`,
    values: [order.accountId, order.poNumber, order.orderId, limit, since],
  });
}

/** Counts of orders by status, each up to `maxCountedOrders` + 1. */
export type StatusCounts = Readonly<Record<OrderStatus, number>>;

/** A larger count is shown as "more than". */
export const maxCountedOrders = 999;

export async function countByStatus(
  db: Queryable,
  accountId: string | null,
): Promise<StatusCounts> {
  const ofAccount = accountId === null ? "" : "and account_id = $2";
  const counts = orderStatuses.map(
    (status) => `(select count(*)::integer from (
      select from orders where status = '${status}' ${ofAccount} limit $1
    ) ${status}) as ${status}`,
  );
  const rows = await db.query<StatusCounts>({
    name: `count_orders_by_status${accountId === null ? "" : " of account"}`,
    text: `select ${counts.join(", ")}`,
    values: [maxCountedOrders + 1, ...(accountId === null ? [] : [accountId])],
  });
  return rows[0] ?? { draft: 0, confirmed: 0, fulfilled: 0, cancelled: 0, expired: 0 };
}

/**
 * Waits until the synchronous standbys have what these orders became, before a page says so
 * (decision 150). A draft promises nothing. Throws UnavailableError.
 */
export async function awaitReplicated(
  db: Database,
  orders: readonly { readonly status: OrderStatus }[],
): Promise<void> {
  if (orders.some(({ status }) => status !== "draft")) await db.awaitReplication();
}

/** The same before a page says how many orders have each status. */
export async function awaitCounted(db: Database, counts: StatusCounts): Promise<void> {
  const { draft: _drafts, ...others } = counts;
  if (Object.values(others).some((count) => count > 0)) await db.awaitReplication();
}
