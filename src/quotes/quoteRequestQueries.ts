import type { AccountId, KeyId } from "../accounts/account.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import { buildConditions, type Condition } from "../db/conditions.ts";
import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";
import { addDays, utcDay } from "../kit/day.ts";
import { toStoredPrice } from "../kit/price.ts";
import { all, change, first, sql } from "../kit/sql.ts";
import type { MailId } from "../mail/queries.ts";
import { maxCountedOrders } from "../orders/summaryQueries.ts";
import type { QuotedPart, QuotedTerms, QuoteRef } from "../prices/quote.ts";
import { leftOf, optionColumns, type QuoteRow, toQuote } from "../prices/quoteQueries.ts";
import type { ListId } from "../quickOrders/orderList.ts";
import type { UserId } from "../signIn/signedIn.ts";
import type {
  AnsweredQuote,
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
  readonly userId: UserId | null;
  readonly keyId: KeyId | null;
  readonly requestHash: Buffer | null;
  readonly poNumber: string | null;
  readonly buyerName: string;
  readonly buyerEmail: string;
  readonly listId: ListId | null;
  readonly formId: string;
  readonly lines: readonly QuoteLine[];
  readonly now: Date;
};

export type KnownRequest = Pick<QuoteRequest, "requestId" | "requestNumber"> &
  Pick<NewQuoteRequest, "requestHash">;

