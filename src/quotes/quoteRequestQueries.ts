import type { AccountId } from "../accounts/account.ts";
import { buildConditions, type Condition } from "../db/conditions.ts";
import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";
import type { MailId } from "../mail/queries.ts";
import { maxCountedOrders } from "../orders/summaryQueries.ts";
import type { ListId } from "../quickOrders/orderList.ts";
import type { UserId } from "../signIn/signedIn.ts";
import type {
  QuoteLine,
  QuoteMessage,
  QuoteRequest,
  QuoteRequestId,
  QuoteRequestState,
  QuoteRequestSummary,
} from "./quoteRequest.ts";

export type NewQuoteRequest = {
  readonly requestId: QuoteRequestId;
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly buyerName: string;
  readonly buyerEmail: string;
  readonly listId: ListId | null;
  readonly formId: string;
  readonly lines: readonly QuoteLine[];
  readonly now: Date;
};

/** The request of a form that the account sent before. */
export function selectRequestOfForm(
  db: Queryable,
  accountId: AccountId,
  formId: string,
): Promise<Pick<QuoteRequest, "requestId" | "requestNumber"> | undefined> {
  return queryFirst(db, {
    name: "select_quote_request_of_form",
    text: `select request_id as "requestId", request_number as "requestNumber"
      from quote_requests where account_id = $1 and form_id = $2`,
    values: [accountId, formId],
  });
}

/** Returns the number of the request. */
export async function insertQuoteRequest(
  tx: Transaction,
  request: NewQuoteRequest,
): Promise<string> {
  const { requestId, lines, now } = request;
  const row = await queryFirst<{ requestNumber: string }>(tx, {
    name: "insert_quote_request",
    text: `insert into quote_requests (request_id, account_id, user_id, buyer_name, buyer_email,
        quick_order_id, form_id, created_at, changed_at, open_since)
      values ($1, $2, $3, $4, $5,
        (select quick_order_id from quick_orders where quick_order_id = $6 for key share),
        $7, $8, $8, $8)
      returning request_number as "requestNumber"`,
    values: [
      requestId,
      request.accountId,
      request.userId,
      request.buyerName,
      request.buyerEmail,
      request.listId,
      request.formId,
      now,
    ],
  });
  if (row === undefined) throw new Error("The request was not stored.");
  await tx.query({
    name: "insert_quote_request_lines",
    text: `insert into quote_request_lines (request_id, line_number, reason, offer_id, part_number,
        vendor, condition, certificate, quantity, unit_of_measure, needed_by, remark, row_number)
      select $1, l.place, l.line->>'reason', (l.line->>'offerId')::bigint, l.line->>'partNumber',
        l.line->>'vendor', l.line->>'condition', l.line->>'certificate',
        (l.line->>'quantity')::integer, l.line->>'unitOfMeasure', (l.line->>'neededBy')::date,
        l.line->>'remark', (l.line->>'rowNumber')::integer
      from jsonb_array_elements($2::jsonb) with ordinality l (line, place)`,
    values: [requestId, JSON.stringify(lines)],
  });
  return row.requestNumber;
}

export type NewQuoteMessage = Omit<QuoteMessage, "createdAt" | "mailState"> & {
  readonly messageId: string;
  readonly now: Date;
};

