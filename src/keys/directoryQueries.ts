import type { Queryable } from "../db/database.ts";
import type { KeyFingerprint, KeyRow } from "./knownKeys.ts";
import type { KeyHash } from "./plainKey.ts";

const joined = "api_keys k join accounts a using (account_id)";
const digest = `hash_record(row(k.key_hash, k.key_id, k.account_id, k.expires_at, k.revoked_at,
  k.replaced_by, a.suspended_at))`;
const columns = `encode(k.key_hash, 'hex') as hash, k.key_id as "keyId",
  k.account_id as "accountId", k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
  k.replaced_by as "replacedBy", a.suspended_at as "suspendedAt", ${digest} as digest`;

/** False for a standby, which may not have what was committed last. */
export async function isPrimary(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ isPrimary: boolean }>({
    name: "is_primary",
    text: `select not pg_is_in_recovery() as "isPrimary"`,
  });
  return row?.isPrimary ?? false;
}

export async function selectAllKeys(db: Queryable): Promise<KeyRow[]> {
  return db.query<KeyRow>({ name: "select_all_keys", text: `select ${columns} from ${joined}` });
}

/** The keys of accounts, and those with a hash. */
export async function selectKeysOf(
  db: Queryable,
  accountIds: readonly string[],
  hashes: readonly KeyHash[],
): Promise<KeyRow[]> {
  return db.query<KeyRow>({
    name: "select_keys_of",
    text: `select ${columns} from ${joined} where k.account_id = any($1)
      union all
      select ${columns} from ${joined} where k.account_id <> all($1)
        and k.key_hash = any(select decode(sought, 'hex') from unnest($2::text[]) sought)`,
    values: [accountIds, hashes],
  });
}

/** The fingerprint of all keys. */
export async function selectFingerprint(db: Queryable): Promise<KeyFingerprint> {
  const [row] = await db.query<KeyFingerprint>({
    name: "select_key_fingerprint",
    text: `select count(*)::integer as keys, coalesce(sum(${digest}), 0)::float8 as digests
      from ${joined}`,
  });
  return row ?? { keys: 0, digests: 0 };
}
