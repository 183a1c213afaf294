import type { AccountId, KeyId } from "../accounts/account.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { addDays, utcDay } from "../kit/day.ts";
import { toStoredPrice } from "../kit/price.ts";
import { all, and, change, first, raw, sql } from "../kit/sql.ts";
import type { MailId } from "../mail/queries.ts";
import { type OrderPlace, placeAfter } from "../orders/recordQueries.ts";
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

/** The request of a form, or of an Idempotency-Key, that the account sent before. */
export function selectRequestOfForm(
  db: Queryable,
  accountId: AccountId,
  formId: string,
): Promise<KnownRequest | undefined> {
  return first(
    db,
    sql`select request_id, request_number, request_hash from quote_requests
      where account_id = ${accountId} and form_id = ${formId}`,
  );
}

/** Returns the number of the request. */
export async function insertQuoteRequest(
  tx: Transaction,
  request: NewQuoteRequest,
): Promise<string> {
  const { requestId, lines, now } = request;
  const row = await first<{ requestNumber: string }>(
    tx,
    sql`insert into quote_requests (request_id, account_id, user_id, buyer_name, buyer_email,
        quick_order_id, form_id, created_at, changed_at, open_since, key_id, request_hash, po_number)
      values (${requestId}, ${request.accountId}, ${request.userId}, ${request.buyerName},
        ${request.buyerEmail}, (select quick_order_id from quick_orders
          where quick_order_id = ${request.listId} for key share),
        ${request.formId}, ${now}, ${now}, ${now}, ${request.keyId}, ${request.requestHash},
        ${request.poNumber})
      returning request_number`,
  );
  if (row === undefined) throw new Error("The request was not stored.");
  await change(
    tx,
    sql`insert into quote_request_lines (request_id, line_number, reason, offer_id, part_number,
        vendor, condition, certificate, quantity, unit_of_measure, needed_by, remark, row_number)
      select ${requestId}, l.place, l.line->>'reason', (l.line->>'offerId')::bigint,
        l.line->>'partNumber', l.line->>'vendor', l.line->>'condition', l.line->>'certificate',
        (l.line->>'quantity')::integer, l.line->>'unitOfMeasure', (l.line->>'neededBy')::date,
        l.line->>'remark', (l.line->>'rowNumber')::integer
      from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality l (line, place)`,
  );
  return row.requestNumber;
}

export type NewQuoteMessage = Omit<QuoteMessage, "createdAt" | "mailState"> & {
  readonly now: Date;
};

export async function insertQuoteMessage(
  tx: Transaction,
  requestId: QuoteRequestId,
  { author, authorName, userId, body, now, mailId }: NewQuoteMessage,
): Promise<void> {
  await change(
    tx,
    sql`insert into quote_request_messages (message_id, request_id, author, author_name, user_id,
        body, created_at, mail_id)
      values (${newId()}, ${requestId}, ${author}, ${authorName}, ${userId}, ${body}, ${now},
        ${mailId})`,
  );
}

export async function updateQuoteState(
  tx: Transaction,
  requestId: QuoteRequestId,
  state: QuoteRequestState,
  now: Date,
): Promise<void> {
  await change(
    tx,
    sql`update quote_requests set state = ${state}, version = version + 1, changed_at = ${now},
        open_since = case when ${state} = 'open' and state <> 'open' then ${now}::timestamptz
          else open_since end
      where request_id = ${requestId}`,
  );
}

/** The columns of a summary of `requestsOfAccounts`. */
export const requestColumns = raw(`q.request_id, q.request_number, q.account_id,
  a.name as account_name, q.user_id, q.key_id, q.po_number, q.buyer_name, q.buyer_email, q.state,
  q.quick_order_id as list_id, q.version, q.created_at, q.changed_at,
  (extract(epoch from q.stamped_at) * 1000000)::bigint::text as stamped_micros,
  case when q.state = 'open' then q.open_since end as open_since,
  (select count(*)::integer from quote_request_lines l where l.request_id = q.request_id)
    as line_count,
  (select part_number from quote_request_lines l
    where l.request_id = q.request_id and line_number = 1) as first_part`);
export const requestsOfAccounts = raw("quote_requests q join accounts a using (account_id)");

/** Null and absent match everything. */
export type QuoteRequestFilter = {
  readonly requestId?: string | null;
  readonly accountId?: AccountId | null;
  readonly states?: readonly QuoteRequestState[] | null;
  readonly changedSince?: Date | null;
};

/** A page: the newest first, those that are open for the longest time, or the oldest change first. */
type QuoteRequestPage = {
  readonly limit: number;
  /** The last request of the page before. */
  readonly after?: string | null;
  readonly oldestFirst?: boolean;
  readonly place?: OrderPlace;
};

