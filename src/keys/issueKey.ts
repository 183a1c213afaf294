import type { AccountId, ApiKey, KeyId } from "../accounts/account.ts";
import type { Actor } from "../audit/actor.ts";
import type { AuditEvent } from "../audit/queries.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { hashKey, lastFour, mintKey, type PlainKey } from "./plainKey.ts";
import { insertKey } from "./queries.ts";

/** A new key; `key` cannot be retrieved again. */
export type IssuedKey = Pick<ApiKey, "keyId" | "name" | "lastFour" | "expiresAt"> & {
  readonly key: PlainKey;
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
  recordKeyEvent(tx, actor, { keyId, accountId }, { action: "issued a key", after, now });
  return issued;
}

/** Records what was done to a key; nothing if `actor` is null. */
export function recordKeyEvent(
  tx: Transaction,
  actor: Actor | null,
  { keyId, accountId }: Pick<ApiKey, "keyId" | "accountId">,
  event: Pick<AuditEvent, "action" | "before" | "after" | "now">,
): void {
  if (actor === null) return;
  recordAuditEvent(tx, { ...event, actor, subjectKind: "key", subjectId: keyId, accountId });
}
