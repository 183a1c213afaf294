// SQL of the open quote requests of an account, by what they are for.
import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";
import type { OrderId } from "../orders/order.ts";
import type { RequestedRow } from "./listRowQueries.ts";

/** An open request for a part. */
export type OpenRequest = RequestedRow & {
  readonly partNumber: string;
  readonly condition: string | null;
  readonly quantity: number | null;
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
        l.part_number as "partNumber", l.condition, l.quantity
      from quote_requests q join quote_request_lines l using (request_id)
      where q.account_id = $1 and q.state = 'open'
        and upper(l.part_number) in (select upper(number) from unnest($2::text[]) number)
      order by q.request_id desc`,
    values: [accountId, partNumbers],
  });
}

/** The newest open requests for parts of an order. Capitals do not matter. */
export function selectOpenRequestsOfOrder(
  db: Queryable,
  accountId: AccountId,
  orderId: OrderId,
  limit: number,
): Promise<RequestedRow[]> {
  return db.query<RequestedRow>({
    name: "select_open_requests_of_order",
    text: `select q.request_id as "requestId", q.request_number as "requestNumber", q.state
      from quote_requests q
      where q.account_id = $1 and q.state = 'open' and exists (
        select from quote_request_lines l
        where l.request_id = q.request_id and upper(l.part_number) in (
          select upper(part_number) from order_lines where order_id = $2
        )
      )
      order by q.request_id desc limit $3`,
    values: [accountId, orderId, limit],
  });
}