export async function selectQuoteRequests(
  db: Queryable,
  { requestId, accountId, states, changedSince }: QuoteRequestFilter,
  { after = null, limit, oldestFirst = false, place = { before: after } }: QuoteRequestPage,
): Promise<QuoteRequestSummary[]> {
  const columns = [sql`q.request_id`, sql`q.stamped_at`] as const;
  const isFollowed = "after" in place;
  const next = oldestFirst
    ? after !== null &&
      sql`(q.open_since, q.request_id) > (select b.open_since, b.request_id from quote_requests b
        where b.request_id = ${after})`
    : await placeAfter(db, accountId ?? null, place, columns);
  const order = oldestFirst
    ? sql`q.open_since, q.request_id`
    : isFollowed
      ? sql`q.stamped_at, q.request_id`
      : sql`q.request_id desc`;
  const where = and([
    requestId != null && sql`q.request_id = ${requestId}`,
    accountId != null && sql`q.account_id = ${accountId}`,
    states != null && sql`q.state = any(${states}::text[])`,
    changedSince != null && sql`q.changed_at >= ${changedSince}`,
    next,
  ]);
  return all(
    db,
    sql`select ${requestColumns} from ${requestsOfAccounts} where ${where}
      order by ${order} limit ${limit}`,
  );
}

type OfRequest<Row> = Row & { readonly requestId: QuoteRequestId };

/** The requests with all they have. */
export async function loadQuoteRequests(
  db: Queryable,
  found: readonly QuoteRequestSummary[],
): Promise<QuoteRequest[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ requestId }) => requestId);
  const lines = await all<OfRequest<QuoteLine>>(
    db,
    sql`select request_id, reason, offer_id::float8, part_number, vendor, condition, certificate,
        quantity, unit_of_measure, needed_by::text, remark, row_number
      from quote_request_lines where request_id = any(${ids}::uuid[]) order by line_number`,
  );
  const messages = await all<OfRequest<QuoteMessage>>(
    db,
    sql`select g.request_id, g.author, g.author_name, g.user_id, g.body, g.created_at, mail_id,
        m.state as mail_state
      from quote_request_messages g left join mails m using (mail_id)
      where g.request_id = any(${ids}::uuid[]) order by g.created_at, g.message_id`,
  );
  const heads = await all<OfRequest<QuoteHead>>(
    db,
    sql`select t.request_id, t.version, t.operator_name, t.no_quote, t.reason, t.created_at
      from quotes t join quote_requests q on t.request_id = q.request_id
        and t.version = q.quote_version
      where t.request_id = any(${ids}::uuid[])`,
  );
  const options = await all<QuoteRow>(
    db,
    sql`select ${optionColumns}, ${leftOf(null)} as left
      from quote_options p join quote_requests q on p.request_id = q.request_id
        and p.version = q.quote_version
      where p.request_id = any(${ids}::uuid[]) order by p.line_number, p.option`,
  );
  return found.map((request) => {
    const isOwn = (row: { readonly requestId: string }) => row.requestId === request.requestId;
    const pick = <Row>(rows: readonly OfRequest<Row>[]) =>
      rows.filter(isOwn).map(({ requestId: _, ...row }) => row);
    const [head] = pick(heads);
    const quote = head && {
      ...head,
      options: options.filter(isOwn).map(toQuote),
      noQuote: new Map(Object.entries(head.noQuote).map(([line, why]) => [Number(line), why])),
    };
    return {
      ...request,
      lines: pick(lines),
      messages: pick(messages),
      quote: quote ?? null,
    };
  });
}

/** A request with all it has; with `accountId`, only one of that account. */
export async function selectQuoteRequest(
  db: Queryable,
  requestId: string,
  accountId: AccountId | null,
): Promise<QuoteRequest | undefined> {
  const found = await selectQuoteRequests(db, { requestId, accountId }, { limit: 1 });
  return (await loadQuoteRequests(db, found))[0];
}

type QuoteHead = Pick<AnsweredQuote, "version" | "operatorName" | "createdAt" | "reason"> & {
  readonly noQuote: Readonly<Record<string, string>>;
};

/** What an operator quotes; `lineNumber` and `option` count from 1. */
export type NewOption = QuotedPart & QuotedTerms & Pick<QuoteRef, "lineNumber" | "option">;

export type NewQuote = Omit<AnsweredQuote, "options" | "createdAt"> & {
  readonly options: readonly NewOption[];
  readonly now: Date;
};

/**
 * Stores an answer, which replaces the one before; the request must be locked. The options of a line
 * are numbered on from those of earlier versions, so that a number is one price for good.
 */
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
      select ${requestId}, ${version}, n."lineNumber", n.option + coalesce((
          select max(option) from quote_options
          where request_id = ${requestId} and line_number = n."lineNumber"), 0), n."offerId", n."partNumber", n.key,
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
  await all(tx, sql`select from quote_requests where request_id = ${requestId} for update`);
  return selectQuoteRequest(tx, requestId, accountId);
}

/** Open requests of all accounts, at most `maxCountedOrders` + 1, and since when the oldest is. */
export async function countOpenQuoteRequests(
  db: Queryable,
): Promise<{ readonly count: number; readonly oldestAt: Date | null }> {
  const row = await first<{ count: number; oldestAt: Date | null }>(
    db,
    sql`select count(*)::integer as count, min(open_since) as oldest_at from (
        select open_since from quote_requests where state = 'open'
        order by open_since limit ${maxCountedOrders + 1}
      ) o`,
  );
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
  return first(
    db,
    sql`select q.request_id, q.request_number, q.account_id
      from quote_request_messages g join quote_requests q using (request_id)
      where g.mail_id = ${mailId}`,
  );
}
