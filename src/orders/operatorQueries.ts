import { onHand } from "../catalog/offerFieldQueries.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import { all, first, raw, type Sql, sql } from "../kit/sql.ts";
import type { OrderId } from "./order.ts";
import {
  maxCountedOrders,
  type OrderSummary,
  type SummaryRow,
  summaryColumns,
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
export const openChangeRequests = `select o.order_id, e.at
  from (
    select e.order_id, e.version, e.at from order_events e
    where ${isChangeRequest} order by e.at desc limit ${maxSearched}
  ) e join orders o using (order_id, version)
  where o.status = 'confirmed'`;

/** How many orders need something, up to `maxCountedOrders` + 1, and since when the oldest does. */
export type TaskCount = { readonly count: number; readonly oldestAt: Date | null };

const maxCounted = maxCountedOrders + 1;

async function countTask(db: Queryable, statement: Sql): Promise<TaskCount> {
  return (await first<TaskCount>(db, statement)) ?? { count: 0, oldestAt: null };
}

/** The orders with an open change request. */
export function countOpenChangeRequests(db: Queryable): Promise<TaskCount> {
  return countTask(
    db,
    sql`select count(*)::integer as count, min(at) as oldest_at
      from (select at from (${raw(openChangeRequests)}) open limit ${maxCounted}) counted`,
  );
}

/** The confirmed orders of all accounts. */
export function selectOrdersToFulfil(db: Queryable): Promise<TaskCount> {
  return countTask(
    db,
    sql`select (
        select count(*) from (
          select from orders where status = 'confirmed' limit ${maxCounted}
        ) c
      )::integer as count, (
        select created_at from orders where status = 'confirmed' order by order_id limit 1
      ) as oldest_at`,
  );
}

/**
 * SQL: an order `o` of an account `a` is a draft that somebody would miss. Drafts worth nothing and
 * those of suspended accounts are not.
 */
export const isMissedDraft = "o.status = 'draft' and o.subtotal > 0 and a.suspended_at is null";

/** Drafts created before `madeBefore` that somebody would miss, up to `maxCountedOrders` + 1. */
export async function countOldDrafts(db: Queryable, madeBefore: Date): Promise<number> {
  const old = await first<{ count: number }>(
    db,
    sql`select count(*)::integer as count from (
        select from orders o join accounts a using (account_id)
        where ${raw(isMissedDraft)} and o.created_at < ${madeBefore} limit ${maxCounted}
      ) old`,
  );
  return old?.count ?? 0;
}

export type OperatorOrder = OrderSummary & {
  readonly accountId: string;
  readonly accountName: string;
};

export type OperatorOrderRow = SummaryRow & Pick<OperatorOrder, "accountId" | "accountName">;

/** The columns of orders `o` of accounts `a`. */
export const operatorColumns = sql`${summaryColumns}, o.account_id, a.name as account_name`;

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
  const rows = await all<SummaryRow & Omit<SelectedOrder, keyof OrderSummary>>(
    db,
    sql`select ${operatorColumns}, o.version, o.status = 'confirmed' and exists (
          select from order_lines l join offers f using (offer_id)
          where l.order_id = o.order_id and f.allocated > ${raw(onHand("f."))}
        ) as is_short, ${raw(hasOpenChangeRequest)} as is_change_requested
      from orders o join accounts a using (account_id) where o.order_id = any (${ids}::uuid[])
      order by o.order_id desc`,
  );
  return rows.map(({ subtotal, currency, ...row }) => ({
    ...row,
    subtotal: { minor: BigInt(subtotal), currency },
  }));
}

/** The address of the person who created an order if they are still of the account, or of that. */
export async function selectOrderContact(db: Queryable, orderId: OrderId): Promise<string | null> {
  const contact = await first<{ email: string }>(
    db,
    sql`select coalesce(u.email, a.email) as email
      from orders o join accounts a using (account_id)
      left join users u on u.user_id = o.user_id and u.account_id = o.account_id
        and u.removed_at is null
      where o.order_id = ${orderId}`,
  );
  return contact?.email ?? null;
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

const onHandNow = raw(onHand("f."));
const shortLines = sql`orders o join order_lines l using (order_id)
      join offers f on f.offer_id = l.offer_id and f.allocated > ${onHandNow}
      join order_events e on e.order_id = o.order_id and e.kind = 'confirmed'`;

/** The first `limit` short lines, oldest order first. */
export function selectShortLines(db: Queryable, limit: number): Promise<ShortLine[]> {
  return all<ShortLine>(
    db,
    sql`select o.order_id, o.order_number, o.po_number, o.account_id, a.name as account_name,
        e.at as confirmed_at, l.offer_id::float8, l.part_number, l.condition, l.vendor,
        l.unit_of_measure, l.quantity, ${onHandNow}::float8 as on_hand, f.allocated::float8
      from ${shortLines} join accounts a on a.account_id = o.account_id
      where o.status = 'confirmed'
      order by e.at, o.order_id, l.line_number limit ${limit}`,
  );
}

/** The short offers, and when the oldest was confirmed. */
export function countShortfalls(db: Queryable): Promise<TaskCount> {
  return countTask(
    db,
    sql`with short as (
        select l.offer_id, min(e.at) as oldest from ${shortLines}
        where o.status = 'confirmed' group by l.offer_id limit ${maxCounted}
      )
      select count(*)::integer as count, min(oldest) as oldest_at from short`,
  );
}

/** The offers among these that have less on hand than is allocated. */
export function selectShortOffers(
  db: Queryable,
  offerIds: readonly OfferId[],
): Promise<Pick<ShortLine, "partNumber" | "onHand" | "allocated">[]> {
  return all(
    db,
    sql`select f.part_number, ${onHandNow}::float8 as on_hand, f.allocated::float8
      from offers f where f.offer_id = any (${offerIds}::bigint[]) and f.allocated > ${onHandNow}
      order by f.part_number, f.offer_id`,
  );
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
  return all<OrderNote>(
    db,
    sql`select note_id, at, operator_name, text from order_notes
      where order_id = ${orderId} order by note_id desc limit ${limit}`,
  );
}
