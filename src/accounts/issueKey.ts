// Issuing a key: the one moment at which a plain key exists here.
import { randomUUIDv7 } from "node:crypto";
import type { Queryable } from "../db/database.ts";
import type { AccountId, KeyId } from "./account.ts";
import { hashKey, lastFour, mintKey, type PlainKey } from "./plainKey.ts";
import { insertKey } from "./queries.ts";

/** A key just issued; `key` is not to be had again. */
export type IssuedKey = {
  readonly keyId: KeyId;
  readonly key: PlainKey;
  readonly name: string;
  readonly lastFour: string;
  readonly expiresAt: Date | null;
};

/** Issues a key to an account that exists; stores its hash alone (decision 7). */
export async function issueKey(
  db: Queryable,
  request: {
    readonly accountId: AccountId;
    readonly name: string;
    readonly expiresAt: Date | null;
    readonly now: Date;
  },
): Promise<IssuedKey> {
  const key = mintKey();
  const issued: IssuedKey = {
    keyId: randomUUIDv7() as KeyId,
    key,
    name: request.name,
    lastFour: lastFour(key),
    expiresAt: request.expiresAt,
  };
  await insertKey(db, { ...request, ...issued, hash: hashKey(key) });
  return issued;
}
