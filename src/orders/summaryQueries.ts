// The SQL of lists of orders: a tab at a time, newest first, what is searched for found by index.

import type { AccountId } from "../accounts/account.ts";
import { buildConditions } from "../db/conditions.ts";
import type { Queryable } from "../db/database.ts";
import type { Currency, Money } from "../money.ts";
import { type OrderId, type OrderStatus, toOrderIdRange } from "./order.ts";

/** An order as a list shows it. `madeBy` is a person's name, or a key's with its last four. */
export type OrderSummary = {
  readonly orderId: OrderId;
  readonly status: OrderStatus;
  readonly poNumber: string | null;
  readonly madeByKey: boolean;
  readonly madeBy: string | null;
  readonly lines: number;
  readonly subtotal: Money;
  readonly createdAt: Date;
};

/** Which orders of an account; `before` is the last id of the page before. */
export type ListFilter = {
  readonly accountId: AccountId;
  readonly status: OrderStatus | null;
  readonly before: string | null;
  readonly limit: number;
};

/**
 * What orders are searched for: how a purchase order number or an order's id begins, in any case,
 * or a whole part number, by its key.
 */
export type OrderSearch = { readonly text: string; readonly partNumberKey: string };

/** A summary as the database gives it. */
export type SummaryRow = Omit<OrderSummary, "subtotal"> & { subtotal: string; currency: Currency };

/** The columns of a summary, of orders `o`. */
export const summaryColumns = `o.order_id as "orderId", o.status, o.po_number as "poNumber",
  o.user_id is null as "madeByKey", coalesce(o.made_by, (
    select k.name || ' …' || k.last_four from api_keys k where k.key_id = o.key_id
  )) as "madeBy", o.currency, o.subtotal, o.created_at as "createdAt", (
    select count(*)::integer from order_lines l where l.order_id = o.order_id
  ) as lines`;

/** A row as a summary. */
export function toSummary({ subtotal, currency, ...row }: SummaryRow): OrderSummary {
  return { ...row, subtotal: { minor: BigInt(subtotal), currency } };
}

/** A page of the orders of an account, the newest first. */
export async function selectSummaries(db: Queryable, filter: ListFilter): Promise<OrderSummary[]> {
  const { accountId, status, before, limit } = filter;
  const { where, values, key } = buildConditions(
    [
      ["o.account_id = ?", accountId],
      ["o.status = ?", status],
      ["o.order_id < ?", before],
    ],
    [limit],
  );
  const rows = await db.query<SummaryRow>({
    name: `select_summaries ${key}`,
    text: `select ${summaryColumns} from orders o where ${where}
      order by o.order_id desc limit $1`,
    values,
  });
  return rows.map(toSummary);
}

/** The last character there is: what begins with a text stands between it and it with this. */
export const lastCharacter = "\u{10ffff}";

/** More orders than these with such a number, and the newest are found by reading the newest. */
const fewOrders = 1_000;

/**
 * The ids of the orders of account `$1` that a search finds, by the values of `searchValues` from
 * `$first` on. `narrowed` ends the statement of each way to find them; it speaks of orders `o`.
 * The planner does not know the values: few orders are read one by one, many in their order.
 */
export function foundOrders(first: number, narrowed = ""): string {
  const [text, last, from, to, key] = [0, 1, 2, 3, 4].map((place) => `$${first + place}`);
  const begins = `o.account_id = $1 and o.po_number is not null
        and lower(o.po_number) collate "C" >= lower(${text})
        and lower(o.po_number) collate "C" < lower(${text}) || ${last}`;
  const readEach = `cross join lateral (
        select o.order_id, o.account_id, o.status from orders o
        where o.order_id = few.order_id offset 0
      ) o`;
  return `(with few as materialized (
        select o.order_id from orders o where ${begins} limit ${fewOrders + 1}
      ), counted as materialized (select count(*) as count from few)
      (select o.order_id from few ${readEach}
        where (select count from counted) <= ${fewOrders} ${narrowed})
      union all
      (select o.order_id from orders o
        where (select count from counted) > ${fewOrders} and ${begins} ${narrowed}))
    union
    (select o.order_id from orders o
      where o.account_id = $1 and o.order_id between ${from}::uuid and ${to}::uuid ${narrowed})
    union
    (select o.order_id from (
        select distinct l.order_id from order_lines l
        where l.offer_id in (select offer_id from offers where part_number_key = ${key})
      ) few ${readEach}
      where o.account_id = $1 ${narrowed})`;
}

/** The values that `foundOrders` speaks of. */
export function searchValues({ text, partNumberKey }: OrderSearch): (string | null)[] {
  const range = toOrderIdRange(text);
  return [text.trim(), lastCharacter, range?.from ?? null, range?.to ?? null, partNumberKey];
}

/** A page holds no more than so many of those that each way finds. */
const narrowedToPage = `and ($3::text is null or o.status = $3)
  and ($4::uuid is null or o.order_id < $4)
  order by o.order_id desc limit $2`;

/** A page of the orders of an account that a search finds, the newest first. */
export async function searchSummaries(
  db: Queryable,
  search: OrderSearch,
  { accountId, status, before, limit }: ListFilter,
): Promise<OrderSummary[]> {
  const rows = await db.query<SummaryRow>({
    name: "search_summaries",
    // Found first and read then: joined, all orders of all accounts would be read in their order.
    text: `with found as materialized (${foundOrders(5, narrowedToPage)})
      select o.* from found f cross join lateral (
        select ${summaryColumns} from orders o where o.order_id = f.order_id offset 0
      ) o
      order by o."orderId" desc limit $2`,
    values: [accountId, limit, status, before, ...searchValues(search)],
  });
  return rows.map(toSummary);
}

/** How many orders of each status an account has, each counted up to `countedOrders`. */
export type StatusCounts = Readonly<Record<OrderStatus, number>>;

/** Beyond these a count is only "more than". */
export const countedOrders = 999;

/** Counts the orders of an account by status; one of more than `countedOrders` ends there + 1. */
export async function countByStatus(db: Queryable, accountId: AccountId): Promise<StatusCounts> {
  const counted = (status: OrderStatus) => `(
    select count(*)::integer from (
      select from orders where account_id = $1 and status = '${status}' limit $2
    ) ${status}) as ${status}`;
  const rows = await db.query<StatusCounts>({
    name: "count_by_status",
    text: `select ${[
      counted("draft"),
      counted("confirmed"),
      counted("fulfilled"),
      counted("cancelled"),
      counted("expired"),
    ].join(", ")}`,
    values: [accountId, countedOrders + 1],
  });
  return rows[0] ?? { draft: 0, confirmed: 0, fulfilled: 0, cancelled: 0, expired: 0 };
}
