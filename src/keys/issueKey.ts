import type { AccountId, KeyId } from "../accounts/account.ts";
import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { hashKey, lastFour, mintKey, type PlainKey } from "./plainKey.ts";
import { insertKey } from "./queries.ts";

/** A new key; `key` cannot be retrieved again. */
export type IssuedKey = {
  readonly keyId: KeyId;
  readonly key: PlainKey;
  readonly name: string;
  readonly lastFour: string;
  readonly expiresAt: Date | null;
};

/**
 * Issues a key to an existing account and stores only its hash (decision 7). Recorded in the audit
 * log unless `actor` is null.
 */
export async function issueKey(
  tx: Transaction,
  request: {
    readonly accountId: AccountId;
    readonly name: string;
    readonly expiresAt: Date | null;
    readonly now: Date;
    readonly actor?: Actor | null;
    /** A new id by default. */
    readonly keyId?: KeyId | undefined;
    /**
     * Whether the key answers a request of the account for a key with this name; true by default.
     */
    readonly meets?: boolean;
  },
): Promise<IssuedKey> {
  const plain = mintKey();
  const issued: IssuedKey = {
    keyId: request.keyId ?? (newId() as KeyId),
    key: plain,
    name: request.name,
    lastFour: lastFour(plain),
    expiresAt: request.expiresAt,
  };
  const { accountId, now, actor = null, meets = true } = request;
  await insertKey(tx, { ...issued, accountId, now, meets, hash: hashKey(plain) });
  const { keyId, name, lastFour: last_four, expiresAt: expires_at } = issued;
  const after = { name, last_four, expires_at };
  const key = { keyId, accountId };
  recordKeyEvent(tx, actor, { action: "issued a key", key, before: null, after, now });
  return issued;
}

/** Records what was done to a key; nothing if `actor` is null. */
export function recordKeyEvent(
  tx: Transaction,
  actor: Actor | null,
  event: {
    readonly action: "issued a key" | "replaced a key" | "revoked a key";
    readonly key: { readonly keyId: KeyId; readonly accountId: AccountId };
    readonly before: unknown;
    readonly after: unknown;
    readonly now: Date;
  },
): void {
  if (actor === null) return;
  const { action, key, before, after, now } = event;
  const { keyId: subjectId, accountId } = key;
  recordAuditEvent(tx, {
    actor,
    action,
    subjectKind: "key",
    subjectId,
    accountId,
    before,
    after,
    now,
  });
}
