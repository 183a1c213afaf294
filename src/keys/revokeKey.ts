import { Type } from "typebox";
import type { KeyChoice } from "../accounts/account.ts";
import type { Actor } from "../audit/actor.ts";
import type { Database } from "../db/database.ts";
import { verb } from "../kit/action.ts";
import { recordKeyEvent } from "./issueKey.ts";
import { settleKeyMails } from "./keyChangeQueries.ts";
import { keyNoun } from "./operatorKeyQueries.ts";
import { lockKey, markRevoked } from "./queries.ts";

/** Revokes keys, each in a transaction of its own. Returns how many were not revoked before. */
export async function revokeKeys(
  db: Database,
  choices: readonly KeyChoice[],
  now: Date,
  actor: Actor,
): Promise<number> {
  let revoked = 0;
  for (const choice of choices) {
    if ((await revokeKey(db, choice, now, actor)) === "revoked") revoked += 1;
  }
  return revoked;
}

/**
 * Revokes a key; every node refuses it within a second. The reason is recorded. Its undelivered
 * e-mail is dismissed and loses the key.
 */
export async function revokeKey(
  db: Database,
  choice: KeyChoice,
  now: Date,
  actor: Actor,
  reason = "",
): Promise<"revoked" | "already revoked" | "unknown"> {
  return db.transaction(async (tx) => {
    const key = await lockKey(tx, choice);
    if (key === undefined) return "unknown";
    if (!(await markRevoked(tx, key.keyId, now))) return "already revoked";
    await settleKeyMails(tx, key.keyId, now);
    const { name, lastFour, lastUsedAt } = key;
    const before = { name, last_four: lastFour, last_used_at: lastUsedAt };
    const after = { revoked_at: now, ...(reason !== "" && { reason }) };
    recordKeyEvent(tx, actor, key, { action: "revoked a key", before, after, now });
    return "revoked";
  });
}

export const revokeVerb = verb({
  name: "key revoke",
  of: keyNoun,
  surfaces: ["shell", "api"],
  about: "revoke a key; it stops working within a second",
  input: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 200, title: "Reason" })) }),
  async run({ db }, { keyId, accountId }, { reason }, { actor, now }) {
    const outcome = await revokeKey(db, { keyId, accountId }, now, actor, reason);
    if (outcome === "unknown") return undefined;
    if (outcome === "revoked") return { done: `Key ${keyId} is revoked.` };
    return { same: `Key ${keyId} is revoked already.` };
  },
});
