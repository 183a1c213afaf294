// What an operator does to a key, as it is written down: never the key itself.

import type { AccountId, KeyId } from "../accounts/account.ts";
import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Transaction } from "../db/database.ts";

/** Records what was done to a key; nothing if `actor` is null. */
export function recordKeyEvent(
  tx: Transaction,
  actor: Actor | null,
  deed: {
    readonly action: "issued a key" | "replaced a key" | "revoked a key";
    readonly key: { readonly keyId: KeyId; readonly accountId: AccountId };
    readonly before: unknown;
    readonly after: unknown;
    readonly now: Date;
  },
): void {
  if (actor === null) return;
  const { action, key, before, after, now } = deed;
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
