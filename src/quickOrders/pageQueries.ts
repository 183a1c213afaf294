import type { OfferId } from "../catalog/partId.ts";
import type { Queryable } from "../db/database.ts";
import type { Currency, Money } from "../money.ts";
import type { OrderId, OrderStatus } from "../orders/order.ts";
import type { Unread } from "../orders/requested.ts";
import { type Price, readStoredPrice } from "../price.ts";
import type { ListId, RowState } from "./orderList.ts";

export type RowOnPage = {
  readonly rowNumber: number;
  readonly cells: readonly string[];
  readonly state: RowState;
  readonly partNumber: string | null;
  readonly quantityText: string;
  readonly quantity: number | null;
  readonly condition: string | null;
  /** The codes of the certificates that were asked for, as in offers. */
  readonly certificate: string | null;
  /** The quantity that was asked for before it was reduced or rounded. */
  readonly askedQuantity: number | null;
  /** The quantity that was asked for before it was converted, and its unit. */
  readonly requestedQuantity: number | null;
  readonly requestedUnit: string | null;
  readonly unread: Unread;
  readonly remark: string | null;
  /** A day, YYYY-MM-DD. */
  readonly neededBy: string | null;
  readonly note: string | null;
  /** The part number before the first change of the row. */
  readonly listed: string | null;
  /** The offer that a person chose. */
  readonly chosenOfferId: OfferId | null;
  readonly offerId: OfferId | null;
  readonly unitPrice: Price | null;
  readonly lineTotal: Money | null;
  readonly reason: string | null;
  readonly nearestQuantity: number | null;
  readonly suggestions: readonly string[];
  readonly orderId: OrderId | null;
  readonly orderNumber: string | null;
  readonly orderStatus: OrderStatus | null;
};

/** Whether only a person can say that a row means the part that it names. */
export function isPartInDoubt({ state, offerId }: Pick<RowOnPage, "state" | "offerId">): boolean {
  return state === "ambiguous" && offerId !== null;
}

type RowRecord = Omit<RowOnPage, "unitPrice" | "lineTotal"> & {
  readonly unitPrice: string | null;
  readonly lineTotal: string | null;
  readonly currency: Currency | null;
};

function toShownRow({ currency, ...row }: RowRecord): RowOnPage {
  const toPrice = (stored: string | null): Price | null =>
    stored === null || currency === null ? null : readStoredPrice(stored, currency);
  return { ...row, unitPrice: toPrice(row.unitPrice), lineTotal: toPrice(row.lineTotal) };
}

/** The part number that a row had before its first change; earlier versions stored more of it. */
export const listedNumber = `case jsonb_typeof(r.written -> 0) when 'string' then r.written ->> 0
  else r.part_number end`;

/** Of a row: what was asked for before a conversion, and what was not read. */
export const requestedFields = `requested_quantity::float8 as "requestedQuantity",
  requested_unit as "requestedUnit", coalesce(unread, '{}') as unread`;

const rowFields = `row_number as "rowNumber", cells, state, part_number as "partNumber",
  quantity_text as "quantityText", quantity, condition, certificate,
  asked_quantity as "askedQuantity", ${requestedFields}, remark, needed_by::text as "neededBy", note,
  ${listedNumber} as listed,
  chosen_offer_id::float8 as "chosenOfferId", offer_id::float8 as "offerId",
  unit_price as "unitPrice", line_total as "lineTotal", currency, reason,
  nearest_quantity as "nearestQuantity", suggestions, order_id as "orderId",
  (select o.order_number from orders o where o.order_id = r.order_id) as "orderNumber",
  (select o.status from orders o where o.order_id = r.order_id) as "orderStatus"`;

/** Rows of a list by their numbers, in order. */
export async function selectRowsByNumber(
  db: Queryable,
  listId: ListId,
  rowNumbers: readonly number[],
): Promise<RowOnPage[]> {
  const rows = await db.query<RowRecord>({
    name: "select_rows_by_number",
    text: `select ${rowFields} from quick_order_rows r
      where quick_order_id = $1 and row_number = any($2::integer[]) order by row_number`,
    values: [listId, rowNumbers],
  });
  return rows.map(toShownRow);
}

/** Rows that are listed for an offer. */
const maxSameOffer = 10;

/** By offer, the first rows of a list that would order it and are in no order. */
export async function selectRowsOfOffers(
  db: Queryable,
  listId: ListId,
  offerIds: readonly OfferId[],
): Promise<Map<OfferId, readonly number[]>> {
  if (offerIds.length === 0) return new Map();
  const rows = await db.query<{ readonly offerId: OfferId; readonly rowNumbers: number[] }>({
    name: "select_rows_of_offers",
    text: `select offer_id::float8 as "offerId",
        (array_agg(row_number order by row_number))[1:${maxSameOffer}] as "rowNumbers"
      from quick_order_rows
      where quick_order_id = $1 and offer_id = any($2::bigint[]) and state <> 'added'
      group by offer_id`,
    values: [listId, offerIds],
  });
  return new Map(rows.map(({ offerId, rowNumbers }) => [offerId, rowNumbers]));
}

