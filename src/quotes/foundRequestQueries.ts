// The SQL that finds quote requests by their numbers.
import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";
import { all, first, sql } from "../kit/sql.ts";
import type { QuoteRequestSummary } from "./quoteRequest.ts";
import { requestColumns, requestsOfAccounts } from "./quoteRequestQueries.ts";

/** The request with a number; with `accountId`, only if it is of that account. */
export function selectRequestByNumber(
  db: Queryable,
  requestNumber: string,
  accountId: AccountId | null,
): Promise<QuoteRequestSummary | undefined> {
  return first(
    db,
    sql`select ${requestColumns} from ${requestsOfAccounts} where q.request_number = ${requestNumber}
        and (${accountId}::uuid is null or q.account_id = ${accountId})`,
  );
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
  return all(
    db,
    sql`select ${requestColumns} from ${requestsOfAccounts}
      where q.request_id in (
        select n.request_id from quote_requests n
        where n.request_number = ${number} and n.account_id = ${accountId}
        union
        select n.request_id from (
          select request_id, request_number from quote_requests
          where account_id = ${accountId} order by request_id desc limit ${maxComparedNumbers}
        ) n
        where starts_with(n.request_number, ${number})
      )
      order by q.request_number = ${number} desc, q.request_id desc limit ${limit}`,
  );
}
