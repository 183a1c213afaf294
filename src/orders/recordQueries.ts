import type { AccountId } from "../accounts/account.ts";
import { type Database, type Queryable, queryFirst, type Session } from "../db/database.ts";
import { readRows } from "../db/readRows.ts";
import { parseMoment } from "../kit/day.ts";
import { all, and, raw, type Sql, sql } from "../kit/sql.ts";
import type { OrderHistory, OrderStatus, StoredOrder } from "./order.ts";
import { type OrderRow, orderColumns, toOrder } from "./queries.ts";
import { matchingOrders, type OrderSearch } from "./summaryQueries.ts";

// Where a list of orders continues. A cursor is a place among the orders by creation, 16 bytes of
// an order id, or in the order of their changes, 8 bytes of a time and an order id.

/** After the change of this order, or quote request, at this time, in microseconds since 1970. */
type ChangePlace = { readonly micros: bigint; readonly id: string };

/** Before the order with this id, null: at the newest; or after a change. */
export type OrderPlace = { readonly before: string | null } | { readonly after: ChangePlace };

const timeBytes = 8;
/** The years that updated_since can have, in any time zone. */
const minMicros = BigInt(Date.parse("-000001-12-31T00:00:00Z")) * 1000n;
const maxMicros = BigInt(Date.parse("+010000-01-02T00:00:00Z")) * 1000n;
/** Before the id of any order. */
const noOrder = "00000000-0000-0000-0000-000000000000";

function toBytes(orderId: string): Buffer {
  return Buffer.from(orderId.replaceAll("-", ""), "hex");
}

