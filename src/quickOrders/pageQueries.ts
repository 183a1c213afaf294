import type { OfferId } from "../catalog/partId.ts";
import type { Queryable } from "../db/database.ts";
import type { Currency, Money } from "../money.ts";
import type { OrderId, OrderStatus } from "../orders/order.ts";
import { type Price, readStoredPrice } from "../price.ts";
import type { ListId, RowReading, RowState } from "./orderList.ts";

export type RowOnPage = {
  readonly rowNumber: number;
  readonly cells: readonly string[];
  readonly state: RowState;
  readonly readings: readonly RowReading[] | null;
  readonly partNumber: string | null;
  readonly quantityText: string;
  readonly quantity: number | null;
  readonly condition: string | null;
  /** The codes of the certificates that were asked for, as in offers. */
  readonly certificate: string | null;
  /** The quantity that was asked for before it was reduced or rounded. */
  readonly askedQuantity: number | null;
  readonly remark: string | null;
  /** A day, YYYY-MM-DD. */
  readonly neededBy: string | null;
  readonly note: string | null;
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

const rowFields = `row_number as "rowNumber", cells, state, readings, part_number as "partNumber",
  quantity_text as "quantityText", quantity, condition, certificate,
  asked_quantity as "askedQuantity", remark, needed_by::text as "neededBy", note,
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

export async function selectRowsOnPage(
  db: Queryable,
  listId: ListId,
  states: readonly RowState[],
  after: number,
  limit: number,
): Promise<RowOnPage[]> {
  const rows = await db.query<RowRecord>({
    name: "select_shown_rows",
    text: `select ${rowFields} from quick_order_rows r
      where quick_order_id = $1 and state = any($2::text[]) and row_number > $3
      order by row_number limit $4`,
    values: [listId, states, after, limit],
  });
  return rows.map(toShownRow);
}

export async function selectStartBefore(
  db: Queryable,
  listId: ListId,
  states: readonly RowState[],
  after: number,
  limit: number,
): Promise<number> {
  const rows = await db.query<{ start: number | null }>({
    name: "select_start_before",
    text: `select min(row_number) - 1 as start from (
        select row_number from quick_order_rows
        where quick_order_id = $1 and state = any($2::text[]) and row_number <= $3
        order by row_number desc limit $4
      ) page`,
    values: [listId, states, after, limit],
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