/** The request of a form that the account sent before. */
export function selectRequestOfForm(
  db: Queryable,
  accountId: AccountId,
  formId: string,
): Promise<KnownRequest | undefined> {
  return queryFirst(db, {
    name: "select_quote_request_of_form",
    text: `select request_id as "requestId", request_number as "requestNumber",
        request_hash as "requestHash"
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
        quick_order_id, form_id, created_at, changed_at, open_since, key_id, request_hash, po_number)
      values ($1, $2, $3, $4, $5,
        (select quick_order_id from quick_orders where quick_order_id = $6 for key share),
        $7, $8, $8, $8, $9, $10, $11)
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
      request.keyId,
      request.requestHash,
      request.poNumber,
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
  q.key_id as "keyId", q.po_number as "poNumber",
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
  return { ...found, lines, messages, quote: await selectAnsweredQuote(db, requestId) };
}

type QuoteHead = Pick<AnsweredQuote, "version" | "operatorName" | "createdAt" | "reason"> & {
  readonly noQuote: Readonly<Record<string, string>>;
};

/** The current answer of a request. */
async function selectAnsweredQuote(
  db: Queryable,
  requestId: string,
): Promise<AnsweredQuote | null> {
  const head = await first<QuoteHead>(
    db,
    sql`select t.version, t.operator_name, t.no_quote, t.reason, t.created_at
      from quotes t join quote_requests q using (request_id)
      where t.request_id = ${requestId} and t.version = q.quote_version`,
  );
  if (head === undefined) return null;
  const options = await all<QuoteRow>(
    db,
    sql`select ${optionColumns}, ${leftOf(null)} as left
      from quote_options p join quote_requests q using (request_id)
      where p.request_id = ${requestId} and p.version = ${head.version}
      order by p.line_number, p.option`,
  );
  const noQuote = Object.entries(head.noQuote).map(([line, reason]) => [Number(line), reason]);
  return {
    ...head,
    options: options.map(toQuote),
    noQuote: new Map(noQuote as [number, string][]),
  };
}

/** What an operator quotes; `lineNumber` and `option` count from 1. */
export type NewOption = QuotedPart & QuotedTerms & Pick<QuoteRef, "lineNumber" | "option">;

export type NewQuote = Omit<AnsweredQuote, "options" | "createdAt"> & {
  readonly options: readonly NewOption[];
  readonly now: Date;
};

/** Stores an answer, which replaces the one before; the request must be locked. */
export async function insertQuote(
  tx: Transaction,
  requestId: QuoteRequestId,
  { version, operatorName, reason, options, noQuote, now }: NewQuote,
): Promise<void> {
  await change(
    tx,
    sql`insert into quotes (request_id, version, operator_name, no_quote, reason, created_at)
      values (${requestId}, ${version}, ${operatorName},
        ${JSON.stringify(Object.fromEntries(noQuote))}::jsonb, ${reason}, ${now})`,
  );
  const rows = options.map(({ unitPrice, ...option }) => ({
    ...option,
    key: partNumberKey(option.partNumber),
    unitPrice: toStoredPrice(unitPrice),
    currency: unitPrice.currency,
  }));
  await change(
    tx,
    sql`insert into quote_options (request_id, version, line_number, option, offer_id, part_number,
        part_number_key, title, manufacturer, condition, unit_of_measure, certificate, unit_price,
        currency, quantity, min_quantity, multiple, lead_time_days, valid_until)
      select ${requestId}, ${version}, n."lineNumber", n.option, n."offerId", n."partNumber", n.key,
        n.title, n.manufacturer, n.condition, n."unitOfMeasure", n.certificate, n."unitPrice",
        n.currency, n.quantity, n."minQuantity", n.multiple, n."leadTimeDays", n."validUntil"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) n ("lineNumber" smallint,
        option smallint, "offerId" bigint, "partNumber" text, key text, title text,
        manufacturer text, condition text, "unitOfMeasure" text, certificate text,
        "unitPrice" numeric, currency text, quantity integer, "minQuantity" integer,
        multiple integer, "leadTimeDays" integer, "validUntil" date)`,
  );
  await change(
    tx,
    sql`update quote_requests set quote_version = ${version} where request_id = ${requestId}`,
  );
}

/** Whether a draft or order that has not ended has lines of a request's quote. */
export async function isOrdered(db: Queryable, requestId: string): Promise<boolean> {
  const found = await first(
    db,
    sql`select from quote_options p join order_lines l on l.quote_option = p.option_id
        join orders o using (order_id)
      where p.request_id = ${requestId} and o.status in ('draft', 'confirmed', 'fulfilled') limit 1`,
  );
  return found !== undefined;
}

export type LastQuote = Pick<QuoteRow, "partNumber" | "unitPrice" | "currency" | "quantity"> & {
  readonly partNumberKey: string;
  readonly requestId: QuoteRequestId;
  readonly requestNumber: string;
  readonly accountName: string;
  readonly createdAt: Date;
};

/** The last quote for each of these part numbers in other requests, of any account. */
export function selectLastQuotes(
  db: Queryable,
  partNumberKeys: readonly string[],
  exceptRequest: string,
): Promise<LastQuote[]> {
  return all<LastQuote>(
    db,
    sql`select last.* from unnest(${[...new Set(partNumberKeys)]}::text[]) wanted (key)
      cross join lateral (
        select p.part_number_key, p.part_number, p.unit_price::text, p.currency, p.quantity,
          p.request_id, q.request_number, a.name as account_name, t.created_at
        from quote_options p join quotes t using (request_id, version)
          join quote_requests q using (request_id) join accounts a using (account_id)
        where p.part_number_key = wanted.key and p.request_id <> ${exceptRequest}
        order by p.option_id desc limit 1
      ) last`,
  );
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

/** A quote that nobody has ordered of is a task so many days before its prices end. */
export const endingDays = 2;

/** Answered requests, not yet ordered of, whose prices end soon; at most `maxCountedOrders` + 1. */
export async function countEndingQuotes(db: Queryable, now: Date): Promise<number> {
  const day = utcDay(now);
  const row = await first<{ count: number }>(
    db,
    sql`select count(*)::integer as count from (
        select from quote_options p join quote_requests q
          on q.request_id = p.request_id and q.quote_version = p.version
        where p.valid_until between ${day} and ${addDays(day, endingDays)} and q.state = 'answered'
        group by q.request_id limit ${maxCountedOrders + 1}
      ) ending`,
  );
  return row?.count ?? 0;
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
