// Searches the request log, newest first, page by page. Every filter has its own index.
import type { AccountId, KeyId } from "../accounts/account.ts";
import { filterKey } from "../catalog/partNumber.ts";
import type { Queryable } from "../db/database.ts";
import { minIdAt } from "../db/newId.ts";
import { addDays, utcDay } from "../kit/day.ts";
import { all, and, first, raw, type Sql, sql } from "../kit/sql.ts";
import type { ApiRequest, RequestDetails } from "./apiRequest.ts";
import { partHash } from "./requestBatch.ts";
import type { RequestError } from "./requestError.ts";
import { requestMoment, toRequestId } from "./requestId.ts";
import { entrySeparator } from "./requestText.ts";

/** Lists are empty if nothing was sent or the request could not be read. */
export type LoggedRequest = Omit<ApiRequest, keyof RequestDetails> &
  Required<RequestError> & {
    readonly loggedId: string;
    readonly at: Date;
    readonly partNumbers: readonly string[];
    readonly partNames: readonly string[];
    readonly inStock: boolean;
    /** One `EntryOutcome` per entry, numbers first; null if the lookup failed. */
    readonly outcomes: string | null;
    readonly orderId: string | null;
    readonly poNumber: string | null;
    /** Null for an unknown account or key, and for a deleted one. */
    readonly accountName: string | null;
    /** With the last four characters of the key. */
    readonly keyName: string | null;
  };

/** Answered, refused (4xx), or failed in the service (5xx). */
export const requestResults = ["answered", "error", "refused", "failed"] as const;
type RequestResult = (typeof requestResults)[number];

/**
 * What is not set matches everything; `account` must be named, also if it is any. The purchase order
 * number must match completely, ignoring case and "PO" before it. `until` is exclusive. `before` is
 * the last id of the previous page.
 */
export type RequestFilter = {
  readonly account: string | undefined;
  readonly key?: string;
  readonly status?: RequestResult;
  readonly po?: string;
  readonly part?: string;
  readonly from?: Date | null;
  readonly until?: Date | null;
  readonly before: string | null;
  readonly limit: number;
};

const requestLogDays = 30;

/** First day of the retention period, which includes today. */
export function firstRetainedDay(now: Date): string {
  return addDays(utcDay(now), 1 - requestLogDays);
}

type RequestRow = Omit<LoggedRequest, "requestId" | "at">;

/** Every list starts with a separator, so its first piece is empty. */
const readEntries = (column: Sql): Sql =>
  sql`coalesce((string_to_array(${column}, ${entrySeparator}))[2:], '{}') as ${column}`;

const columns = sql`request_id as logged_id, account_id, key_id, method, route, status, error_code,
  duration_ms, ${readEntries(sql`part_numbers`)}, ${readEntries(sql`part_names`)}, in_stock,
  outcomes, order_id, po_number, error_path, error_message,
  (select name from accounts a where a.account_id = c.account_id) as account_name,
  (select concat(name, ' …', last_four) from (
      select key_id, name, last_four from api_keys
      union all select key_id, name, last_four from operator_keys
    ) k where k.key_id = c.key_id) as key_name`;

function toLoggedRequest(row: RequestRow): LoggedRequest {
  return { ...row, requestId: toRequestId(row.loggedId), at: requestMoment(row.loggedId) };
}

/** Finds a request by id; in any account if `accountId` is null. */
export async function selectRequest(
  db: Queryable,
  accountId: AccountId | null,
  loggedId: string,
): Promise<LoggedRequest | undefined> {
  const ofAccount = accountId === null ? sql`true` : sql`account_id = ${accountId}`;
  const row = await first<RequestRow>(
    db,
    sql`select ${columns} from api_requests c where request_id = ${loggedId} and ${ofAccount}`,
  );
  return row && toLoggedRequest(row);
}

const isAnswered: Readonly<Record<RequestResult, Sql>> = {
  answered: sql`status < 400`,
  error: sql`status >= 400`,
  refused: sql`status >= 400 and status < 500`,
  failed: sql`status >= 400 and status >= 500`,
};

