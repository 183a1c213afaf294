// The orders of all accounts that a filter or a text in the search of the console names.
import { findAccounts } from "../accounts/foundAccountQueries.ts";
import { filterKey } from "../catalog/partNumber.ts";
import type { Queryable } from "../db/database.ts";
import { minIdAt } from "../db/newId.ts";
import type { Currency, Money } from "../kit/money.ts";
import { all, first, raw, type Sql, sql } from "../kit/sql.ts";
import {
  isMissedDraft,
  type OperatorOrder,
  type OperatorOrderRow,
  openChangeRequests,
  operatorColumns,
  selectOrdersById,
} from "./operatorQueries.ts";
import { type OrderId, type OrderStatus, toOrderIdRange, toOrderNumber } from "./order.ts";
import {
  fewOrders,
  lastCharacter,
  maxCountedOrders,
  minEndLength,
  startsWith,
  toSummary,
} from "./summaryQueries.ts";

/** SQL: the purchase order number of an order `o` ends with a text, ignoring case. */
function endsWith(text: string): Sql {
  return sql`o.po_number is not null
    and reverse(lower(o.po_number)) collate "C" >= reverse(lower(${text}))
    and reverse(lower(o.po_number)) collate "C" < reverse(lower(${text})) || ${lastCharacter}`;
}

/** SQL: the ids of a few orders whose purchase order number starts or ends with a text. */
function findByEnds(text: string, limit: number): Sql {
  const starting = sql`(select o.order_id from orders o where ${startsWith(text)}
    order by lower(o.po_number) collate "C" limit ${limit})`;
  if (Array.from(text).length < minEndLength) return starting;
  return sql`${starting} union (select o.order_id from orders o where ${endsWith(text)}
    order by reverse(lower(o.po_number)) collate "C" limit ${limit})`;
}

/** A fragment is sought in this many of the newest orders: it has no index. */
const maxSearched = 10_000;
/** Fewer characters are within too many numbers to mean one. */
const minFragment = 3;

async function selectByFragment(
  db: Queryable,
  fragment: string,
  limit: number,
): Promise<OrderId[]> {
  if (Array.from(fragment).length < minFragment) return [];
  const rows = await all<{ orderId: OrderId }>(
    db,
    sql`select order_id
      from (
        select order_id, po_number from orders order by order_id desc limit ${maxSearched}
      ) o
      where position(lower(${fragment}) in lower(po_number)) > 0
      order by order_id desc limit ${limit}`,
  );
  return rows.map(({ orderId }) => orderId);
}

/**
 * The orders whose purchase order number starts or ends with a text, ignoring case, or else
 * contains it; null if there are more than a few. The planner does not know their number: a few are
 * found first and read one by one.
 */
async function selectByPo(db: Queryable, poNumber: string): Promise<OrderId[] | null> {
  const rows = await all<{ orderId: OrderId }>(db, findByEnds(poNumber, fewOrders + 1));
  if (rows.length === 0) return selectByFragment(db, poNumber, fewOrders);
  return rows.length > fewOrders ? null : rows.map(({ orderId }) => orderId);
}

/** `orders`: those that `selectByPo` found. */
function hasPo(poNumber: string, orders: readonly OrderId[] | null): Sql {
  return orders === null
    ? sql`(${startsWith(poNumber)} or ${endsWith(poNumber)})`
    : sql`o.order_id = any (${orders}::uuid[])`;
}

/** In an array, so that the orders are found once and not for each order. */
function hasPart(partNumber: string): Sql {
  return sql`o.order_id = any (array(
    select l.order_id from order_lines l where l.offer_id in (
      select offer_id from offers where part_number_key = ${filterKey(partNumber)}
    )))`;
}

/** By the order number, or the beginning of the id. */
function hasId(text: string): Sql {
  const orderNumber = toOrderNumber(text);
  if (orderNumber !== undefined) return sql`o.order_number = ${orderNumber}`;
  const ids = toOrderIdRange(text);
  return ids === undefined ? sql`false` : sql`o.order_id between ${ids.from} and ${ids.to}`;
}

/** Of so many accounts, orders are sought. */
const maxAccounts = 20;

