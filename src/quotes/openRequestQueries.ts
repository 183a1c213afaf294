// SQL of the quote requests of an account, by what they are for.
import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";
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
