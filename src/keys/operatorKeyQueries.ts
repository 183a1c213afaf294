import type { ApiKey } from "../accounts/account.ts";
import { escapeLikePattern } from "../db/conditions.ts";
import { type Queryable, queryFirst } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { formatOrderBy, formatPlace, type Keyset } from "../db/keyset.ts";
import { toWordQuery, wordsOf } from "../db/words.ts";
import { keyColumns } from "./queries.ts";

export type OperatorKey = ApiKey & { readonly accountName: string };

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
function isExpiring(now: string): string {
  return `(k.revoked_at is null and k.replaced_by is null
    and k.expires_at > ${now} and k.expires_at <= ${now} + interval '${warnedDays} days'
    and a.suspended_at is null
    and not exists (select from api_keys n
      where n.account_id = k.account_id and n.revoked_at is null
        and n.created_at >= k.expires_at - interval '${warnedDays} days'
        and (n.expires_at is null or n.expires_at > k.expires_at))
    and ${lastUse} > ${now} - interval '${usedDays} days')`;
}

/** Counting keys that expire stops one above this. */
const countedKeys = 999;

/** The keys in use that expire soon, and when the first of them does. */
export type ExpiringKeys = { readonly count: number; readonly firstAt: Date | null };

export async function countExpiringKeys(db: Queryable, now: Date): Promise<ExpiringKeys> {
  const row = await queryFirst<ExpiringKeys>(db, {
    name: "count_expiring_keys",
    text: `select count(*)::integer as count, min(expires_at) as "firstAt" from (
        select k.expires_at from api_keys k join accounts a using (account_id)
        where ${isExpiring("$1::timestamptz")} order by k.expires_at limit $2
      ) expiring`,
    values: [now, countedKeys + 1],
  });
  return row ?? { count: 0, firstAt: null };
}

/** `text` is a part of the name, the last four characters or an id. Null matches everything. */
export type KeyFilter = {
  readonly text: string | null;
  readonly accountId: string | null;
  readonly state: KeyState | null;
};

const columns = `${keyColumns}, a.name as "accountName"`;

export const keySorts = ["created", "name", "account", "used"] as const;
export type KeySort = (typeof keySorts)[number];

/** `before` is the last id of the previous page. Without a sort: newest first. */
type KeyPage = {
  readonly before: string | null;
  readonly limit: number;
  readonly now: Date;
  readonly sort?: { readonly by: KeySort; readonly isDescending: boolean };
};

/** A key that was never used is the one that was used least recently. */
function toKeyset({ by, isDescending }: NonNullable<KeyPage["sort"]>): Keyset {
  const keys: Readonly<Record<KeySort, readonly string[]>> = {
    created: [],
    name: ["lower(k.name)"],
    account: ["lower(a.name)"],
    used: ["coalesce(k.last_used_at, '-infinity')"],
  };
  const rowBefore = "api_keys k join accounts a using (account_id) where k.key_id = $5";
  return { keys: [...keys[by], "k.key_id"], isDescending, rowBefore };
}

/**
 * One page of keys after the key `before`. Text matches anywhere in the name of
 * the key or account, ignoring case; the last four characters and an id must match entirely.
 */
export async function selectOperatorKeys(
  db: Queryable,
  { text, accountId, state }: KeyFilter,
  page: KeyPage,
): Promise<OperatorKey[]> {
  const keyset = toKeyset(page.sort ?? { by: "created", isDescending: true });
  const sought = text === null ? null : escapeLikePattern(text);
  return db.query<OperatorKey>({
    // Unnamed, so that unused filters cost nothing.
    name: "",
    text: `select ${columns} from api_keys k join accounts a using (account_id)
      where ($1::text is null or k.name ilike $1 or a.name ilike $1 or k.last_four = $2
          or k.key_id::text = lower($2))
        and ($3::uuid is null or k.account_id = $3)
        and ($4::text is null or $4 = 'expiring' or $4 = case
          when k.revoked_at is not null then 'revoked'
          when k.expires_at <= $7 then 'ended'
          else 'active' end)
        and ($4 is distinct from 'expiring' or ${isExpiring("$7::timestamptz")})
        and ($5::uuid is null or ${formatPlace(keyset)})
      order by ${formatOrderBy(keyset)} limit $6`,
    values: [sought, text, accountId, state, page.before, page.limit, page.now],
  });
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
