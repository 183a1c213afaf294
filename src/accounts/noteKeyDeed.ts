// What an operator does to a key, as it is written down: never the key itself.
import { noteDeed } from "../audit/noteDeed.ts";
import type { Queryable } from "../db/database.ts";
import type { AccountId, KeyId } from "./account.ts";
import type { DeedBy } from "./changeOperatorRole.ts";

/** Notes a deed on a key; nothing where `by` is null: then a buyer did it. */
export function noteKeyDeed(
  tx: Queryable,
  by: DeedBy | null,
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
  noteDeed(tx, { ...by, action, subjectKind: "key", subjectId, accountId, before, after, now });
}