/**
 * What is typed into one field is, in this order, a number or id of an order, a purchase order
 * number, a part number, or the name of accounts. One condition is read from one index.
 */
async function hasText(db: Queryable, text: string): Promise<Sql> {
  if (toOrderNumber(text) !== undefined || toOrderIdRange(text) !== undefined) return hasId(text);
  const orders = await selectByPo(db, text);
  if (orders === null || orders.length > 0) return hasPo(text, orders);
  const key = filterKey(text);
  const part = await first(db, sql`select from offers where part_number_key = ${key} limit 1`);
  if (part !== undefined) return hasPart(text);
  const accounts = await findAccounts(db, text, maxAccounts);
  if (accounts.length === 0) return sql`false`;
  return sql`o.account_id = any (${accounts.map(({ accountId }) => accountId)}::uuid[])`;
}

/** What happened to an order, at a time by which orders are filtered. */
export const datedEvents = ["created", "confirmed", "fulfilled"] as const;
export type DatedEvent = (typeof datedEvents)[number];

/** `from` and `until`, which is exclusive, bound the time of an event. */
type Period = {
  readonly date: DatedEvent;
  readonly from: Date | null;
  readonly until: Date | null;
};

const dayMs = 86_400_000;

/**
 * Ids increase with the time of orders, and nothing happens to an order before it is created: a day
 * of tolerance around the requested moments bounds what is read.
 */
function happenedIn({ date, from, until }: Period): readonly (Sql | null)[] {
  const before = until && sql`o.order_id < ${minIdAt(new Date(until.getTime() + dayMs))}`;
  if (date === "created") {
    return [
      from && sql`o.order_id >= ${minIdAt(new Date(from.getTime() - dayMs))}`,
      before,
      from && sql`o.created_at >= ${from}`,
      until && sql`o.created_at < ${until}`,
    ];
  }
  if (from === null && until === null) return [];
  const [start, end] = [from ?? "-infinity", until ?? "infinity"];
  const happened = sql`exists (
    select from order_events e where e.order_id = o.order_id and e.kind = ${date}
      and e.at >= ${start}::timestamptz and e.at < ${end}::timestamptz)`;
  return [before, happened];
}

/** A filter of the orders of all accounts; what is missing matches any. */
export type OrderFilter = Period & {
  readonly q?: string | undefined;
  readonly account?: string | null | undefined;
  readonly po?: string | undefined;
  readonly part?: string | undefined;
  readonly id?: string | undefined;
  /** Only drafts of which their end is a task. */
  readonly ending?: boolean | undefined;
  /** Only orders with an open change request. */
  readonly changes?: boolean | undefined;
};

/** The conditions of a filter on orders `o`. */
export async function matchOrders(
  db: Queryable,
  filter: OrderFilter,
): Promise<readonly (Sql | null | false)[]> {
  const { q, account, po, part, id, ending, changes } = filter;
  return [
    account != null && sql`o.account_id = ${account}`,
    q !== undefined && (await hasText(db, q)),
    po !== undefined && hasPo(po, await selectByPo(db, po)),
    part !== undefined && hasPart(part),
    id !== undefined && hasId(id),
    ending === true &&
      sql`exists (
        select from accounts a where a.account_id = o.account_id and ${raw(isMissedDraft)}
      )`,
    changes === true &&
      sql`o.order_id = any (array(
        select order_id from (${raw(openChangeRequests)}) e order by at limit ${maxCountedOrders + 1}
      ))`,
    ...happenedIn(filter),
  ];
}

/** A row of the operators' list, with what decides when to ship it. */
export type ListedOrder = OperatorOrderRow & {
  /** The first day by which a line is needed, YYYY-MM-DD. */
  readonly neededBy: string | null;
  readonly confirmedAt: Date | null;
  readonly fulfilledAt: Date | null;
};

const eventAt = (kind: "confirmed" | "fulfilled") => sql`(
    select max(e.at) from order_events e where e.order_id = o.order_id and e.kind = ${kind}
  )`;

export const listedColumns = sql`${operatorColumns}, (
    select min(l.needed_by)::text from order_lines l where l.order_id = o.order_id
  ) as needed_by, ${eventAt("confirmed")} as confirmed_at, ${eventAt("fulfilled")} as fulfilled_at`;

