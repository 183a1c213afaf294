// SQL of the open quote requests of an account, by what they are for.
import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";
import type { OrderId } from "../orders/order.ts";
import type { RequestedRow } from "./listRowQueries.ts";

/** An open request for a part. */
export type OpenRequest = RequestedRow & {
  readonly partNumber: string;
  readonly condition: string | null;
};

/** The open requests for these part numbers, the newest first. Capitals do not matter. */
export function selectOpenRequests(
  db: Queryable,
  accountId: AccountId,
  partNumbers: readonly string[],
): Promise<OpenRequest[]> {
  return db.query<OpenRequest>({
    name: "select_open_requests_for_parts",
    text: `select q.request_id as "requestId", q.request_number as "requestNumber", q.state,
        l.part_number as "partNumber", l.condition
      from quote_requests q join quote_request_lines l using (request_id)
      where q.account_id = $1 and q.state = 'open'
        and upper(l.part_number) in (select upper(number) from unnest($2::text[]) number)
      order by q.request_id desc`,
    values: [accountId, partNumbers],
  });
}

/** The open requests for a list that has rows in an order, or for parts of the order. */
export function selectOpenRequestsOfOrder(
  db: Queryable,
  accountId: AccountId,
  orderId: OrderId,
): Promise<RequestedRow[]> {
  return db.query<RequestedRow>({
    name: "select_open_requests_of_order",
    text: `select q.request_id as "requestId", q.request_number as "requestNumber", q.state
      from quote_requests q
      where q.account_id = $1 and q.state = 'open' and (
        q.quick_order_id in (select quick_order_id from quick_order_rows where order_id = $2)
        or exists (
          select from quote_request_lines l
          where l.request_id = q.request_id and upper(l.part_number) in (
            select upper(part_number) from order_lines where order_id = $2
          )
        )
      )
      order by q.request_id`,
    values: [accountId, orderId],
  });
}
