// What is of no use any more: ended sessions, expired links, counters whose window is over.
import type { Database } from "../db/database.ts";
import { deleteEndedReveals } from "../keys/revealQueries.ts";
import { deleteEndedAttempts } from "../signIn/attemptQueries.ts";
import { deleteExpiredResets } from "../signIn/resetQueries.ts";
import { sessionCutoffs } from "../signIn/sessionCutoffs.ts";
import { deleteEndedSessions } from "../signIn/sessionQueries.ts";
import { deleteOldInvitations } from "./invitationQueries.ts";

/** An invitation is shown as expired for this long. */
const expiredShownMs = 30 * 86_400_000;

/** How many of each were forgotten. */
export type DeletedCounts = Record<
  "sessions" | "invitations" | "resets" | "reveals" | "attempts",
  number
>;

/** Forgets what has ended by `now`; nothing that is still good depends on it. */
export async function deleteExpiredAccess(db: Database, now: Date): Promise<DeletedCounts> {
  return {
    sessions: await deleteEndedSessions(db, sessionCutoffs(now)),
    invitations: await deleteOldInvitations(db, new Date(now.getTime() - expiredShownMs)),
    resets: await deleteExpiredResets(db, now),
    reveals: await deleteEndedReveals(db, now),
    attempts: await deleteEndedAttempts(db, now),
  };
}
