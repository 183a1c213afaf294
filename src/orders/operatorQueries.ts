import { onHand } from "../catalog/offerFieldQueries.ts";
import type { OfferId } from "../catalog/partId.ts";
import { buildConditions, type Condition } from "../db/conditions.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import { formatOrderBy, formatPlace, type Keyset } from "../db/keyset.ts";
import { minIdAt } from "../db/newId.ts";
import type { Currency, Money } from "../money.ts";
import type { OrderId, OrderIdRange, OrderStatus } from "./order.ts";
import {
  lastCharacter,
  maxCountedOrders,
  type OrderSummary,
  type SummaryRow,
  summaryColumns,
  toSummary,
} from "./summaryQueries.ts";

// The SQL of confirmed orders with a change request that nobody answered.

/** SQL: an event `e` is a change request. */
const isChangeRequest = "e.kind = 'edited' and (e.details -> 'changeRequest') is not null";

/** SQL: the last event of an order `o` is a change request. */
const hasOpenChangeRequest = `o.status = 'confirmed' and exists (
    select from order_events e
    where e.order_id = o.order_id and e.version = o.version and ${isChangeRequest}
  )`;

/** Of the requests of all time, the newest are read. */
const maxSearched = 10_000;

/** SQL: each order once, by its last request. */
const open = `select o.order_id as "orderId", e.at
  from (
    select e.order_id, e.version, e.at from order_events e
    where ${isChangeRequest} order by e.at desc limit ${maxSearched}
  ) e join orders o using (order_id, version)
  where o.status = 'confirmed'`;

/** The count of orders with an open change request, and when the oldest was sent. */
export type OpenChangeRequests = { readonly count: number; readonly oldestAt: Date | null };

export async function countOpenChangeRequests(db: Queryable): Promise<OpenChangeRequests> {
  const rows = await db.query<OpenChangeRequests>({
    name: "count_open_change_requests",
    text: `select count(*)::integer as count, min(at) as "oldestAt"
      from (select at from (${open}) open limit $1) counted`,
    values: [maxCountedOrders + 1],
  });
  return rows[0] ?? { count: 0, oldestAt: null };
}

/** The orders that `countOpenChangeRequests` counts. */
export async function selectOpenChangeRequests(db: Queryable): Promise<OrderId[]> {
  const rows = await db.query<{ orderId: OrderId }>({
    name: "select_open_change_requests",
    text: `${open} order by e.at limit $1`,
    values: [maxCountedOrders + 1],
  });
  return rows.map(({ orderId }) => orderId);
}

// The SQL of the orders of all accounts, for operators.

/** The count of confirmed orders, and when the oldest was created. */
export type OrdersToFulfil = { readonly count: number; readonly oldestAt: Date | null };

/** The confirmed orders of all accounts, counted up to `maxCountedOrders` + 1. */
export async function selectOrdersToFulfil(db: Queryable): Promise<OrdersToFulfil> {
  const rows = await db.query<OrdersToFulfil>({
    name: "select_orders_to_fulfil",
    text: `select (
        select count(*) from (select from orders where status = 'confirmed' limit $1) c
      )::integer as count, (
        select created_at from orders where status = 'confirmed' order by order_id limit 1
      ) as "oldestAt"`,
    values: [maxCountedOrders + 1],
  });
  return rows[0] ?? { count: 0, oldestAt: null };
}

/**
 * SQL: an order `o` of an account `a` is a draft that somebody would miss. Drafts worth nothing and
 * those of suspended accounts are not.
 */
const isMissedDraft = "o.status = 'draft' and o.subtotal > 0 and a.suspended_at is null";

/** Drafts created before `madeBefore` that somebody would miss, up to `maxCountedOrders` + 1. */
export async function countOldDrafts(db: Queryable, madeBefore: Date): Promise<number> {
  const rows = await db.query<{ readonly count: number }>({
    name: "count_old_drafts",
    text: `select count(*)::integer as count from (
        select from orders o join accounts a using (account_id)
        where ${isMissedDraft} and o.created_at < $1
        limit $2
      ) old`,
    values: [madeBefore, maxCountedOrders + 1],
  });
  return rows[0]?.count ?? 0;
}

