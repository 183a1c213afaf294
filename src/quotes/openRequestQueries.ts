// SQL of the quote requests of an account, by what they are for.
import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";
import type { StoredOrder } from "../orders/order.ts";
import type { RequestedRow } from "./listRowQueries.ts";

/** An open request for a part. */
export type OpenRequest = RequestedRow & {
  readonly partNumber: string;
  readonly condition: string | null;
  readonly quantity: number | null;
};

/** Requests for one part number. */
const maxPerPart = 20;

/** The open requests for these part numbers, the newest of each first. Capitals do not matter. */
export function selectOpenRequests(
  db: Queryable,
  accountId: AccountId,
  partNumbers: readonly string[],
): Promise<OpenRequest[]> {
  return db.query<OpenRequest>({
    name: "select_open_requests_for_parts",
    text: `select "requestId", "requestNumber", state, "partNumber", condition, quantity from (
        select q.request_id as "requestId", q.request_number as "requestNumber", q.state,
          l.part_number as "partNumber", l.condition, l.quantity,
          row_number() over (partition by upper(l.part_number) order by q.request_id desc) as place
        from quote_requests q join quote_request_lines l using (request_id)
        where q.account_id = $1 and q.state = 'open'
          and upper(l.part_number) in (select upper(number) from unnest($2::text[]) number)
      ) requested
      where place <= ${maxPerPart} order by "requestId" desc`,
    values: [accountId, partNumbers],
  });
}

/**
 * The newest requests of an order: those for a list that has rows in it, and those for its parts
 * that were open while it was a draft, until `ended`. Capitals do not matter. `offset 0` has the
 * lines read by request: as a plain join, the prepared statement scans those of all accounts.
 */
export function selectRequestsOfOrder(
  db: Queryable,
  { orderId, accountId, createdAt }: Pick<StoredOrder, "orderId" | "accountId" | "createdAt">,
  ended: Date,
  limit: number,
): Promise<RequestedRow[]> {
  return db.query<RequestedRow>({
    name: "select_requests_of_order",
    text: `select request_id as "requestId", request_number as "requestNumber", state from (
        select q.request_id, q.request_number, q.state
        from quote_requests q
        where q.account_id = $1 and q.state <> 'withdrawn' and q.quick_order_id in (
          select quick_order_id from quick_order_rows where order_id = $2
        )
        union
        select q.request_id, q.request_number, q.state
        from quote_requests q cross join lateral (
          select upper(part_number) as number from quote_request_lines
          where request_id = q.request_id offset 0
        ) line
        where q.account_id = $1 and q.state <> 'withdrawn'
          and (q.state = 'open' or q.changed_at >= $3) and q.created_at <= $4
          and line.number in (select upper(part_number) from order_lines where order_id = $2)
      ) of_order
      order by request_id desc limit $5`,
    values: [accountId, orderId, createdAt, ended, limit],
  });
}