export async function insertQuoteMessage(
  tx: Transaction,
  requestId: QuoteRequestId,
  message: NewQuoteMessage,
): Promise<void> {
  const { messageId, author, authorName, userId, body, now, mailId } = message;
  await tx.query({
    name: "insert_quote_message",
    text: `insert into quote_request_messages (message_id, request_id, author, author_name, user_id,
        body, created_at, mail_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [messageId, requestId, author, authorName, userId, body, now, mailId],
  });
}

export async function updateQuoteState(
  tx: Transaction,
  requestId: QuoteRequestId,
  state: QuoteRequestState,
  now: Date,
): Promise<void> {
  await tx.query({
    name: "update_quote_state",
    text: `update quote_requests set state = $2, version = version + 1, changed_at = $3,
        open_since = case when $2 = 'open' and state <> 'open' then $3 else open_since end
      where request_id = $1`,
    values: [requestId, state, now],
  });
}

/** The columns of a summary of `requestsOfAccounts`. */
export const requestColumns = `q.request_id as "requestId", q.request_number as "requestNumber",
  q.account_id as "accountId", a.name as "accountName", q.user_id as "userId",
  q.buyer_name as "buyerName", q.buyer_email as "buyerEmail", q.state,
  q.quick_order_id as "listId", q.version, q.created_at as "createdAt",
  q.changed_at as "changedAt", case when q.state = 'open' then q.open_since end as "openSince",
  (select count(*)::integer from quote_request_lines l where l.request_id = q.request_id)
    as "lineCount",
  (select part_number from quote_request_lines l
    where l.request_id = q.request_id and line_number = 1) as "firstPart"`;
export const requestsOfAccounts = "quote_requests q join accounts a using (account_id)";

/** Null and absent match everything. */
export type QuoteRequestFilter = {
  readonly accountId?: AccountId | null;
  readonly states?: readonly QuoteRequestState[] | null;
  readonly changedSince?: Date | null;
};

/**
 * A page of requests: the newest first, or with `oldestFirst` those that are open for the longest
 * time. `after` is the last request of the page before.
 */
export function selectQuoteRequests(
  db: Queryable,
  { accountId = null, states = null, changedSince = null }: QuoteRequestFilter,
  page: { readonly after: string | null; readonly limit: number; readonly oldestFirst?: boolean },
): Promise<QuoteRequestSummary[]> {
  const { after, limit, oldestFirst = false } = page;
  const conditions: readonly Condition[] = [
    ["q.account_id = ?", accountId],
    ["q.state = any(?::text[])", states],
    ["q.changed_at >= ?", changedSince],
    oldestFirst
      ? [
          `(q.open_since, q.request_id) > (
            select b.open_since, b.request_id from quote_requests b where b.request_id = ?)`,
          after,
        ]
      : ["q.request_id < ?", after],
  ];
  const { where, values } = buildConditions(conditions, [limit]);
  return db.query<QuoteRequestSummary>({
    name: "",
    text: `select ${requestColumns} from ${requestsOfAccounts} where ${where}
      order by ${oldestFirst ? "q.open_since, q.request_id" : "q.request_id desc"} limit $1`,
    values,
  });
}

const lineColumns = `reason, offer_id::float8 as "offerId", part_number as "partNumber", vendor,
  condition, certificate, quantity, unit_of_measure as "unitOfMeasure",
  needed_by::text as "neededBy", remark, row_number as "rowNumber"`;

/** A request with all it has; with `accountId`, only one of that account. */
export async function selectQuoteRequest(
  db: Queryable,
  requestId: string,
  accountId: AccountId | null,
): Promise<QuoteRequest | undefined> {
  const found = await queryFirst<QuoteRequestSummary>(db, {
    name: "select_quote_request",
    text: `select ${requestColumns} from ${requestsOfAccounts}
      where q.request_id = $1 and ($2::uuid is null or q.account_id = $2)`,
    values: [requestId, accountId],
  });
  if (found === undefined) return undefined;
  const lines = await db.query<QuoteLine>({
    name: "select_quote_request_lines",
    text: `select ${lineColumns} from quote_request_lines where request_id = $1
      order by line_number`,
    values: [requestId],
  });
  const messages = await db.query<QuoteMessage>({
    name: "select_quote_request_messages",
    text: `select g.author, g.author_name as "authorName", g.user_id as "userId", g.body,
        g.created_at as "createdAt", mail_id as "mailId", m.state as "mailState"
      from quote_request_messages g left join mails m using (mail_id)
      where g.request_id = $1 order by g.created_at, g.message_id`,
    values: [requestId],
  });
  return { ...found, lines, messages };
}

/** A request, locked: a concurrent change waits and then sees this one. */
export async function lockQuoteRequest(
  tx: Transaction,
  requestId: string,
  accountId: AccountId | null,
): Promise<QuoteRequest | undefined> {
  // Locks the row first, so that joined rows are read as they are after the wait.
  await tx.query({
    name: "lock_quote_request",
    text: "select 1 from quote_requests where request_id = $1 for update",
    values: [requestId],
  });
  return selectQuoteRequest(tx, requestId, accountId);
}

/** Open requests of all accounts, at most `maxCountedOrders` + 1, and since when the oldest is. */
export async function countOpenQuoteRequests(
  db: Queryable,
): Promise<{ readonly count: number; readonly oldestAt: Date | null }> {
  const row = await queryFirst<{ count: number; oldestAt: Date | null }>(db, {
    name: "count_open_quote_requests",
    text: `select count(*)::integer as count, min(open_since) as "oldestAt" from (
        select open_since from quote_requests where state = 'open'
        order by open_since limit ${maxCountedOrders + 1}
      ) o`,
    values: [],
  });
  return row ?? { count: 0, oldestAt: null };
}

/** The request of which an e-mail delivers a message. */
export function selectRequestOfMail(
  db: Queryable,
  mailId: MailId,
): Promise<Pick<QuoteRequest, "requestId" | "requestNumber" | "accountId"> | undefined> {
  return queryFirst(db, {
    name: "select_quote_request_of_mail",
    text: `select q.request_id as "requestId", q.request_number as "requestNumber",
        q.account_id as "accountId"
      from quote_request_messages g join quote_requests q using (request_id)
      where g.mail_id = $1`,
    values: [mailId],
  });
}
