import type { AccountId, ApiKey, KeyChoice, KeyId } from "../accounts/account.ts";
import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";
import { waitForNoStandby } from "../db/replication.ts";
import type { KeyHash } from "./plainKey.ts";

/** The columns of a key `k`. */
export const keyColumns = `k.key_id as "keyId", k.account_id as "accountId", k.name,
  k.last_four as "lastFour", k.created_at as "createdAt", k.expires_at as "expiresAt",
  k.revoked_at as "revokedAt", k.replaced_by as "replacedBy", k.last_used_at as "lastUsedAt"`;

/** A use of a key, and the network it came from. */
export type KeyUse = { readonly keyId: KeyId; readonly network: string; readonly at: Date };

/**
 * Records when keys were last used, to the minute, and the networks that are new to them. Rows are
 * locked in the order of keys, so that two nodes cannot deadlock.
 */
export async function recordKeyUses(db: Queryable, uses: readonly KeyUse[]): Promise<void> {
  await db.query({
    name: "record_key_uses",
    text: `with uses as (
        select * from unnest($1::uuid[], $2::text[], $3::timestamptz[]) u (key_id, network, used_at)
      ), last as (
        select key_id, max(used_at) as used_at from uses group by key_id
      ), due as (
        select k.key_id, last.used_at from api_keys k join last using (key_id)
        where k.last_used_at is null or k.last_used_at < last.used_at - interval '1 minute'
        order by k.key_id for no key update of k
      ), used as (
        update api_keys k set last_used_at = due.used_at from due where k.key_id = due.key_id
        returning ${waitForNoStandby}
      )
      insert into key_networks (key_id, network, first_used_at)
      select key_id, network, min(used_at) from uses group by key_id, network order by key_id, network
      on conflict do nothing
      returning ${waitForNoStandby}`,
    values: [
      uses.map(({ keyId }) => keyId),
      uses.map(({ network }) => network),
      uses.map(({ at }) => at),
    ],
  });
}

/** The key with a hash. */
export async function selectKeyByHash(db: Queryable, hash: KeyHash): Promise<ApiKey | undefined> {
  return queryFirst<ApiKey>(db, {
    name: "select_key_by_hash",
    text: `select ${keyColumns} from api_keys k where key_hash = decode($1, 'hex')`,
    values: [hash],
  });
}

/**
 * Stores a key's hash. With `meets`, also marks the requests that the account made for a key with
 * this name, ignoring case, as issued.
 */
export async function insertKey(
  db: Queryable,
  key: Pick<ApiKey, "keyId" | "accountId" | "name" | "lastFour" | "expiresAt"> & {
    readonly hash: KeyHash;
    readonly meets: boolean;
    readonly now: Date;
  },
): Promise<void> {
  const { keyId, accountId, name, hash, lastFour, expiresAt, meets, now } = key;
  await db.query({
    name: "insert_key",
    text: `with met as (
        update key_requests set state = 'issued', key_id = $1, version = version + 1,
          changed_at = $7, changed_by = null
        where $8 and account_id = $2 and lower(key_name) = lower($3) and source = 'account'
          and state in ('new', 'needs information')
      )
      insert into api_keys
        (key_id, account_id, name, key_hash, last_four, expires_at, created_at)
      values ($1, $2, $3, decode($4, 'hex'), $5, $6, $7)`,
    values: [keyId, accountId, name, hash, lastFour, expiresAt, now, meets],
  });
}

/** A key, locked until the transaction ends. */
export async function lockKey(
  tx: Transaction,
  { keyId, accountId }: KeyChoice,
): Promise<ApiKey | undefined> {
  return queryFirst<ApiKey>(tx, {
    name: "lock_key",
    text: `select ${keyColumns} from api_keys k
      where key_id = $1 and ($2::uuid is null or account_id = $2) for update`,
    values: [keyId, accountId],
  });
}

/** Ends a key at `expiresAt` or at its own end, whichever is earlier; returns when. */
export async function markReplaced(
  db: Queryable,
  keyId: KeyId,
  replacedBy: KeyId,
  expiresAt: Date,
): Promise<Date> {
  const rows = await db.query<{ endsAt: Date }>({
    name: "mark_replaced",
    text: `update api_keys
      set replaced_by = $2, expires_at = least(coalesce(expires_at, $3), $3) where key_id = $1
      returning expires_at as "endsAt"`,
    values: [keyId, replacedBy, expiresAt],
  });
  return rows[0]?.endsAt ?? expiresAt;
}

export async function markRevoked(db: Queryable, keyId: KeyId, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: "mark_revoked",
    text: `update api_keys set revoked_at = $2 where key_id = $1 and revoked_at is null
      returning key_id`,
    values: [keyId, now],
  });
  return rows.length === 1;
}

export async function selectKey(
  db: Queryable,
  accountId: AccountId,
  keyId: string,
): Promise<ApiKey | undefined> {
  return queryFirst<ApiKey>(db, {
    name: "select_key",
    text: `select ${keyColumns} from api_keys k where account_id = $1 and key_id = $2`,
    values: [accountId, keyId],
  });
}

export async function selectKeys(db: Queryable, accountId: AccountId | null): Promise<ApiKey[]> {
  return db.query<ApiKey>({
    name: "select_keys",
    text: `select ${keyColumns} from api_keys k
      where $1::uuid is null or account_id = $1 order by created_at, key_id`,
    values: [accountId],
  });
}
