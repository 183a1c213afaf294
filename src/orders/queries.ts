import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";
import type { Currency } from "../kit/money.ts";
import { readStoredPrice } from "../kit/price.ts";
import { toName } from "../kit/sql.ts";
import type { CurrentDraft, UserId } from "../signIn/signedIn.ts";
import { type LineFact, readFacts } from "./lineFacts.ts";
import type { OrderId, OrderLine, StoredOrder } from "./order.ts";
import type { OrderEvent } from "./orderEvent.ts";
import { nothingRequested, type Requested } from "./requested.ts";

export type OrderRow = Omit<StoredOrder, "lines" | "subtotal"> & {
  readonly currency: Currency;
  readonly subtotal: string;
  readonly lines: readonly (readonly unknown[])[];
};

type LineRow = Omit<
  OrderLine,
  "offerId" | "listPrice" | "unitPrice" | "lineTotal" | "requested"
> & {
  readonly requested: Requested | null;
  readonly offerId: string | null;
  readonly listPrice: string | null;
  readonly listCurrency: Currency | null;
  readonly unitPrice: string;
  readonly lineTotal: string;
  readonly pricedAt: string | null;
};

/** JSON might round large and exact numbers. */
const isExact = ({ type }: LineFact) => type === "bigint" || type === "numeric";

/**
 * What is read of a line `l`: the name and the SQL. A line is read as an array, because objects cost
 * the database three times as much.
 */
const lineFields: readonly (readonly [name: string, sql: string])[] = [
  ...readFacts.map(
    (fact) => [toName(fact.name), `l.${fact.name}${isExact(fact) ? "::text" : ""}`] as const,
  ),
  [
    "requested",
    `case when num_nonnulls(l.requested_part, l.requested_quantity, l.requested_unit,
        l.requested_conditions, l.requested_certificates, l.requested_unread) > 0
      then json_build_object(
        'partNumber', l.requested_part, 'quantity', l.requested_quantity,
        'unit', l.requested_unit, 'conditions', coalesce(l.requested_conditions, '{}'),
        'certificates', coalesce(l.requested_certificates, '{}'),
        'unread', coalesce(l.requested_unread, '{}'))
      end`,
  ],
  [
    "quote",
    `case when l.quote_option is not null then (
        select json_build_object('optionId', p.option_id, 'requestId', p.request_id,
          'requestNumber', q.request_number, 'lineNumber', p.line_number, 'option', p.option)
        from quote_options p join quote_requests q using (request_id)
        where p.option_id = l.quote_option
      ) end`,
  ],
];
const lineValues = lineFields.map(([, text]) => text).join(", ");

/** The columns of an order `o` with its lines. */
export const orderColumns = `o.order_id as "orderId", o.order_number as "orderNumber",
    o.account_id as "accountId", o.status, o.po_number as "poNumber",
    o.ship_to as "shipTo", o.notes, o.urgency, o.currency, o.subtotal, o.created_at as "createdAt",
    o.version, o.request_id as "requestId",
    (
      select json_agg(json_build_array(${lineValues}) order by l.line_number)
      from order_lines l where l.order_id = o.order_id
    ) as lines`;

function toLineRow(values: readonly unknown[]): LineRow {
  return Object.fromEntries(lineFields.map(([name], place) => [name, values[place]])) as LineRow;
}

export function toOrder({ currency, subtotal, lines, ...row }: OrderRow): StoredOrder {
  return {
    ...row,
    subtotal: { minor: BigInt(subtotal), currency },
    lines: lines.map(toLineRow).map(({ listPrice, listCurrency, pricedAt, ...line }) => ({
      ...line,
      requested: line.requested ?? nothingRequested,
      offerId: line.offerId === null ? null : (Number(line.offerId) as OfferId),
      listPrice:
        listPrice === null || listCurrency === null
          ? null
          : readStoredPrice(listPrice, listCurrency),
      unitPrice: readStoredPrice(line.unitPrice, currency),
      lineTotal: { minor: BigInt(line.lineTotal), currency },
      pricedAt: pricedAt === null ? row.createdAt : new Date(pricedAt),
    })),
  };
}

/** One order; of any account if that is null. */
export async function selectOrder(
  db: Queryable,
  accountId: AccountId | null,
  orderId: string,
): Promise<StoredOrder | undefined> {
  const rows = await db.query<OrderRow>({
    name: "select_order",
    text: `select ${orderColumns} from orders o
      where o.order_id = $2 and ($1::uuid is null or o.account_id = $1)`,
    values: [accountId, orderId],
  });
  return rows.map(toOrder)[0];
}