function toOrderId(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function writePlace(place: OrderPlace): string | null {
  if ("before" in place) return place.before && toBytes(place.before).toString("base64url");
  const time = Buffer.alloc(timeBytes);
  time.writeBigInt64BE(place.after.micros);
  return Buffer.concat([time, toBytes(place.after.id)]).toString("base64url");
}

/** An order, or by its id a quote request. */
export type Placed = { readonly orderId: string; readonly changedMicros: bigint };

/** The cursor after the last one read from a place on; null if that is still the newest. */
export function writeCursor(from: OrderPlace, last: Placed | undefined): string | null {
  if (last === undefined) return writePlace(from);
  const { orderId: id, changedMicros: micros } = last;
  return writePlace("before" in from ? { before: id } : { after: { micros, id } });
}

/** Systems send their smallest time for "all": the year 1, and others. */
export function parseSince(text: string): Date | undefined {
  return parseMoment(text, 0);
}

/**
 * The place of a cursor or, without one, the start: of the changes since a time, or of all orders
 * if that is null. Undefined if the cursor is of the other list, or has a time that the database
 * cannot have.
 */
export function readPlace(sinceMs: number | null, cursor: string | null): OrderPlace | undefined {
  const bytes = cursor === null ? null : Buffer.from(cursor, "base64url");
  if (sinceMs === null) {
    if (bytes === null) return { before: null };
    return bytes.length === 16 ? { before: toOrderId(bytes) } : undefined;
  }
  if (bytes === null) return { after: { micros: BigInt(sinceMs) * 1000n, id: noOrder } };
  if (bytes.length !== timeBytes + 16) return undefined;
  const micros = bytes.readBigInt64BE();
  if (micros < minMicros || micros > maxMicros) return undefined;
  return { after: { micros, id: toOrderId(bytes.subarray(timeBytes)) } };
}

// Orders with their history, for systems, the shell and files: newest first, or in the order of
// their changes.

/** `changedMicros` is the time of its last change in microseconds since 1970. */
export type OrderRecord = StoredOrder & {
  readonly history: OrderHistory;
  readonly confirmedBy: string | null;
  readonly changedMicros: bigint;
};

type EventRow = {
  readonly at: string;
  readonly by: string;
  readonly reference: string | null;
  readonly reason: string | null;
};

/** "edited" is the last edit: of a fulfilled order that corrects its reference. */
type EventKind = "edited" | "confirmed" | "fulfilled" | "cancelled";

type RecordRow = OrderRow & {
  readonly changedMicros: string;
  readonly events: Readonly<Partial<Record<EventKind, EventRow>>>;
};

const recordColumns = sql`${raw(orderColumns)},
    (extract(epoch from o.changed_at) * 1000000)::bigint::text as "changedMicros",
    (
      select coalesce(jsonb_object_agg(e.kind, jsonb_build_object('at', e.at, 'by', e.actor_name,
        'reference', coalesce(e.details -> 'fulfilmentReference' ->> 'after',
          e.details ->> 'reference'),
        'reason', e.details ->> 'reason') order by e.version), '{}')
      from order_events e
      where e.order_id = o.order_id
        and e.kind in ('edited', 'confirmed', 'fulfilled', 'cancelled')
    ) as events`;

function readAt(event: EventRow | undefined): Date | null {
  return event === undefined ? null : new Date(event.at);
}

function toRecord({ changedMicros, events, ...row }: RecordRow): OrderRecord {
  const { edited, confirmed, fulfilled, cancelled } = events;
  const changed = BigInt(changedMicros);
  return {
    ...toOrder(row),
    changedMicros: changed,
    confirmedBy: confirmed?.by ?? null,
    history: {
      // The response to the request that placed it could not know when it would be stored.
      updatedAt: row.version === 1 ? row.createdAt : new Date(Number(changed / 1000n)),
      confirmedAt: readAt(confirmed),
      fulfilledAt: readAt(fulfilled),
      fulfilmentReference: edited?.reference ?? fulfilled?.reference ?? null,
      cancelledAt: readAt(cancelled),
      cancellationReason: cancelled?.reason ?? null,
    },
  };
}

/** The moment now, when the changes in progress at this moment have ended, of one account or all. */
async function awaitChanges(db: Queryable, accountId: AccountId | null): Promise<string> {
  const ended = await queryFirst<{ end: string }>(db, {
    name: `select_order_changes_end${accountId === null ? " of all" : ""}`,
    text: `select ${accountId === null ? "next_order_change()" : "order_changes_end($1)"}::text as "end"`,
    values: accountId === null ? [] : [accountId],
  });
  if (ended === undefined) throw new Error("The database returned no time.");
  if (accountId === null) {
    // One lock after the other, so that no change waits for the changes of other accounts. Changes
    // that take their lock later are stamped later.
    await db.query({
      name: "await_order_changes",
      text: `select case when pg_advisory_lock(l.lock) is not null
          then pg_advisory_unlock(l.lock) end
        from held_order_changes() l (lock)`,
      values: [],
    });
  }
  return ended.end;
}

/** What is not set matches any order. A search needs an account. */
export type RecordFilter = {
  readonly accountId: AccountId | null;
  readonly orderId?: string;
  readonly orderNumber?: string | undefined;
  readonly poNumber?: string | undefined;
  readonly status?: OrderStatus | null | undefined;
  readonly search?: OrderSearch | undefined;
  /** A condition on orders `o`, instead of a search: that of the operators' list. */
  readonly listed?: Sql;
  readonly place?: OrderPlace;
  readonly limit?: number | null;
};

/**
 * What is after a place. Of the changes it awaits those in progress, so that none is stored later
 * at a place that was passed already (decision 156).
 */
export async function placeAfter(
  db: Queryable,
  accountId: AccountId | null,
  place: OrderPlace,
  [id, changedAt]: readonly [Sql, Sql],
): Promise<Sql | null> {
  if ("before" in place) return place.before === null ? null : sql`${id} < ${place.before}`;
  const { micros, id: last } = place.after;
  return sql`${changedAt} < ${await awaitChanges(db, accountId)}::timestamptz
    and (${changedAt}, ${id}) > (timestamptz 'epoch'
      + ${String(micros)}::bigint * interval '1 microsecond', ${last}::uuid)`;
}

/** A list from a place on: newest first, or the oldest change first. */
async function buildList(db: Queryable, filter: RecordFilter) {
  const { accountId, search, listed, place = { before: null } } = filter;
  const conditions = and([
    accountId !== null && sql`o.account_id = ${accountId}`,
    filter.orderId !== undefined && sql`o.order_id = ${filter.orderId}`,
    // By the number alone: a plan for an account may read all of its orders.
    filter.orderNumber !== undefined &&
      sql`o.order_id = (select order_id from orders where order_number = ${filter.orderNumber})`,
    // Found by its case-insensitive index, then compared exactly.
    filter.poNumber !== undefined &&
      sql`lower(o.po_number) collate "C" = lower(${filter.poNumber})
        and o.po_number = ${filter.poNumber}`,
    filter.status != null && sql`o.status = ${filter.status}`,
    search !== undefined &&
      accountId !== null &&
      sql`o.order_id in (${matchingOrders(accountId, search)})`,
    listed ?? null,
    await placeAfter(db, accountId, place, [sql`o.order_id`, sql`o.changed_at`]),
  ]);
  const order = "before" in place ? sql`o.order_id desc` : sql`o.changed_at, o.order_id`;
  const limit = sql`limit ${filter.limit ?? null}::bigint`;
  return { order, from: sql`orders o where ${conditions} order by ${order} ${limit}` };
}

export async function selectRecords(db: Queryable, filter: RecordFilter): Promise<OrderRecord[]> {
  const { from } = await buildList(db, filter);
  const rows = await all<RecordRow>(db, sql`select ${recordColumns} from ${from}`);
  return rows.map(toRecord);
}

export type ReportedOrder = OrderRecord & { readonly accountName: string };

type ReportedRow = RecordRow & Pick<ReportedOrder, "accountName">;

/** An order can have 500 lines. */
const ordersPerBatch = 100;

/** The orders of a list with the names of their accounts. */
async function buildReport(db: Queryable, filter: RecordFilter): Promise<Sql> {
  const { from, order } = await buildList(db, filter);
  // Sorted before their lines are read: a sort would store what it has read.
  return sql`select ${recordColumns},
      (select a.name from accounts a where a.account_id = o.account_id) as "accountName"
    from (select o.* from ${from} offset 0) o order by ${order}`;
}

function toReported({ accountName, ...row }: ReportedRow): ReportedOrder {
  return { ...toRecord(row), accountName };
}

/** As `selectRecords`. Waits for the standbys, since it says what orders became (decision 150). */
export async function selectReportedOrders(
  db: Database,
  filter: RecordFilter,
): Promise<ReportedOrder[]> {
  const rows = await all<ReportedRow>(db, await buildReport(db, filter));
  if (rows.length > 0) await db.awaitReplication();
  return rows.map(toReported);
}

/**
 * Yields the orders of a list in batches, in constant memory. Waits before each for the standbys,
 * since it says what orders became (decision 150).
 */
export async function* readReportedOrders(
  db: Pick<Database, "awaitReplication">,
  session: Session,
  filter: RecordFilter,
): AsyncGenerator<readonly ReportedOrder[]> {
  const { text, values } = await buildReport(session, filter);
  const statement = { name: "export_orders", text, values };
  for await (const rows of readRows<ReportedRow>(session, statement, ordersPerBatch)) {
    await db.awaitReplication();
    yield rows.map(toReported);
  }
}