/**
 * A filter of the orders of all accounts; null matches any. `poNumber` is the beginning of a
 * purchase order number, ignoring case; if few orders match, `among` has their ids instead. `from`
 * and `until`, which is exclusive, bound the time of `dated`.
 */
export type OperatorOrderFilter = {
  readonly accountId: string | null;
  readonly status: OrderStatus | null;
  readonly poNumber: string | null;
  readonly among: readonly OrderId[] | null;
  readonly partNumberKey: string | null;
  readonly orderNumber: string | null;
  readonly ids: OrderIdRange | null;
  readonly dated: DatedEvent;
  readonly from: Date | null;
  readonly until: Date | null;
};

/** What happened to an order, at a time by which orders are filtered. */
export const datedEvents = ["created", "confirmed", "fulfilled"] as const;
export type DatedEvent = (typeof datedEvents)[number];

/** The filter that matches every order. */
export const anyOrder: OperatorOrderFilter = {
  accountId: null,
  status: null,
  poNumber: null,
  among: null,
  partNumberKey: null,
  orderNumber: null,
  ids: null,
  dated: "created",
  from: null,
  until: null,
};

/** A range without order ids, for a text that is not the beginning of an id. */
export const noOrderIds: OrderIdRange = {
  from: "ffffffff-ffff-ffff-ffff-ffffffffffff",
  to: "00000000-0000-0000-0000-000000000000",
};

const dayMs = 86_400_000;
export const startsWith = `o.po_number is not null and lower(o.po_number) collate "C" >= lower(?)
    and lower(o.po_number) collate "C" < lower(?) || '${lastCharacter}'`;

/**
 * The conditions of a period. Ids increase with the time of orders, and nothing happens to an order
 * before it is created: a day of tolerance around the requested moments bounds what is read.
 */
function toPeriodConditions({ dated, from, until }: OperatorOrderFilter): readonly Condition[] {
  const bound = ["o.order_id < ?", until && minIdAt(new Date(until.getTime() + dayMs))] as const;
  if (dated === "created") {
    return [
      ["o.order_id >= ?", from && minIdAt(new Date(from.getTime() - dayMs))],
      bound,
      ["o.created_at >= ?", from],
      ["o.created_at < ?", until],
    ];
  }
  const period = [from?.toISOString() ?? "-infinity", until?.toISOString() ?? "infinity"];
  const happened = `exists (
    select from order_events e where e.order_id = o.order_id and e.kind = '${dated}'
      and e.at >= (?::timestamptz[])[1] and e.at < (?::timestamptz[])[2])`;
  return [bound, [happened, from === null && until === null ? null : period]];
}

/** The conditions of a filter on orders `o`. */
export function toOrderConditions(filter: OperatorOrderFilter): readonly Condition[] {
  // An array, so that it is evaluated once and not for each order.
  const hasPart = `o.order_id = any (array(
    select l.order_id from order_lines l
    where l.offer_id in (select offer_id from offers where part_number_key = ?)))`;
  return [
    ["o.account_id = ?", filter.accountId],
    ["o.status = ?", filter.status],
    [startsWith, filter.poNumber],
    ["o.order_id = any (?::uuid[])", filter.among],
    [hasPart, filter.partNumberKey],
    ["o.order_number = ?", filter.orderNumber],
    ["o.order_id >= ?", filter.ids?.from ?? null],
    ["o.order_id <= ?", filter.ids?.to ?? null],
    ...toPeriodConditions(filter),
  ];
}

export type OperatorOrder = OrderSummary & {
  readonly accountId: string;
  readonly accountName: string;
};

export type OperatorOrderRow = SummaryRow & Pick<OperatorOrder, "accountId" | "accountName">;

