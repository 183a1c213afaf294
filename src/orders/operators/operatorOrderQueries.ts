// The SQL of what the distributor's people look at of all accounts' orders.
import { buildConditions, type Condition } from "../../db/conditions.ts";
import type { Queryable } from "../../db/database.ts";
import { minIdAt } from "../../db/newId.ts";
import { type OrderId, type OrderIdRange, type OrderStatus, orderStatuses } from "../order.ts";
import {
  countedOrders,
  lastCharacter,
  type OrderSummary,
  type StatusCounts,
  type SummaryRow,
  summaryColumns,
  toSummary,
} from "../summaryQueries.ts";

/** A count that ends one above this. */
export const countedWaiting = 999;

/** Orders that are confirmed and not fulfilled: how many, and since when the first of them. */
export type OrdersToConfirm = { readonly count: number; readonly oldestAt: Date | null };

/** The confirmed orders of all accounts; more than `countedWaiting` count as one more. */
export async function selectOrdersNeedingAttention(db: Queryable): Promise<OrdersToConfirm> {
  const rows = await db.query<OrdersToConfirm>({
    name: "select_waiting_orders",
    text: `select (
        select count(*) from (select from orders where status = 'confirmed' limit $1) c
      )::integer as count, (
        select created_at from orders where status = 'confirmed' order by order_id limit 1
      ) as "oldestAt"`,
    values: [countedWaiting + 1],
  });
  return rows[0] ?? { count: 0, oldestAt: null };
}

/**
 * Which orders of all accounts; null is any. The purchase order number is how one begins, in any
 * case; where few orders have it, `among` has their ids instead. The part number is one's key;
 * `until` itself is not included.
 */
export type OperatorOrderFilter = {
  readonly accountId: string | null;
  readonly status: OrderStatus | null;
  readonly poNumber: string | null;
  readonly among: readonly OrderId[] | null;
  readonly partNumberKey: string | null;
  readonly ids: OrderIdRange | null;
  readonly from: Date | null;
  readonly until: Date | null;
};

/** Has no order's id between its ends: for what is no beginning of one. */
export const noOrderIds: OrderIdRange = {
  from: "ffffffff-ffff-ffff-ffff-ffffffffffff",
  to: "00000000-0000-0000-0000-000000000000",
};

const dayMs = 86_400_000;
const begins = `o.po_number is not null and lower(o.po_number) collate "C" >= lower(?)
    and lower(o.po_number) collate "C" < lower(?) || '${lastCharacter}'`;

/** More orders than these with such a number, and the newest are found by reading the newest. */
const fewOrders = 1_000;

/**
 * The orders whose purchase order number begins so, in any case, where they are few; else null. The
 * planner does not know how many there are: the few are found first, and read one by one.
 */
export async function selectOrdersByPo(db: Queryable, poNumber: string): Promise<OrderId[] | null> {
  const rows = await db.query<{ orderId: OrderId }>({
    name: "select_few_by_po",
    text: `select o.order_id as "orderId" from orders o
      where ${begins.replaceAll("?", "$1")} order by lower(o.po_number) collate "C" limit $2`,
    values: [poNumber, fewOrders + 1],
  });
  return rows.length > fewOrders ? null : rows.map(({ orderId }) => orderId);
}

/**
 * The conditions of a filter on orders `o`. Ids grow with the moments of orders: a day of tolerance
 * around the requested moments bounds what is read.
 */
export function toOrderConditions(filter: OperatorOrderFilter): readonly Condition[] {
  const { from, until } = filter;
  // An array, so that it is evaluated once and not for each order.
  const hasPart = `o.order_id = any (array(
    select l.order_id from order_lines l
    where l.offer_id in (select offer_id from offers where part_number_key = ?)))`;
  return [
    ["o.account_id = ?", filter.accountId],
    ["o.status = ?", filter.status],
    [begins, filter.poNumber],
    ["o.order_id = any (?::uuid[])", filter.among],
    [hasPart, filter.partNumberKey],
    ["o.order_id >= ?", filter.ids?.from ?? null],
    ["o.order_id <= ?", filter.ids?.to ?? null],
    ["o.order_id >= ?", from && minIdAt(new Date(from.getTime() - dayMs))],
    ["o.order_id < ?", until && minIdAt(new Date(until.getTime() + dayMs))],
    ["o.created_at >= ?", from],
    ["o.created_at < ?", until],
  ];
}

/** An order in a list of all accounts'. */
export type OperatorOrder = OrderSummary & {
  readonly accountId: string;
  readonly accountName: string;
};

/** A page of the orders of a filter, the newest first; `before`: the last id of the page before. */
export async function selectOperatorOrders(
  db: Queryable,
  filter: OperatorOrderFilter,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<OperatorOrder[]> {
  const conditions = [...toOrderConditions(filter), ["o.order_id < ?", before] as const];
  const { where, values } = buildConditions(conditions, [limit]);
  const rows = await db.query<SummaryRow & Pick<OperatorOrder, "accountId" | "accountName">>({
    // Unnamed, so that it is planned with its values.
    name: "",
    text: `select ${summaryColumns}, o.account_id as "accountId", a.name as "accountName"
      from orders o join accounts a using (account_id) where ${where}
      order by o.order_id desc limit $1`,
    values,
  });
  return rows.map(({ accountId, accountName, ...row }) => ({
    ...toSummary(row),
    accountId,
    accountName,
  }));
}

/** Counts the orders of all accounts, or of one, by status; each ends at `countedOrders` + 1. */
export async function countOperatorOrders(
  db: Queryable,
  accountId: string | null,
): Promise<StatusCounts> {
  const ofAccount = accountId === null ? "" : "and account_id = $2";
  const counted = orderStatuses.map(
    (status) => `(select count(*)::integer from (
      select from orders where status = '${status}' ${ofAccount} limit $1
    ) ${status}) as ${status}`,
  );
  const rows = await db.query<StatusCounts>({
    name: `count_operator_orders${accountId === null ? "" : " of account"}`,
    text: `select ${counted.join(", ")}`,
    values: [countedOrders + 1, ...(accountId === null ? [] : [accountId])],
  });
  return rows[0] ?? { draft: 0, confirmed: 0, fulfilled: 0, cancelled: 0, expired: 0 };
}

/** The orders made, and those confirmed, in an hour or a day. */
export type OrderCounts = {
  readonly at: Date;
  readonly made: number;
  readonly confirmed: number;
};

/** Orders from a moment on, by hour or day in UTC; those without any are missing. */
export function countOrdersBy(
  db: Queryable,
  from: Date,
  by: "hour" | "day",
): Promise<OrderCounts[]> {
  return db.query<OrderCounts>({
    name: "count_orders_by",
    text: `select at, sum(made)::float8 as made, sum(confirmed)::float8 as confirmed from (
        select date_trunc($2, created_at, 'UTC') as at, count(*) as made, 0 as confirmed
        from orders where created_at >= $1 group by 1
        union all
        select date_trunc($2, at, 'UTC'), 0, count(*)
        from order_events where kind = 'confirmed' and at >= $1 group by 1
      ) counted
      group by at order by at`,
    values: [from, by],
  });
}
