// Replacing a key by a new one, with a time in which both are good (decision 9).
import type { Database } from "../db/database.ts";
import { type KeyHandle, keyState } from "./account.ts";
import { type IssuedKey, issueKey } from "./issueKey.ts";
import { lockKey, markReplaced } from "./queries.ts";

/** How long a replaced key may live on, in hours. */
export const overlapHours = [0, 1, 24, 168] as const;
export type OverlapHours = (typeof overlapHours)[number];

export type RotatedKey =
  | { readonly outcome: "rotated"; readonly issued: IssuedKey; readonly oldKeyEndsAt: Date }
  | { readonly outcome: "unknown" }
  | { readonly outcome: "not active"; readonly state: "revoked" | "replaced" | "expired" };

/**
 * Issues a key of the same name to the same account and ends the old one after `overlap` hours. A
 * key that was replaced already and still lives is not rotated again, so that no key forks in
 * two.
 */
export async function rotateKey(
  db: Database,
  handle: KeyHandle,
  overlap: OverlapHours,
  now: Date,
): Promise<RotatedKey> {
  return db.transaction(async (tx) => {
    const old = await lockKey(tx, handle);
    if (old === undefined) return { outcome: "unknown" };
    const state = keyState(old, now);
    if (state !== "active") return { outcome: "not active", state };
    if (old.replacedBy !== null) return { outcome: "not active", state: "replaced" };
    const { accountId, name, expiresAt } = old;
    const issued = await issueKey(tx, { accountId, name, expiresAt, now });
    const latestEnd = new Date(now.getTime() + overlap * 3_600_000);
    const oldKeyEndsAt = await markReplaced(tx, old.keyId, issued.keyId, latestEnd);
    return { outcome: "rotated", issued, oldKeyEndsAt };
  });
}