/** A purchase order number as systems may send it: 4306 for PO-4306, and the other way round. */
function listPoSpellings(poNumber: string): string[] {
  const bare = poNumber.replace(/^po(?:[\s#:_-]+|(?=\d))/i, "");
  if (bare === "") return [poNumber];
  return [...new Set([poNumber, bare, ...["po", "po ", "po-"].map((before) => before + bare)])];
}

/** An array, so that each spelling is read from the index. */
const isOfPo = (poNumber: string): Sql => sql`po_number is not null and lower(po_number) =
  any (array(select lower(one) from unnest(${listPoSpellings(poNumber)}::text[]) one))`;

const hasPart = (key: string): Sql => sql`part_hashes @> array[${partHash(key)}]::smallint[]
  and strpos(part_numbers || ${entrySeparator}, ${entrySeparator + key + entrySeparator}) > 0`;

/**
 * A bound that uses no index. Between two indexed bounds the planner expects so few requests that
 * it reads them all instead of using the part number index (decision 135).
 */
const isBeforeUnindexed = (id: string): Sql => sql`(request_id < ${id}) is true`;

function toConditions(filter: RequestFilter): readonly (Sql | false)[] {
  const { account, key, status, po, part, from, until, before } = filter;
  const isBefore = (id: string) =>
    part === undefined ? sql`request_id < ${id}` : isBeforeUnindexed(id);
  return [
    account !== undefined && sql`account_id = ${account}`,
    key !== undefined && sql`key_id = ${key}`,
    // Failed requests have an index by account, not by key.
    key !== undefined &&
      account === undefined &&
      status !== undefined &&
      sql`account_id = (select account_id from api_keys where key_id = ${key})`,
    from != null && sql`request_id >= ${minIdAt(from)}`,
    until != null && isBefore(minIdAt(until)),
    status !== undefined && isAnswered[status],
    po !== undefined && isOfPo(po),
    part !== undefined && hasPart(filterKey(part)),
    before !== null && isBefore(before),
  ];
}

async function selectWhere(
  db: Queryable,
  { part }: RequestFilter,
  conditions: readonly (Sql | false)[],
  limit: number,
): Promise<LoggedRequest[]> {
  // The part number index is not sorted by time. The fence makes the planner use it first.
  const fence = raw(part === undefined ? "" : "offset 0");
  const rows = await all<RequestRow>(
    db,
    sql`select ${columns} from (select * from api_requests where ${and(conditions)} ${fence}) c
      order by request_id desc limit ${limit}`,
  );
  return rows.map(toLoggedRequest);
}

const dayMs = 86_400_000;

/**
 * Searches the newest two days, then the four before, then eight, until there are enough. A
 * frequent part number has thousands of requests per day, of which only the newest are needed; a
 * rare one is found in a few steps.
 */
async function selectByPart(
  db: Queryable,
  filter: RequestFilter,
  now: Date,
): Promise<LoggedRequest[]> {
  const conditions = toConditions(filter);
  const newest = filter.before === null ? (filter.until ?? now) : requestMoment(filter.before);
  const found: LoggedRequest[] = [];
  const firstStored = Math.floor(now.getTime() / dayMs) - requestLogDays;
  const oldest = Math.max(firstStored, Math.floor((filter.from?.getTime() ?? 0) / dayMs));
  let end = Math.floor(newest.getTime() / dayMs) + 2;
  for (let days = 2; end > oldest && found.length < filter.limit; days *= 2) {
    const startOf = (day: number) => minIdAt(new Date(day * dayMs));
    const ofDays = [sql`request_id >= ${startOf(end - days)}`, isBeforeUnindexed(startOf(end))];
    const wanted = filter.limit - found.length;
    found.push(...(await selectWhere(db, filter, [...conditions, ...ofDays], wanted)));
    end -= days;
  }
  return found;
}

export async function selectRequests(
  db: Queryable,
  filter: RequestFilter,
  now: Date,
): Promise<LoggedRequest[]> {
  if (filter.part !== undefined) return selectByPart(db, filter, now);
  return selectWhere(db, filter, toConditions(filter), filter.limit);
}

/** Counts the requests of each key since a day; `refused` includes failed ones. */
export function countRequestsOfKey(
  db: Queryable,
  accountId: AccountId,
  since: string,
): Promise<{ readonly keyId: KeyId; readonly requests: number; readonly refused: number }[]> {
  return all(
    db,
    sql`select d.key_id, sum(d.requests)::float8 as requests, sum(d.refused)::float8 as refused
      from api_keys k join request_days d using (key_id)
      where k.account_id = ${accountId} and d.day >= ${since}
      group by d.key_id`,
  );
}

/** Requests that were refused because their key had ended. */
export type RefusedUse = { readonly requests: number; readonly lastAt: Date | null };

/** Counting refused requests stops one above this. */
export const countedRefusals = 9_999;

/** Counts the logged requests that a key made after `endedAt`, when it was revoked or expired. */
export async function selectRefusedUse(
  db: Queryable,
  keyId: string,
  endedAt: Date,
): Promise<RefusedUse> {
  const found = await first<{ requests: number; lastId: string | null }>(
    db,
    sql`with refused as materialized (
        select request_id from api_requests
        where key_id = ${keyId} and request_id >= ${minIdAt(endedAt)}
          and error_code = 'KEY_REVOKED'
        order by request_id desc limit ${countedRefusals + 1}
      )
      select count(*)::integer as requests,
        (select request_id from refused order by request_id desc limit 1) as last_id
      from refused`,
  );
  const lastId = found?.lastId ?? null;
  return { requests: found?.requests ?? 0, lastAt: lastId === null ? null : requestMoment(lastId) };
}
