// Orders with their history, for the buyers' systems, by creation or in the order of their changes.
import type { AccountId } from "../accounts/account.ts";
import { buildConditions } from "../db/conditions.ts";
import { type Queryable, queryFirst } from "../db/database.ts";
import type { OrderHistory, StoredOrder } from "./order.ts";
import { type OrderFilter, type OrderRow, orderColumns, toConditions, toOrder } from "./queries.ts";

/** `changedMicros` is the time of its last change in microseconds since 1970. */
export type OrderRecord = StoredOrder & {
  readonly history: OrderHistory;
  readonly changedMicros: bigint;
};

type EventRow = {
  readonly at: string;
  readonly reference: string | null;
  readonly reason: string | null;
};

/** "edited" is the last edit: of a fulfilled order that corrects its reference (decision 221). */
type EventKind = "edited" | "confirmed" | "fulfilled" | "cancelled";

type RecordRow = OrderRow & {
  readonly changedMicros: string;
  readonly events: Readonly<Partial<Record<EventKind, EventRow>>>;
};

const recordColumns = `${orderColumns},
    (extract(epoch from o.changed_at) * 1000000)::bigint::text as "changedMicros",
    (
      select coalesce(jsonb_object_agg(e.kind, jsonb_build_object('at', e.at,
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

export async function selectRecord(
  db: Queryable,
  accountId: AccountId,
  orderId: string,
): Promise<OrderRecord | undefined> {
  const rows = await db.query<RecordRow>({
    name: "select_order_record",
    text: `select ${recordColumns} from orders o where o.order_id = $2 and o.account_id = $1`,
    values: [accountId, orderId],
  });
  return rows.map(toRecord)[0];
}

/** A page of orders, newest first. */
export async function selectRecords(db: Queryable, filter: OrderFilter): Promise<OrderRecord[]> {
  const { where, values, key } = buildConditions(toConditions(filter), [filter.limit]);
  const rows = await db.query<RecordRow>({
    name: `select_order_records ${key}`,
    text: `select ${recordColumns} from orders o where ${where} order by o.order_id desc limit $1`,
    values,
  });
  return rows.map(toRecord);
}

/** A place in the order of changes: after the change of this order at this time. */
export type ChangePlace = { readonly micros: bigint; readonly orderId: string };

export type ChangeFilter = Omit<OrderFilter, "accountId" | "before"> & {
  readonly accountId: AccountId;
  readonly after: ChangePlace;
};

/**
 * A page of the orders that changed after a place, the oldest change first. Waits for changes in
 * progress, so that none is stored later at a place that was passed already (decision 156).
 */
export async function selectChangedRecords(
  db: Queryable,
  { after, ...filter }: ChangeFilter,
): Promise<OrderRecord[]> {
  const ended = await queryFirst<{ end: string }>(db, {
    name: "select_order_changes_end",
    text: `select order_changes_end($1)::text as "end"`,
    values: [filter.accountId],
  });
  const { where, values, key } = buildConditions(toConditions({ ...filter, before: null }), [
    filter.limit,
    ended?.end,
    after.micros,
    after.orderId,
  ]);
  const rows = await db.query<RecordRow>({
    name: `select_changed_order_records ${key}`,
    text: `select ${recordColumns} from orders o
      where ${where} and o.changed_at < $2::timestamptz
        and (o.changed_at, o.order_id)
          > (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
      order by o.changed_at, o.order_id limit $1`,
    values,
  });
  return rows.map(toRecord);
}
