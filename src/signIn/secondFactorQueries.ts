import type { Queryable } from "../db/database.ts";
import type { UserId } from "./signedIn.ts";

/** Stores an encrypted secret that is not in force yet. */
export async function updatePendingTotp(
  db: Queryable,
  userId: UserId,
  encrypted: Buffer,
): Promise<void> {
  await db.query({
    name: "update_pending_totp",
    text: `update users set totp_secret = $2, totp_confirmed_at = null, totp_last_step = null
      where user_id = $1`,
    values: [userId, encrypted],
  });
}

/** Puts the stored secret in force from `now` on and marks the step as used. */
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

/** Marks a step as used: no code of it or of an earlier one is accepted again. */
export async function spendTotpStep(db: Queryable, userId: UserId, step: number): Promise<void> {
  await db.query({
    name: "use_totp_step",
    text: "update users set totp_last_step = $2 where user_id = $1",
    values: [userId, step],
  });
}

/** Removes a user's second factor and recovery codes. */
export async function clearTotp(db: Queryable, userId: UserId): Promise<void> {
  await db.query({
    name: "clear_totp",
    text: `with unrecovered as (delete from recovery_codes where user_id = $1)
      update users set totp_secret = null, totp_confirmed_at = null, totp_last_step = null
      where user_id = $1`,
    values: [userId],
  });
}

/** Stores the hashes of new recovery codes; delete the old ones first. */
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

export async function deleteRecoveryCodes(db: Queryable, userId: UserId): Promise<void> {
  await db.query({
    name: "delete_recovery_codes",
    text: "delete from recovery_codes where user_id = $1",
    values: [userId],
  });
}

/** Deletes a recovery code; false if there is none with this hash. */
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

export async function countRecoveryCodes(db: Queryable, userId: UserId): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: "count_recovery_codes",
    text: "select count(*)::integer as count from recovery_codes where user_id = $1",
    values: [userId],
  });
  return rows[0]?.count ?? 0;
}