export function toOperatorOrder({
  accountId,
  accountName,
  ...row
}: OperatorOrderRow): OperatorOrder {
  return { ...toSummary(row), accountId, accountName };
}

/** `datedAt`: when it was confirmed or fulfilled, if the filter is dated by that. */
export type ListedOrder = OperatorOrder & { readonly datedAt: Date | null };

export const orderSorts = ["created", "account", "po", "total"] as const;
export type OrderSort = (typeof orderSorts)[number];

/** `before` is the last id of the previous page. Without a sort: newest first. */
type OrderListPage = {
  readonly before: string | null;
  readonly limit: number;
  readonly sort?: { readonly by: OrderSort; readonly isDescending: boolean };
};

const po = "coalesce(lower(o.po_number), '') collate \"C\"";

/** Amounts are compared within their currency only. Orders without a PO number come last. */
function toKeyset({ by, isDescending }: NonNullable<OrderListPage["sort"]>): Keyset {
  const keys: Readonly<Record<OrderSort, readonly string[]>> = {
    created: [],
    account: ["lower(a.name)"],
    po: [`(o.po_number is ${isDescending ? "not null" : "null"})`, po],
    total: ["o.currency", "o.subtotal"],
  };
  const rowBefore = "orders o join accounts a using (account_id) where o.order_id = ?";
  return { keys: [...keys[by], "o.order_id"], isDescending, rowBefore };
}

/**
 * A page of the matching orders. Sorted by anything but their creation, all of them are read, so
 * there must be few enough.
 */
export async function selectOperatorOrders(
  db: Queryable,
  filter: OperatorOrderFilter,
  { before, limit, sort = { by: "created", isDescending: true } }: OrderListPage,
): Promise<ListedOrder[]> {
  const keyset = toKeyset(sort);
  const after = sort.isDescending ? "o.order_id < ?" : "o.order_id > ?";
  const place = sort.by === "created" ? after : formatPlace(keyset);
  const conditions = [...toOrderConditions(filter), [place, before] as const];
  const { dated } = filter;
  const { where, values } = buildConditions(conditions, [limit, dated]);
  const datedAt = `(select max(e.at) from order_events e
    where e.order_id = o.order_id and e.kind = $2) as "datedAt"`;
  const rows = await db.query<OperatorOrderRow & Pick<ListedOrder, "datedAt">>({
    // Unnamed, so that it is planned with its values.
    name: "",
    text: `select ${summaryColumns}, o.account_id as "accountId", a.name as "accountName",
        ${datedAt}
      from orders o join accounts a using (account_id) where ${where}
      order by ${formatOrderBy(keyset)} limit $1`,
    values,
  });
  return rows.map(({ datedAt, ...row }) => ({ ...toOperatorOrder(row), datedAt }));
}

/** A selected order, its version, and whether there is less on hand than is allocated. */
export type SelectedOrder = OperatorOrder & {
  readonly version: number;
  readonly isShort: boolean;
  /** Nobody answered its last change request. */
  readonly isChangeRequested: boolean;
};

/** Finds orders by id, newest first; unknown ids are left out. */
export async function selectOrdersById(
  db: Queryable,
  ids: readonly string[],
): Promise<SelectedOrder[]> {
  const rows = await db.query<SummaryRow & Omit<SelectedOrder, keyof OrderSummary>>({
    name: "select_orders_by_id",
    text: `select ${summaryColumns}, o.account_id as "accountId", a.name as "accountName",
        o.version, o.status = 'confirmed' and exists (
          select from order_lines l join offers f using (offer_id)
          where l.order_id = o.order_id and f.allocated > ${onHand("f.")}
        ) as "isShort", ${hasOpenChangeRequest} as "isChangeRequested"
      from orders o join accounts a using (account_id) where o.order_id = any ($1::uuid[])
      order by o.order_id desc`,
    values: [ids],
  });
  return rows.map(({ accountId, accountName, version, isShort, isChangeRequested, ...row }) => ({
    ...toSummary(row),
    accountId,
    accountName,
    version,
    isShort,
    isChangeRequested,
  }));
}

