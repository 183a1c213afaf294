import { type ApiKey, keyState } from "../accounts/account.ts";
import { escapeLikePattern } from "../db/conditions.ts";
import { type Queryable, queryFirst } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { toWordQuery, wordsOf } from "../db/words.ts";
import type { Noun } from "../kit/declared.ts";
import { first, raw, type Sql, sql } from "../kit/sql.ts";
import { wire } from "../kit/wire.ts";
import { keyColumns } from "./queries.ts";

export type OperatorKey = ApiKey & { readonly accountName: string };

export const keyNoun: Noun<OperatorKey> = {
  name: "key",
  find: async (db, text) => (isUuid(text) ? selectOperatorKey(db, text) : undefined),
  idOf: ({ keyId }) => keyId,
  accountOf: ({ accountId }) => accountId,
  address: (id) => `/console/keys/${id}`,
  wire: {
    key_id: wire.id(({ keyId }) => keyId),
    account_id: wire.id(({ accountId }) => accountId),
    account: wire.text(({ accountName }) => accountName),
    name: wire.text(({ name }) => name),
    last_four: wire.text((key) => key.lastFour),
    state: wire.text(keyState),
    created_at: wire.time(({ createdAt }) => createdAt),
    expires_at: wire.timeOrNull(({ expiresAt }) => expiresAt),
    revoked_at: wire.timeOrNull(({ revokedAt }) => revokedAt),
    last_used_at: wire.timeOrNull(({ lastUsedAt }) => lastUsedAt),
  },
};

/** `expiring`: active and in use, but only for a few more days, and without a newer key. */
export const keyStates = ["active", "expiring", "ended", "revoked"] as const;
type KeyState = (typeof keyStates)[number];

/** A key expires soon from this many days before its end. */
const warnedDays = 14;
/** A key that was not used for longer is not missed when it expires. */
const usedDays = 14;

/** SQL: when key `k`, or a key that it replaced, was last used. */
const lastUse = `(with recursive line as (
    select k.key_id, k.last_used_at
    union all
    select p.key_id, p.last_used_at from api_keys p join line on p.replaced_by = line.key_id
    where p.account_id = k.account_id
  ) select max(last_used_at) from line)`;

/** SQL: key `k` of account `a` expires soon, and its systems have no newer key yet. */
function isExpiring(now: Date): Sql {
  return sql`(k.revoked_at is null and k.replaced_by is null
    and k.expires_at > ${now}::timestamptz and k.expires_at <= ${now}::timestamptz + ${`${warnedDays} days`}::interval
    and a.suspended_at is null
    and not exists (select from api_keys n
      where n.account_id = k.account_id and n.revoked_at is null
        and n.created_at >= k.expires_at - ${`${warnedDays} days`}::interval
        and (n.expires_at is null or n.expires_at > k.expires_at))
    and ${raw(lastUse)} > ${now}::timestamptz - ${`${usedDays} days`}::interval)`;
}

/** Counting keys that expire stops one above this. */
const countedKeys = 999;

/** The keys in use that expire soon, and when the first of them does. */
export type ExpiringKeys = { readonly count: number; readonly firstAt: Date | null };

export async function countExpiringKeys(db: Queryable, now: Date): Promise<ExpiringKeys> {
  const row = await first<ExpiringKeys>(
    db,
    sql`select count(*)::integer as count, min(expires_at) as first_at from (
        select k.expires_at from ${keySource}
        where ${isExpiring(now)} order by k.expires_at limit ${countedKeys + 1}
      ) expiring`,
  );
  return row ?? { count: 0, firstAt: null };
}

const columns = `${keyColumns}, a.name as "accountName"`;

export const keyListColumns = raw(columns);
export const keySource = sql`api_keys k join accounts a using (account_id)`;

/**
 * The text is anywhere in the name of the key or account, ignoring case, or it is all of the last
 * four characters or of the id.
 */
export function hasKeyText(text: string): Sql {
  const part = escapeLikePattern(text);
  return sql`(k.name ilike ${part} or a.name ilike ${part} or k.last_four = ${text}
    or k.key_id::text = lower(${text}))`;
}

export function isInKeyState(state: KeyState, now: Date): Sql {
  switch (state) {
    case "revoked":
      return sql`k.revoked_at is not null`;
    case "ended":
      return sql`k.revoked_at is null and k.expires_at <= ${now}`;
    case "active":
      return sql`k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})`;
    case "expiring":
      return isExpiring(now);
  }
}

export async function selectOperatorKey(
  db: Queryable,
  keyId: string,
): Promise<OperatorKey | undefined> {
  return queryFirst<OperatorKey>(db, {
    name: "select_operator_key",
    text: `select ${columns} from api_keys k join accounts a using (account_id)
      where k.key_id = $1`,
    values: [keyId],
  });
}

/** The best are chosen from so many matches. */
const maxMatches = 200;

/**
 * The keys with this id, or with words in their name, or last four characters, that begin with the
 * typed words; revoked keys come last, then the newest first. Reads an index.
 */
export async function findKeys(
  db: Queryable,
  typed: string,
  limit: number,
): Promise<OperatorKey[]> {
  const words = toWordQuery(typed);
  if (words === null) return [];
  return db.query<OperatorKey>({
    name: "find_keys",
    text: `select ${columns} from (
        (select k.* from api_keys k
          where ${wordsOf("k.name || ' ' || k.last_four")} @@ to_tsquery('simple', $1)
          limit ${maxMatches})
        union all
        (select k.* from api_keys k where k.key_id = $2::uuid)
      ) k join accounts a using (account_id)
      order by k.revoked_at is not null, k.key_id desc limit $3`,
    values: [words, isUuid(typed) ? typed : null, limit],
  });
}

/** Finds keys by id, newest first; unknown ids are left out. */
export function selectKeysById(db: Queryable, ids: readonly string[]): Promise<OperatorKey[]> {
  return db.query<OperatorKey>({
    name: "select_keys_by_id",
    text: `select ${columns} from api_keys k join accounts a using (account_id)
      where k.key_id = any ($1::uuid[]) order by k.key_id desc`,
    values: [ids],
  });
}

/** The requests with a key on `today` and since `since`, and the orders placed with it today. */
export type KeyUse = {
  readonly callsToday: number;
  readonly calls: number;
  readonly ordersToday: number;
};

/** Counting a key's orders stops one above this. */
export const countedKeyOrders = 999;

/** `today` and `since` are days in UTC. */
export async function selectKeyUse(
  db: Queryable,
  key: ApiKey,
  days: { readonly since: string; readonly today: string },
): Promise<KeyUse> {
  const [use] = await db.query<KeyUse>({
    name: "select_key_use",
    text: `select coalesce(sum(requests) filter (where day = $3), 0)::float8 as "callsToday",
        coalesce(sum(requests), 0)::float8 as calls,
        (select count(*) from (
          select from orders where account_id = $4 and key_id = $1
            and order_id >= min_request_id($3::date::timestamp at time zone 'UTC') limit $5
        ) o)::integer as "ordersToday"
      from request_days where key_id = $1 and day >= $2`,
    values: [key.keyId, days.since, days.today, key.accountId, countedKeyOrders + 1],
  });
  if (use === undefined) throw new Error("A sum without groups has one row.");
  return use;
}
