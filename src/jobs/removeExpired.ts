// Removes expired drafts, sessions, links and counters.

import type { Database } from "../db/database.ts";
import { deleteEndedReveals } from "../keys/revealQueries.ts";
import { expireDrafts } from "../orders/changeQueries.ts";
import { draftLifeDays } from "../orders/order.ts";
import { deleteOldInvitations } from "../people/invitationQueries.ts";
import { deleteEndedAttempts } from "../signIn/attemptQueries.ts";
import { deleteExpiredResets } from "../signIn/resetQueries.ts";
import { deleteEndedSessions } from "../signIn/sessionQueries.ts";

/** Expires drafts that are too old at `now`; returns how many. */
export async function expireOldDrafts(db: Database, now: Date): Promise<number> {
  return expireDrafts(db, new Date(now.getTime() - draftLifeDays * 86_400_000), now);
}

/** An expired invitation is listed for this long. */
const expiredShownMs = 30 * 86_400_000;

export type DeletedCounts = Record<
  "sessions" | "invitations" | "resets" | "reveals" | "attempts",
  number
>;

/** Deletes what has expired at `now`. */
export async function deleteExpiredAccess(db: Database, now: Date): Promise<DeletedCounts> {
  return {
    sessions: await deleteEndedSessions(db, now),
    invitations: await deleteOldInvitations(db, new Date(now.getTime() - expiredShownMs)),
    resets: await deleteExpiredResets(db, now),
    reveals: await deleteEndedReveals(db, now),
    attempts: await deleteEndedAttempts(db, now),
  };
}