/** The address of the person who created an order if they are still of the account, or of that. */
export async function selectOrderContact(db: Queryable, orderId: OrderId): Promise<string | null> {
  const rows = await db.query<{ readonly email: string }>({
    name: "select_order_contact",
    text: `select coalesce(u.email, a.email) as email
      from orders o join accounts a using (account_id)
      left join users u on u.user_id = o.user_id and u.account_id = o.account_id
        and u.removed_at is null
      where o.order_id = $1`,
    values: [orderId],
  });
  return rows[0]?.email ?? null;
}

/** The orders created and the orders confirmed in a period. */
export type OrderCounts = {
  /** The start of the period. */
  readonly at: Date;
  readonly made: number;
  readonly confirmed: number;
};

/** Counts of orders in periods by their ascending starts; the last has no end. No empty ones. */
export function countOrdersBy(db: Queryable, starts: readonly Date[]): Promise<OrderCounts[]> {
  return db.query<OrderCounts>({
    name: "count_orders_by",
    text: `select at, sum(made)::float8 as made, sum(confirmed)::float8 as confirmed from (
        select ($1::timestamptz[])[width_bucket(created_at, $1::timestamptz[])] as at,
          count(*) as made, 0 as confirmed
        from orders where created_at >= ($1::timestamptz[])[1] group by 1
        union all
        select ($1::timestamptz[])[width_bucket(at, $1::timestamptz[])], 0, count(*)
        from order_events where kind = 'confirmed' and at >= ($1::timestamptz[])[1] group by 1
      ) counted
      group by at order by at`,
    values: [starts],
  });
}

/** The oldest of the drafts that `countOldDrafts` counts: those created before `until`. */
export async function selectEndingDrafts(db: Queryable, until: Date | null): Promise<OrderId[]> {
  const rows = await db.query<{ orderId: OrderId }>({
    name: "select_ending_drafts",
    text: `select o.order_id as "orderId" from orders o join accounts a using (account_id)
      where ${isMissedDraft} and ($1::timestamptz is null or o.created_at < $1)
      order by o.order_id limit $2`,
    values: [until, maxCountedOrders + 1],
  });
  return rows.map(({ orderId }) => orderId);
}

/** The orders of a status in a currency. */
export type OrderSum = {
  readonly status: OrderStatus;
  readonly orders: number;
  readonly sum: Money;
};

/** More matching orders are not summed, because that would delay the list. */
export const maxSummedOrders = 50_000;

/** The sums of the matching orders by status and currency; null if more match than are summed. */
export async function sumOrders(
  db: Queryable,
  filter: OperatorOrderFilter,
): Promise<readonly OrderSum[] | null> {
  const limit = maxSummedOrders + 1;
  const { where, values } = buildConditions(toOrderConditions(filter), [limit]);
  type SumRow = Pick<OrderSum, "status" | "orders"> & { currency: Currency; subtotal: string };
  const rows = await db.query<SumRow>({
    // Unnamed, so that it is planned with its values.
    name: "",
    text: `select status, currency, count(*)::integer as orders, sum(subtotal) as subtotal
      from (select o.status, o.currency, o.subtotal from orders o where ${where} limit $1) matching
      group by status, currency order by status, currency`,
    values,
  });
  const sums = rows.map(({ status, currency, orders, subtotal }) => {
    return { status, orders, sum: { minor: BigInt(subtotal), currency } };
  });
  return sums.reduce((count, { orders }) => count + orders, 0) > maxSummedOrders ? null : sums;
}

// The lines of confirmed orders for offers with less on hand than is allocated (decision 153).

