import type { ApiKey, KeyId } from "../accounts/account.ts";
import { type Queryable, queryFirst, type Transaction } from "../db/database.ts";
import type { TokenHash } from "../signIn/plainToken.ts";

export type RevealedKey = Pick<ApiKey, "keyId" | "accountId" | "name" | "lastFour"> & {
  readonly accountName: string;
  readonly keyExpiresAt: Date | null;
  readonly expiresAt: Date;
};

const goodReveal = `r.token_hash = $1 and r.expires_at > $2 and k.key_id = r.key_id
  and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)
  and a.account_id = k.account_id and a.suspended_at is null`;
const revealColumns = `k.key_id as "keyId", k.account_id as "accountId", a.name as "accountName",
  k.name, k.last_four as "lastFour", k.expires_at as "keyExpiresAt", r.expires_at as "expiresAt"`;

export async function insertReveal(
  tx: Transaction,
  reveal: {
    readonly hash: TokenHash;
    readonly keyId: KeyId;
    readonly encryptedKey: Buffer;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await tx.query({
    name: "insert_reveal",
    text: `insert into key_reveals (token_hash, key_id, encrypted_key, expires_at)
      values ($1, $2, $3, $4)`,
    values: [reveal.hash, reveal.keyId, reveal.encryptedKey, reveal.expiresAt],
  });
}

/** The key of a link that is valid at `now`; the key itself stays encrypted. */
export async function selectReveal(
  db: Queryable,
  hash: TokenHash,
  now: Date,
): Promise<RevealedKey | undefined> {
  return queryFirst<RevealedKey>(db, {
    name: "select_reveal",
    text: `select ${revealColumns} from key_reveals r, api_keys k, accounts a
      where ${goodReveal}`,
    values: [hash, now],
  });
}

/** Deletes and returns the key of a valid link. Of concurrent requests one succeeds. */
export async function takeReveal(
  db: Queryable,
  hash: TokenHash,
  now: Date,
): Promise<(RevealedKey & { readonly encryptedKey: Buffer }) | undefined> {
  return queryFirst<RevealedKey & { readonly encryptedKey: Buffer }>(db, {
    name: "take_reveal",
    text: `delete from key_reveals r using api_keys k, accounts a where ${goodReveal}
      returning ${revealColumns}, r.encrypted_key as "encryptedKey"`,
    values: [hash, now],
  });
}

export async function deleteRevealsOf(tx: Transaction, keyId: KeyId): Promise<void> {
  await tx.query({
    name: "delete_reveals_of",
    text: "delete from key_reveals where key_id = $1",
    values: [keyId],
  });
}

export async function deleteEndedReveals(db: Queryable, now: Date): Promise<number> {
  const rows = await db.query({
    name: "delete_expired_reveals",
    text: `delete from key_reveals r using api_keys k
      where k.key_id = r.key_id and (r.expires_at <= $1 or k.revoked_at is not null)
      returning r.key_id`,
    values: [now],
  });
  return rows.length;
}