/** The orders of a status in a currency. */
export type OrderSum = {
  readonly status: OrderStatus;
  readonly orders: number;
  readonly sum: Money;
};

/** More matching orders are not summed, because that would delay the list. */
export const maxSummedOrders = 50_000;

/** The sums of the matching orders by status and currency; null if more match than are summed. */
export async function sumOrders(db: Queryable, matching: Sql): Promise<readonly OrderSum[] | null> {
  type SumRow = Pick<OrderSum, "status" | "orders"> & { currency: Currency; subtotal: string };
  const { text, values } = sql`
    select status, currency, count(*)::integer as orders, sum(subtotal) as subtotal
    from (
      select o.status, o.currency, o.subtotal from orders o
      where ${matching} limit ${maxSummedOrders + 1}
    ) matching
    group by status, currency order by status, currency`;
  // Unnamed, so that it is planned with its values.
  const rows = await db.query<SumRow>({ name: "", text, values });
  const sums = rows.map(({ status, currency, orders, subtotal }) => {
    return { status, orders, sum: { minor: BigInt(subtotal), currency } };
  });
  return sums.reduce((count, { orders }) => count + orders, 0) > maxSummedOrders ? null : sums;
}

/** More words name no order and its account. */
const maxWords = 5;

/** The newest orders of which one word finds the purchase order number, and the others the account. */
async function selectByPoAndAccount(
  db: Queryable,
  typed: string,
  limit: number,
): Promise<OrderId[]> {
  const words = typed.trim().split(/\s+/);
  if (words.length < 2 || words.length > maxWords) return [];
  for (const [place, word] of words.entries()) {
    const accounts = await findAccounts(db, words.toSpliced(place, 1).join(" "), maxAccounts);
    const isSought = accounts.length > 0 && Array.from(word).length >= minEndLength;
    if (!isSought) continue;
    const ids = accounts.map(({ accountId }) => accountId);
    const rows = await all<{ orderId: OrderId }>(
      db,
      sql`select o.order_id from orders o
        where ${hasPo(word, await selectByPo(db, word))} and o.account_id = any (${ids}::uuid[])
        order by o.order_id desc limit ${limit}`,
    );
    if (rows.length > 0) return rows.map(({ orderId }) => orderId);
  }
  return [];
}

/**
 * The orders that a text names: by order number, by the beginning of the id with 8 digits or more,
 * or by the beginning or end of the purchase order number, also with "PO" before it as pages show
 * it; if it names none, the newest orders whose purchase order number contains it, or of which one
 * word is in that number and the others name the account. An order with this number comes first,
 * then the newest.
 */
export async function findOrders(
  db: Queryable,
  typed: string,
  limit: number,
): Promise<OperatorOrder[]> {
  const orderNumber = toOrderNumber(typed) ?? null;
  const { from = null, to = null } = toOrderIdRange(typed) ?? {};
  const bare = typed.replace(/^po\b[\s#:]*/i, "");
  const find = (poNumber: string) =>
    all<OperatorOrderRow>(
      db,
      // Every arm reads an index.
      sql`select ${operatorColumns}
        from (
          (select o.order_id from orders o where o.order_number = ${orderNumber})
          union
          (select o.order_id from orders o
            where o.order_id between ${from}::uuid and ${to}::uuid
            order by o.order_id desc limit ${limit})
          union
          (select order_id from (${findByEnds(poNumber, fewOrders)}) few
            order by order_id desc limit ${limit})
        ) found join orders o using (order_id) join accounts a using (account_id)
        order by o.order_number is distinct from ${orderNumber}, o.order_id desc limit ${limit}`,
    );
  const asTyped = await find(typed);
  const isBare = asTyped.length > 0 || bare.length < 2 || bare === typed;
  const found = isBare ? asTyped : await find(bare);
  if (found.length > 0) {
    return found.map(({ accountId, accountName, ...row }) => {
      return { ...toSummary(row), accountId, accountName };
    });
  }
  const byFragment = await selectByFragment(db, bare, limit);
  if (byFragment.length > 0) return selectOrdersById(db, byFragment);
  return selectOrdersById(db, await selectByPoAndAccount(db, bare, limit));
}
