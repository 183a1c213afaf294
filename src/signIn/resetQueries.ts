import { type Queryable, queryFirst } from "../db/database.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import type { PeopleKind } from "./peopleContext.ts";
import type { TokenHash } from "./plainToken.ts";
import type { UserId } from "./signedIn.ts";

export async function insertResetRequest(
  db: Queryable,
  requestId: string,
  kind: PeopleKind,
  email: EmailAddress,
): Promise<void> {
  await db.query({
    name: "insert_reset_request",
    text: "insert into reset_requests (request_id, is_operator, email) values ($1, $2, $3)",
    values: [requestId, kind === "operators", email],
  });
}

export type ResetRequest = { readonly kind: PeopleKind; readonly email: EmailAddress };

/** Deletes a request and returns whose it is; undefined if it was processed before. */
export async function takeResetRequest(
  db: Queryable,
  requestId: string,
): Promise<ResetRequest | undefined> {
  return queryFirst<ResetRequest>(db, {
    name: "take_reset_request",
    text: `delete from reset_requests where request_id = $1
      returning email, case when is_operator then 'operators' else 'buyers' end as kind`,
    values: [requestId],
  });
}

export async function insertReset(
  db: Queryable,
  reset: { readonly hash: TokenHash; readonly userId: UserId; readonly expiresAt: Date },
): Promise<void> {
  await db.query({
    name: "insert_reset",
    text: "insert into password_resets (token_hash, user_id, expires_at) values ($1, $2, $3)",
    values: [reset.hash, reset.userId, reset.expiresAt],
  });
}

/** The user of a reset that is valid at `now`. */
export async function selectReset(
  db: Queryable,
  hash: TokenHash,
  now: Date,
): Promise<UserId | undefined> {
  const rows = await db.query<{ userId: UserId }>({
    name: "select_reset",
    text: `select user_id as "userId" from password_resets
      where token_hash = $1 and expires_at > $2`,
    values: [hash, now],
  });
  return rows[0]?.userId;
}

export async function deleteResets(db: Queryable, userId: UserId): Promise<void> {
  await db.query({
    name: "delete_resets",
    text: "delete from password_resets where user_id = $1",
    values: [userId],
  });
}

export async function deleteExpiredResets(db: Queryable, now: Date): Promise<number> {
  const rows = await db.query({
    name: "delete_expired_resets",
    text: "delete from password_resets where expires_at <= $1 returning user_id",
    values: [now],
  });
  return rows.length;
}
