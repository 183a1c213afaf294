// Ending a key for good. Every node refuses it within a second (decision 9).
import type { Database } from "../db/database.ts";
import type { KeyHandle } from "./account.ts";
import { lockKey, markRevoked } from "./queries.ts";

/** Revokes a key; revoking it again changes nothing and is said. */
export async function revokeKey(
  db: Database,
  handle: KeyHandle,
  now: Date,
): Promise<"revoked" | "already revoked" | "unknown"> {
  return db.transaction(async (tx) => {
    const key = await lockKey(tx, handle);
    if (key === undefined) return "unknown";
    return (await markRevoked(tx, key.keyId, now)) ? "revoked" : "already revoked";
  });
}
