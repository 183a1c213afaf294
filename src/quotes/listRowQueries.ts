// The rows of lists that need a quote or have a request for one.
import type { OfferId } from "../catalog/partId.ts";
import type { Queryable } from "../db/database.ts";
import { all, sql } from "../kit/sql.ts";
import type { ListId } from "../quickOrders/orderList.ts";
import { isToQuote, quoteNeed } from "../quickOrders/rowQueries.ts";
import type { QuoteRequest } from "./quoteRequest.ts";

/** The request for a row: an open one, else the last, unless all were withdrawn. */
export type RequestedRow = Pick<QuoteRequest, "requestId" | "requestNumber" | "state">;

/**
 * "quantity": the part can be ordered, but not in this quantity. "rest": less is ordered than was
 * requested. Null: the row needs no quote.
 */
export type RowQuote = {
  readonly rowNumber: number;
  readonly need: "part" | "quantity" | "rest" | null;
  readonly requested: RequestedRow | null;
};

/** Of these rows, those that need a quote or have a request for their part number. */
export function selectRowQuotes(
  db: Queryable,
  listId: ListId,
  rowNumbers: readonly number[],
): Promise<RowQuote[]> {
  return all<RowQuote>(
    db,
    sql`with sent as materialized (
        select distinct on (l.row_number, l.part_number) l.row_number, l.part_number,
          json_build_object('requestId', q.request_id, 'requestNumber', q.request_number,
            'state', q.state) as requested
        from quote_requests q join quote_request_lines l using (request_id)
        where q.quick_order_id = ${listId} and q.state <> 'withdrawn'
          and l.row_number = any(${rowNumbers}::integer[])
        order by l.row_number, l.part_number, q.state = 'open' desc, q.request_id desc
      )
      select * from (
        select r.row_number, ${quoteNeed} as need, s.requested
        from quick_order_rows r left join sent s using (row_number, part_number)
        where r.quick_order_id = ${listId} and r.row_number = any(${rowNumbers}::integer[])
      ) quoted where need is not null or requested is not null`,
  );
}

/**
 * The first rows that need a quote that was not requested. Parts that are in an open request of the
 * account come last.
 */
export async function selectRowsToQuote(
  db: Queryable,
  listId: ListId,
  limit: number,
): Promise<number[]> {
  const rows = await all<{ readonly rowNumber: number }>(
    db,
    sql`select r.row_number from quick_order_rows r
      where r.quick_order_id = ${listId} and ${isToQuote(listId)}
      order by upper(r.part_number) in (
        select upper(l.part_number) from quote_requests q
          join quote_request_lines l using (request_id)
          join quick_orders o on o.account_id = q.account_id
        where o.quick_order_id = ${listId} and q.state = 'open'
      ), r.row_number limit ${limit}`,
  );
  return rows.map(({ rowNumber }) => rowNumber);
}

/** By offer, what the rows of a list that are in no order would order of it. */
export async function selectQuantities(
  db: Queryable,
  listId: ListId,
): Promise<Map<OfferId, number>> {
  const rows = await all<{ readonly offerId: OfferId; readonly quantity: number }>(
    db,
    sql`select offer_id::float8 as offer_id, sum(quantity)::float8 as quantity
      from quick_order_rows
      where quick_order_id = ${listId} and state <> 'added' and offer_id is not null
      group by offer_id having sum(quantity) > 0`,
  );
  return new Map(rows.map(({ offerId, quantity }) => [offerId, quantity]));
}
