// The SQL of second factors: the sealed secret, the last step accepted, the recovery codes.
import type { Queryable } from "../db/database.ts";
import type { UserId } from "./signedIn.ts";

/** Stores a sealed secret that does not count yet. */
export async function updatePendingTotp(
  db: Queryable,
  userId: UserId,
  sealed: Buffer,
): Promise<void> {
  await db.query({
    name: "update_pending_totp",
    text: `update users set totp_secret = $2, totp_confirmed_at = null, totp_last_step = null
      where user_id = $1`,
    values: [userId, sealed],
  });
}

/** Lets the stored secret count from `now` on, the step that proved it spent. */
export async function confirmPendingTotp(
  db: Queryable,
  userId: UserId,
  step: number,
  now: Date,
): Promise<void> {
  await db.query({
    name: "confirm_pending_totp",
    text: "update users set totp_confirmed_at = $3, totp_last_step = $2 where user_id = $1",
    values: [userId, step, now],
  });
}

/** Spends a step: no code of it or of one before it is good any more. */
export async function spendTotpStep(db: Queryable, userId: UserId, step: number): Promise<void> {
  await db.query({
    name: "use_totp_step",
    text: "update users set totp_last_step = $2 where user_id = $1",
    values: [userId, step],
  });
}

/** Takes a user's second factor away, its recovery codes included. */
export async function clearTotp(db: Queryable, userId: UserId): Promise<void> {
  await db.query({
    name: "clear_totp",
    text: `with unrecovered as (delete from recovery_codes where user_id = $1)
      update users set totp_secret = null, totp_confirmed_at = null, totp_last_step = null
      where user_id = $1`,
    values: [userId],
  });
}

/** Stores the hashes of new recovery codes; the old ones must be gone. */
export async function insertRecoveryCodes(
  db: Queryable,
  userId: UserId,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.query({
    name: "insert_recovery_codes",
    text: `insert into recovery_codes (user_id, code_hash)
      select $1, code_hash from unnest($2::bytea[]) as n (code_hash)`,
    values: [userId, hashes],
  });
}

/** Forgets all recovery codes of a user. */
export async function deleteRecoveryCodes(db: Queryable, userId: UserId): Promise<void> {
  await db.query({
    name: "delete_recovery_codes",
    text: "delete from recovery_codes where user_id = $1",
    values: [userId],
  });
}

/** Spends a recovery code; false where there is none such. */
export async function spendRecoveryCode(
  db: Queryable,
  userId: UserId,
  hash: Buffer,
): Promise<boolean> {
  const rows = await db.query({
    name: "use_recovery_code",
    text: "delete from recovery_codes where user_id = $1 and code_hash = $2 returning user_id",
    values: [userId, hash],
  });
  return rows.length === 1;
}

/** How many recovery codes a user has left. */
export async function countRecoveryCodes(db: Queryable, userId: UserId): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: "count_recovery_codes",
    text: "select count(*)::integer as count from recovery_codes where user_id = $1",
    values: [userId],
  });
  return rows[0]?.count ?? 0;
}