/** Of an account's orders with a ship-to address, the newest are searched for addresses. */
const maxSearchedAddresses = 50;

/** The addresses that the account's newest orders ship to, the last one first. */
export async function selectShipTos(db: Queryable, accountId: AccountId): Promise<string[]> {
  const rows = await db.query<{ shipTo: string }>({
    name: "select_ship_tos",
    text: `select ship_to as "shipTo" from orders
      where account_id = $1 and ship_to is not null order by order_id desc limit $2`,
    values: [accountId, maxSearchedAddresses],
  });
  return [...new Set(rows.map(({ shipTo }) => shipTo))];
}

export type Confirmer = { readonly email: string; readonly accountName: string };

/** The buyer who confirmed an order if they still belong to the account, else the account. */
export async function selectConfirmer(
  db: Queryable,
  orderId: OrderId,
): Promise<Confirmer | undefined> {
  return queryFirst<Confirmer>(db, {
    name: "select_confirmer",
    text: `select coalesce(u.email, a.email) as email, a.name as "accountName"
      from orders o join accounts a using (account_id)
      left join order_events e on e.order_id = o.order_id and e.kind = 'confirmed'
      left join users u on u.user_id = e.actor_id and u.account_id = o.account_id
        and u.removed_at is null
      where o.order_id = $1`,
    values: [orderId],
  });
}

/** The timeline of an order, oldest first. The event of placing by key comes from the order. */
export function selectTimeline(db: Queryable, orderId: OrderId): Promise<OrderEvent[]> {
  return db.query<OrderEvent>({
    name: "select_timeline",
    text: `select 1 as version, 'placed' as kind, o.created_at as at, 'key' as actor,
        null::uuid as "actorId", k.name || ' …' || k.last_four as "actorName",
        o.request_id as "requestId", '{}'::json as details
      from orders o left join api_keys k using (key_id)
      where o.order_id = $1 and o.user_id is null
      union all
      select version, kind, at, actor, actor_id, actor_name, request_id, coalesce(details::jsonb
          || (select jsonb_build_object('fromNumber', f.order_number) from orders f
            where f.order_id = (details ->> 'from')::uuid), details::jsonb)::json
      from order_events where order_id = $1
      order by version`,
    values: [orderId],
  });
}

/**
 * The newest draft of the account that duplicates an order and that nobody has changed, unless the
 * order itself was edited since.
 */
export async function selectUnchangedCopy(
  tx: Transaction,
  accountId: AccountId,
  orderId: OrderId,
): Promise<OrderId | undefined> {
  const copy = await queryFirst<{ readonly orderId: OrderId }>(tx, {
    name: "select_unchanged_copy",
    // A copy is newer than its order, and ids are in the order of creation.
    text: `select o.order_id as "orderId"
      from orders o join order_events made on made.order_id = o.order_id and made.version = 1
      where o.account_id = $1 and o.status = 'draft' and o.order_id > $2 and o.version = 1
        and made.details ->> 'from' = $2::text
        and (made.details ->> 'fromVersion')::integer >= (
          select coalesce(max(version), 0) from order_events
          where order_id = $2 and kind in ('edited', 'repriced')
        )
      order by o.order_id desc limit 1`,
    values: [accountId, orderId],
  });
  return copy?.orderId;
}

/** Makes a draft the one to which the person adds parts. Does not wait for the statement. */
export function sendCurrentDraft(tx: Transaction, userId: UserId, orderId: OrderId): void {
  tx.send({
    name: "set_current_draft",
    text: `update users set draft_id = $2 where user_id = $1 and draft_id is distinct from $2`,
    values: [userId, orderId],
  });
}

/** The quantity of each offer that a person's current draft has. */
export type DraftQuantities = ReadonlyMap<OfferId, number>;

export async function selectDraftQuantities(
  db: Queryable,
  draft: CurrentDraft | null | undefined,
): Promise<DraftQuantities> {
  if (draft == null) return new Map();
  const rows = await db.query<{ offerId: string; quantity: number }>({
    name: "select_draft_quantities",
    text: `select offer_id::text as "offerId", sum(quantity)::integer as quantity
      from order_lines where order_id = $1 and offer_id is not null group by offer_id`,
    values: [draft.orderId],
  });
  return new Map(rows.map(({ offerId, quantity }) => [Number(offerId) as OfferId, quantity]));
}
