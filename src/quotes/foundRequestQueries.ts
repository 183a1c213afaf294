// The SQL that finds quote requests by their numbers.
import type { AccountId } from "../accounts/account.ts";
import { type Queryable, queryFirst } from "../db/database.ts";
import type { QuoteRequestSummary } from "./quoteRequest.ts";
import { requestColumns, requestsOfAccounts } from "./quoteRequestQueries.ts";

/** The request with a number; with `accountId`, only if it is of that account. */
export function selectRequestByNumber(
  db: Queryable,
  requestNumber: string,
  accountId: AccountId | null,
): Promise<QuoteRequestSummary | undefined> {
  return queryFirst(db, {
    name: "select_quote_request_by_number",
    text: `select ${requestColumns} from ${requestsOfAccounts}
      where q.request_number = $1 and ($2::uuid is null or q.account_id = $2)`,
    values: [requestNumber, accountId],
  });
}

/** Beginnings of numbers are found among so many newest requests of an account. */
const maxComparedNumbers = 500;

/** The account's request with a number, and its newest ones whose numbers begin with it. */
export function selectRequestsByBeginning(
  db: Queryable,
  accountId: AccountId,
  number: string,
  limit: number,
): Promise<QuoteRequestSummary[]> {
  return db.query<QuoteRequestSummary>({
    name: "select_quote_requests_by_beginning",
    text: `select ${requestColumns} from ${requestsOfAccounts}
      where q.request_id in (
        select n.request_id from quote_requests n
        where n.request_number = $2 and n.account_id = $1
        union
        select n.request_id from (
          select request_id, request_number from quote_requests
          where account_id = $1 order by request_id desc limit ${maxComparedNumbers}
        ) n
        where starts_with(n.request_number, $2)
      )
      order by q.request_number = $2 desc, q.request_id desc limit $3`,
    values: [accountId, number, limit],
  });
}
