// The SQL by which calls are found again: newest first, a page at a time, each way by an index of
// its own.
import type { AccountId, KeyId } from "../accounts/account.ts";
import { addDays, utcDay } from "../day.ts";
import type { Queryable } from "../db/database.ts";
import { minIdAt } from "../db/newId.ts";
import { partHash } from "./requestBatch.ts";
import { requestMoment, toRequestId } from "./requestId.ts";
import { entrySeparator } from "./requestText.ts";

/** A call as the log has it. Lists are empty where nothing was asked or it could not be read. */
export type LoggedRequest = {
  readonly loggedId: string;
  readonly requestId: string;
  readonly at: Date;
  readonly accountId: AccountId | null;
  readonly keyId: KeyId | null;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly durationMs: number;
  readonly partNumbers: readonly string[];
  readonly partNames: readonly string[];
  readonly inStock: boolean;
  /** A letter an entry, numbers first, as `EntryOutcome`; null where there was no answer. */
  readonly outcomes: string | null;
  readonly orderId: string | null;
  readonly poNumber: string | null;
};

/** How calls ended: answered, refused (4xx), failed in the service (5xx). */
export const requestResults = ["answered", "refused", "failed"] as const;
export type RequestResult = (typeof requestResults)[number];

/**
 * Which calls; null is any. The purchase order number is whole, in any case; the part number is
 * one's key; `before` is the last id of the page before; `until` itself is not included.
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

/** Calls are kept for this many days. */
export const requestLogDays = 30;

/** The first day of which calls are counted beside today. */
export function firstRetainedDay(now: Date): string {
  return addDays(utcDay(now), 1 - requestLogDays);
}

type CallColumns = Omit<LoggedRequest, "requestId" | "at">;

/** Every text of entries begins with its separator, so its first piece is none. */
const readEntries = (column: string) =>
  `coalesce((string_to_array(${column}, '${entrySeparator}'))[2:], '{}')`;

const columns = `request_id as "loggedId", account_id as "accountId", key_id as "keyId", method,
  route, status, error_code as "errorCode", duration_ms as "durationMs",
  ${readEntries("part_numbers")} as "partNumbers", ${readEntries("part_names")} as "partNames",
  in_stock as "inStock", outcomes, order_id as "orderId", po_number as "poNumber"`;

function toLoggedCall(row: CallColumns): LoggedRequest {
  return { ...row, requestId: toRequestId(row.loggedId), at: requestMoment(row.loggedId) };
}

/** The call of an id; of the one account, or whosever it is where that is null. */
export async function selectRequest(
  db: Queryable,
  accountId: AccountId | null,
  loggedId: string,
): Promise<LoggedRequest | undefined> {
  const rows = await db.query<CallColumns>({
    name: "select_call",
    text: `select ${columns} from api_calls
      where request_id = $1 and ($2::uuid is null or account_id = $2)`,
    values: [loggedId, accountId],
  });
  return rows.map(toLoggedCall)[0];
}

const endConditions: Readonly<Record<RequestResult, string>> = {
  answered: "status < 400",
  refused: "status >= 400 and status < 500",
  failed: "status >= 400 and status >= 500",
};

const hasPart = `strpos(part_numbers || '${entrySeparator}', ?) > 0`;

/**
 * A bound that is not looked for in an index: between two that are, the planner expects so few
 * calls that it reads them all, and not the index of part numbers (decision 135).
 */
const isBeforeUnindexed = "(request_id < ?) is true";

type Condition = { readonly name: string; readonly text: string; readonly value?: unknown };