/** The account of a row `r`. */
const accountOf = `(
    select account_id from quick_orders q where q.quick_order_id = r.quick_order_id
  )`;

/** Whether the account of a row `r` has a price for an offer `o` that has none, at its quantity. */
const hasContractPrice = `has_contract_price(${accountOf},
    o.part_number_key, o.vendor, o.condition, current_date)
  and exists (
    select from agreement_rules a
    where a.account_id = ${accountOf} and a.scope = 'part'
      and a.part_number_key = o.part_number_key and a.unit_price is not null
      and coalesce(a.vendor, o.vendor) = o.vendor
      and coalesce(a.condition, o.condition) = o.condition
      and a.valid_from <= current_date and coalesce(a.valid_to, current_date) >= current_date
      and a.min_quantity <= coalesce(r.quantity, 1)
  )`;

/**
 * Whether a row `r` needs a quote: for the part, because no offer is as requested or can be
 * ordered, for its quantity, because no pack has it, or for the rest, because less is ordered than
 * requested; else null.
 */
export const quoteNeed = `case
    when coalesce(r.part_number, '') = '' then null
    when r.state in ('not_found', 'short', 'on_request', 'other_condition', 'not_orderable')
      then 'part'
    when r.state = 'ambiguous' and r.certificate is not null
      and not exists (
        select from offers o
        where o.part_number_key = r.part_number_key and o.status = 'ACTIVE'
          and sellable_stock(o.available_stock, o.shelf_life_expires, current_date)
            >= coalesce(r.quantity, 1)
          and (r.condition is null or o.condition = any(string_to_array(r.condition, ' / ')))
          and string_to_array(o.certificate::text, '; ') && string_to_array(r.certificate, '; ')
          and (o.list_price is not null or ${hasContractPrice})
      ) then 'part'
    when r.state = 'bad_quantity' and r.quantity is not null then 'quantity'
    when r.state in ('ready', 'added') and r.asked_quantity > r.quantity then 'rest'
  end`;

/** Whether a row `r` has a request whose state is as `condition` says, for its part number. */
function isInRequest(condition: string): string {
  return `(r.row_number, r.part_number) in (
    select l.row_number, l.part_number
    from quote_requests q join quote_request_lines l using (request_id)
    where q.quick_order_id = $1 and q.state ${condition} and l.row_number is not null
  )`;
}

/**
 * Whether a row `r` needs a quote that was not requested. Another quantity, or the part that is
 * suggested for one that is not for sale, can be ordered at once, so a person requests these row by
 * row.
 */
export const isToQuote = `${quoteNeed} in ('part', 'rest')
  and not (r.state = 'not_orderable' and r.suggestions <> '[]')
  and not ${isInRequest("<> 'withdrawn'")}`;

/** Whether a quote for a row `r`, not for its rest, was requested and is not answered yet. */
export const isRequested = `${isInRequest("= 'open'")}
  and coalesce(${quoteNeed} in ('part', 'quantity'), false)`;

/** Rows by their states; `isRequested`: only those with a requested quote, or only others. */
export type RowFilter = {
  readonly states: readonly RowState[];
  readonly isRequested?: boolean;
};

const isShown = `r.quick_order_id = $1 and r.state = any($2::text[])
  and ($3::boolean is null or $3 = (${isRequested}))`;

/** The rows of a list of which a filter is true. */
export async function selectRowsOnPage(
  db: Queryable,
  listId: ListId,
  { states, isRequested: requested }: RowFilter,
  after: number,
  limit: number,
): Promise<RowOnPage[]> {
  const rows = await db.query<RowRecord>({
    name: "select_shown_rows",
    text: `select ${rowFields} from quick_order_rows r
      where ${isShown} and row_number > $4
      order by row_number limit $5`,
    values: [listId, states, requested ?? null, after, limit],
  });
  return rows.map(toShownRow);
}

export async function selectStartBefore(
  db: Queryable,
  listId: ListId,
  { states, isRequested: requested }: RowFilter,
  after: number,
  limit: number,
): Promise<number> {
  const rows = await db.query<{ start: number | null }>({
    name: "select_start_before",
    text: `select min(row_number) - 1 as start from (
        select row_number from quick_order_rows r
        where ${isShown} and row_number <= $4
        order by row_number desc limit $5
      ) page`,
    values: [listId, states, requested ?? null, after, limit],
  });
  return rows[0]?.start ?? 0;
}

export type UnreadyRow = {
  readonly rowNumber: number;
  readonly cells: readonly string[];
  readonly reason: string | null;
};

/** The rows that are neither ready nor in an order, after a row number, in order. */
export function selectUnreadyRows(
  db: Queryable,
  listId: ListId,
  after: number,
  limit: number,
): Promise<UnreadyRow[]> {
  return db.query<UnreadyRow>({
    name: "select_unready_rows",
    text: `select row_number as "rowNumber", cells, reason from quick_order_rows
      where quick_order_id = $1 and state not in ('ready', 'added') and row_number > $2
      order by row_number limit $3`,
    values: [listId, after, limit],
  });
}