/** A line of an order that competes for stock; the quantities on hand and allocated in units. */
export type ShortLine = {
  readonly orderId: OrderId;
  readonly orderNumber: string;
  readonly poNumber: string | null;
  readonly accountId: string;
  readonly accountName: string;
  readonly confirmedAt: Date;
  readonly offerId: OfferId;
  readonly partNumber: string;
  readonly condition: string;
  readonly vendor: string;
  readonly unitOfMeasure: string;
  readonly quantity: number;
  readonly onHand: number;
  readonly allocated: number;
};

const shortLines = `orders o join order_lines l using (order_id)
      join offers f on f.offer_id = l.offer_id and f.allocated > ${onHand("f.")}
      join order_events e on e.order_id = o.order_id and e.kind = 'confirmed'`;

/** The first `limit` short lines, oldest order first. */
export function selectShortLines(db: Queryable, limit: number): Promise<ShortLine[]> {
  return db.query<ShortLine>({
    name: "select_short_lines",
    text: `select o.order_id as "orderId", o.order_number as "orderNumber",
        o.po_number as "poNumber", o.account_id as "accountId", a.name as "accountName",
        e.at as "confirmedAt",
        l.offer_id::float8 as "offerId", l.part_number as "partNumber", l.condition, l.vendor,
        l.unit_of_measure as "unitOfMeasure", l.quantity, ${onHand("f.")}::float8 as "onHand",
        f.allocated::float8 as allocated
      from ${shortLines} join accounts a on a.account_id = o.account_id
      where o.status = 'confirmed'
      order by e.at, o.order_id, l.line_number limit $1`,
    values: [limit],
  });
}

/** The count of short offers, up to `maxCountedOrders` + 1, and when the oldest was confirmed. */
export type Shortfalls = { readonly count: number; readonly oldestAt: Date | null };

export async function countShortfalls(db: Queryable): Promise<Shortfalls> {
  const rows = await db.query<Shortfalls>({
    name: "count_shortfalls",
    text: `with short as (
        select l.offer_id, min(e.at) as oldest from ${shortLines}
        where o.status = 'confirmed' group by l.offer_id limit $1
      )
      select count(*)::integer as count, min(oldest) as "oldestAt" from short`,
    values: [maxCountedOrders + 1],
  });
  return rows[0] ?? { count: 0, oldestAt: null };
}

/** The offers among these that have less on hand than is allocated. */
export function selectShortOffers(
  db: Queryable,
  offerIds: readonly OfferId[],
): Promise<Pick<ShortLine, "partNumber" | "onHand" | "allocated">[]> {
  return db.query({
    name: "select_short_offers",
    text: `select f.part_number as "partNumber", ${onHand("f.")}::float8 as "onHand",
        f.allocated::float8 as allocated
      from offers f where f.offer_id = any($1::bigint[]) and f.allocated > ${onHand("f.")}
      order by f.part_number, f.offer_id`,
    values: [offerIds],
  });
}

// The SQL of operators' notes about orders. Invariant: nothing outside the console reads it.

/** A note on an order, with the operator's name at that time. */
export type OrderNote = {
  readonly noteId: string;
  readonly at: Date;
  readonly operatorName: string;
  readonly text: string;
};

export type NewOrderNote = OrderNote & {
  readonly orderId: OrderId;
  readonly operatorId: string;
};

export function insertNote(tx: Transaction, note: NewOrderNote): void {
  tx.send({
    name: "insert_order_note",
    text: `insert into order_notes (note_id, order_id, at, operator_id, operator_name, text)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [note.noteId, note.orderId, note.at, note.operatorId, note.operatorName, note.text],
  });
}

/** The `limit` newest notes on an order, newest first. */
export function selectNotes(db: Queryable, orderId: OrderId, limit: number): Promise<OrderNote[]> {
  return db.query<OrderNote>({
    name: "select_order_notes",
    text: `select note_id as "noteId", at, operator_name as "operatorName", text
      from order_notes where order_id = $1 order by note_id desc limit $2`,
    values: [orderId, limit],
  });
}