function listConditions(filter: RequestFilter): Condition[] {
  const { accountId, keyId, end, poNumber, partNumberKey, from, until, before } = filter;
  const isBefore = partNumberKey === null ? "request_id < ?" : isBeforeUnindexed;
  // A key's calls that ended badly are few among its account's that did, which have an index.
  const isOfKey = accountId === null && keyId !== null && end !== null;
  const asked: (Condition | null)[] = [
    accountId === null ? null : { name: "account", text: "account_id = ?", value: accountId },
    keyId === null ? null : { name: "key", text: "key_id = ?", value: keyId },
    isOfKey
      ? {
          name: "of key",
          text: "account_id = (select account_id from api_keys where key_id = ?)",
          value: keyId,
        }
      : null,
    from === null ? null : { name: "since", text: "request_id >= ?", value: minIdAt(from) },
    until === null ? null : { name: "until", text: isBefore, value: minIdAt(until) },
    end === null ? null : { name: end, text: endConditions[end] },
    poNumber === null
      ? null
      : {
          name: "po",
          text: "po_number is not null and lower(po_number) = lower(?)",
          value: poNumber,
        },
    partNumberKey === null
      ? null
      : {
          name: "hash",
          text: "part_hashes @> array[?]::smallint[]",
          value: partHash(partNumberKey),
        },
    partNumberKey === null
      ? null
      : { name: "part", text: hasPart, value: entrySeparator + partNumberKey + entrySeparator },
    before === null ? null : { name: "before", text: isBefore, value: before },
  ];
  return asked.filter((condition) => condition !== null);
}

async function selectWhere(
  db: Queryable,
  conditions: readonly Condition[],
  limit: number,
): Promise<LoggedRequest[]> {
  const values: unknown[] = [limit];
  const texts = conditions.map(({ text, value }) =>
    value === undefined ? text : text.replace("?", `$${values.push(value)}`),
  );
  const where = texts.length === 0 ? "" : `where ${texts.join(" and ")}`;
  // An index of words is in no order: what it finds is fetched first, so that no other is read.
  const fence = conditions.some(({ name }) => name === "part") ? "offset 0" : "";
  const rows = await db.query<CallColumns>({
    name: `select_calls ${conditions.map(({ name }) => name).join(" ")}`,
    text: `select ${columns} from (select * from api_calls ${where} ${fence}) c
      order by request_id desc limit $1`,
    values,
  });
  return rows.map(toLoggedCall);
}

const dayMs = 86_400_000;

/**
 * The calls of the newest day, then of two days before it, of four before those, until there are
 * enough: a number that is asked for all the time has thousands a day, of which the newest are
 * wanted, and one that is asked for seldom is found in a few steps.
 */
async function selectByPart(
  db: Queryable,
  filter: RequestFilter,
  now: Date,
): Promise<LoggedRequest[]> {
  const conditions = listConditions(filter);
  const newest = filter.before === null ? (filter.until ?? now) : requestMoment(filter.before);
  const found: LoggedRequest[] = [];
  const kept = Math.floor(now.getTime() / dayMs) - requestLogDays;
  const oldest = Math.max(kept, Math.floor((filter.from?.getTime() ?? 0) / dayMs));
  let end = Math.floor(newest.getTime() / dayMs) + 2;
  for (let days = 2; end > oldest && found.length < filter.limit; days *= 2) {
    const [from, to] = [end - days, end].map((day) => minIdAt(new Date(day * dayMs)));
    const ofDays = [
      { name: "from", text: "request_id >= ?", value: from },
      { name: "to", text: isBeforeUnindexed, value: to },
    ];
    found.push(...(await selectWhere(db, [...conditions, ...ofDays], filter.limit - found.length)));
    end -= days;
  }
  return found;
}

/** A page of the calls that a filter lets through, the newest first. */
export async function selectRequests(
  db: Queryable,
  filter: RequestFilter,
  now: Date,
): Promise<LoggedRequest[]> {
  if (filter.partNumberKey !== null) return selectByPart(db, filter, now);
  return selectWhere(db, listConditions(filter), filter.limit);
}

/** How often a key of an account called since a day, and how often it was refused or failed. */
export type KeyRequestCount = {
  readonly keyId: KeyId;
  readonly calls: number;
  readonly refused: number;
};

/** Counts the calls of an account's keys since the beginning of a day in UTC. */
export function countRequestsOfKey(
  db: Queryable,
  accountId: AccountId,
  since: string,
): Promise<KeyRequestCount[]> {
  return db.query<KeyRequestCount>({
    name: "count_key_calls",
    text: `select d.key_id as "keyId", sum(d.calls)::float8 as calls,
        sum(d.refused)::float8 as refused
      from api_keys k join call_days d using (key_id)
      where k.account_id = $1 and d.day >= $2
      group by d.key_id`,
    values: [accountId, since],
  });
}
