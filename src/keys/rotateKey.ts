// Replacing a key, with a period in which both keys work.

import { type KeyChoice, keyState } from "../accounts/account.ts";
import type { Actor } from "../audit/actor.ts";
import type { Database, Transaction } from "../db/database.ts";
import { createKey, type IssuedKey, recordKeyEvent } from "./issueKey.ts";
import { lockKey, markReplaced } from "./queries.ts";

/** How long a replaced key continues to work, in hours. */
export const overlapHours = [0, 1, 24, 168] as const;
export type OverlapHours = (typeof overlapHours)[number];

export type RotatedKey =
  | { readonly outcome: "rotated"; readonly issued: IssuedKey; readonly oldKeyEndsAt: Date }
  | { readonly outcome: "unknown" }
  | { readonly outcome: "not active"; readonly state: "revoked" | "replaced" | "expired" };

export type Rotation = {
  readonly choice: KeyChoice;
  readonly overlap: OverlapHours;
  readonly actor: Actor;
  readonly now: Date;
};

/**
 * Issues a key with the same name to the same account and ends the old one after `overlap` hours. A
 * key that was replaced before is refused, so that it never has two replacements.
 */
export async function replaceKey(
  tx: Transaction,
  { choice, overlap, actor, now }: Rotation,
): Promise<RotatedKey> {
  const old = await lockKey(tx, choice);
  if (old === undefined) return { outcome: "unknown" };
  const state = keyState(old, now);
  if (state !== "active") return { outcome: "not active", state };
  if (old.replacedBy !== null) return { outcome: "not active", state: "replaced" };
  const { accountId, name, expiresAt } = old;
  // An open request for another key stays open.
  const issued = await createKey(tx, { accountId, name, expiresAt, meets: false, now });
  const latestEnd = new Date(now.getTime() + overlap * 3_600_000);
  const oldKeyEndsAt = await markReplaced(tx, old.keyId, issued.keyId, latestEnd);
  recordKeyEvent(tx, actor, old, {
    action: "replaced a key",
    before: { name, last_four: old.lastFour, expires_at: expiresAt },
    after: { last_four: issued.lastFour, key_id: issued.keyId, old_key_ends_at: oldKeyEndsAt },
    now,
  });
  return { outcome: "rotated", issued, oldKeyEndsAt };
}

/** Runs `replaceKey` in its own transaction. */
export async function rotateKey(
  db: Database,
  choice: KeyChoice,
  overlap: OverlapHours,
  now: Date,
  actor: Actor,
): Promise<RotatedKey> {
  return db.transaction((tx) => replaceKey(tx, { choice, overlap, actor, now }));
}
