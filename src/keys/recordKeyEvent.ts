// What an operator does to a key, as it is written down: never the key itself.

import type { AccountId, KeyId } from "../accounts/account.ts";
import type { OperatorChangeBy } from "../accounts/changeOperatorRole.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Transaction } from "../db/database.ts";

/** Notes a deed on a key; nothing where `by` is null: then a buyer did it. */
export function recordKeyEvent(
  tx: Transaction,
  by: OperatorChangeBy | null,
  deed: {
    readonly action: "issued a key" | "replaced a key" | "revoked a key";
    readonly key: { readonly keyId: KeyId; readonly accountId: AccountId };
    readonly before: unknown;
    readonly after: unknown;
    readonly now: Date;
  },
): void {
  if (by === null) return;
  const { action, key, before, after, now } = deed;
  const { keyId: subjectId, accountId } = key;
  recordAuditEvent(tx, {
    ...by,
    action,
    subjectKind: "key",
    subjectId,
    accountId,
    before,
    after,
    now,
  });
}
