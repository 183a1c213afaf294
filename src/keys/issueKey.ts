import type { ApiKey, KeyId } from "../accounts/account.ts";
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

export type NewKey = Pick<ApiKey, "accountId" | "name" | "expiresAt"> & {
  readonly now: Date;
  /** A new id by default. */
  readonly keyId?: KeyId | undefined;
  /** Whether the key answers a request of the account for a key with this name; true by default. */
  readonly meets?: boolean;
};

/** Creates a key of an existing account and stores only its hash, without an audit event. */
export async function createKey(tx: Transaction, request: NewKey): Promise<IssuedKey> {
  const plain = mintKey();
  const issued: IssuedKey = {
    keyId: request.keyId ?? (newId() as KeyId),
    key: plain,
    name: request.name,
    lastFour: lastFour(plain),
    expiresAt: request.expiresAt,
  };
  const { accountId, now, meets = true } = request;
  await insertKey(tx, { ...issued, accountId, now, meets, hash: hashKey(plain) });
  return issued;
}

/** Creates a key and records it in the audit log. */
export async function issueKey(
  tx: Transaction,
  request: NewKey & { readonly actor: Actor },
): Promise<IssuedKey> {
  const issued = await createKey(tx, request);
  const { keyId, name, lastFour: last_four, expiresAt: expires_at } = issued;
  const { accountId, actor, now } = request;
  const after = { name, last_four, expires_at };
  recordKeyEvent(tx, actor, { keyId, accountId }, { action: "issued a key", after, now });
  return issued;
}

export function recordKeyEvent(
  tx: Transaction,
  actor: Actor,
  { keyId, accountId }: Pick<ApiKey, "keyId" | "accountId">,
  event: Pick<AuditEvent, "action" | "before" | "after" | "now">,
): void {
  recordAuditEvent(tx, { ...event, actor, subjectKind: "key", subjectId: keyId, accountId });
}
