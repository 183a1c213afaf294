// Searches the request log, newest first, page by page. Every filter has its own index.
import type { AccountId, KeyId } from "../accounts/account.ts";
import { addDays, utcDay } from "../day.ts";
import { buildConditions, type Condition } from "../db/conditions.ts";
import type { Queryable } from "../db/database.ts";
import { minIdAt } from "../db/newId.ts";
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
  };

/** Answered, refused (4xx), or failed in the service (5xx). */
export const requestResults = ["answered", "error", "refused", "failed"] as const;
export type RequestResult = (typeof requestResults)[number];

/**
 * Null means any. The purchase order number must match completely, ignoring case and "PO" before
 * it. `before` is the last id of the previous page. `until` is exclusive.
 */
export type RequestFilter = {
  readonly accountId: AccountId | null;
  readonly keyId: string | null;
  readonly end: RequestResult | null;
  readonly poNumber: string | null;
  readonly partNumberKey: string | null;
  readonly from: Date | null;
  readonly until: Date | null;
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
const readEntries = (column: string) =>
  `coalesce((string_to_array(${column}, '${entrySeparator}'))[2:], '{}')`;

const columns = `request_id as "loggedId", account_id as "accountId", key_id as "keyId", method,
  route, status, error_code as "errorCode", duration_ms as "durationMs",
  ${readEntries("part_numbers")} as "partNumbers", ${readEntries("part_names")} as "partNames",
  in_stock as "inStock", outcomes, order_id as "orderId", po_number as "poNumber",
  error_path as "errorPath", error_message as "errorMessage"`;

function toLoggedRequest(row: RequestRow): LoggedRequest {
  return { ...row, requestId: toRequestId(row.loggedId), at: requestMoment(row.loggedId) };
}

/** Finds a request by id; in any account if `accountId` is null. */
export async function selectRequest(
  db: Queryable,
  accountId: AccountId | null,
  loggedId: string,
): Promise<LoggedRequest | undefined> {
  const rows = await db.query<RequestRow>({
    name: "select_api_request",
    text: `select ${columns} from api_requests
      where request_id = $1 and ($2::uuid is null or account_id = $2)`,
    values: [loggedId, accountId],
  });
  return rows.map(toLoggedRequest)[0];
}

const endConditions: Readonly<Record<RequestResult, string>> = {
  answered: "status < 400",
  error: "status >= 400",
  refused: "status >= 400 and status < 500",
  failed: "status >= 400 and status >= 500",
};

const hasPart = `strpos(part_numbers || '${entrySeparator}', ?) > 0`;

/**
 * A bound that uses no index. Between two indexed bounds the planner expects so few requests that
 * it reads them all instead of using the part number index (decision 135).
 */
const isBeforeUnindexed = "(request_id < ?) is true";

/** An array, so that each spelling is read from the index. */
const isOfPo = `po_number is not null
  and lower(po_number) = any (array(select lower(one) from unnest(?::text[]) one))`;

/** A purchase order number as systems may send it: 4306 for PO-4306, and the other way round. */
function listPoSpellings(poNumber: string): string[] {
  const bare = poNumber.replace(/^po(?:[\s#:_-]+|(?=\d))/i, "");
  if (bare === "") return [poNumber];
  return [...new Set([poNumber, bare, ...["po", "po ", "po-"].map((before) => before + bare)])];
}

function toConditions(filter: RequestFilter): readonly Condition[] {
  const { accountId, keyId, end, poNumber, partNumberKey, from, until, before } = filter;
  const isBefore = partNumberKey === null ? "request_id < ?" : isBeforeUnindexed;
  // Failed requests have an index by account, not by key.
  const isOfKey = accountId === null && end !== null;
  const entry = partNumberKey && entrySeparator + partNumberKey + entrySeparator;
  return [
    ["account_id = ?", accountId],
    ["key_id = ?", keyId],
    ["account_id = (select account_id from api_keys where key_id = ?)", isOfKey ? keyId : null],
    ["request_id >= ?", from && minIdAt(from)],
    [isBefore, until && minIdAt(until)],
    [end === null ? "true" : endConditions[end], end],
    [isOfPo, poNumber && listPoSpellings(poNumber)],
    ["part_hashes @> array[?]::smallint[]", partNumberKey && partHash(partNumberKey)],
    [hasPart, entry],
    [isBefore, before],
  ];
}

async function selectWhere(
  db: Queryable,
  { end, partNumberKey }: RequestFilter,
  conditions: readonly Condition[],
  limit: number,
): Promise<LoggedRequest[]> {
  const { where, values, key } = buildConditions(conditions, [limit]);
  // The part number index is not sorted by time. The fence makes the planner use it first.
  const fence = partNumberKey === null ? "" : "offset 0";
  const rows = await db.query<RequestRow>({
    name: `select_api_requests ${end ?? "all"} ${key}`,
    text: `select ${columns} from (select * from api_requests where ${where} ${fence}) c
      order by request_id desc limit $1`,
    values,
  });
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
    const [from, to] = [end - days, end].map((day) => minIdAt(new Date(day * dayMs)));
    const ofDays: readonly Condition[] = [
      ["request_id >= ?", from],
      [isBeforeUnindexed, to],
    ];
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
  if (filter.partNumberKey !== null) return selectByPart(db, filter, now);
  return selectWhere(db, filter, toConditions(filter), filter.limit);
}

/** Counts the requests of each key since a day; `refused` includes failed ones. */
export function countRequestsOfKey(
  db: Queryable,
  accountId: AccountId,
  since: string,
): Promise<{ readonly keyId: KeyId; readonly requests: number; readonly refused: number }[]> {
  return db.query({
    name: "count_api_requests_by_key",
    text: `select d.key_id as "keyId", sum(d.requests)::float8 as requests,
        sum(d.refused)::float8 as refused
      from api_keys k join request_days d using (key_id)
      where k.account_id = $1 and d.day >= $2
      group by d.key_id`,
    values: [accountId, since],
  });
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
  const [found] = await db.query<{ requests: number; lastId: string | null }>({
    name: "select_refused_use",
    text: `with refused as materialized (
        select request_id from api_requests
        where key_id = $1 and request_id >= $2 and error_code = 'KEY_REVOKED'
        order by request_id desc limit $3
      )
      select count(*)::integer as requests,
        (select request_id from refused order by request_id desc limit 1) as "lastId"
      from refused`,
    values: [keyId, minIdAt(endedAt), countedRefusals + 1],
  });
  const lastId = found?.lastId ?? null;
  return { requests: found?.requests ?? 0, lastAt: lastId === null ? null : requestMoment(lastId) };
}
