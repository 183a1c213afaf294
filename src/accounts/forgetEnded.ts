// What is of no use any more: ended sessions, expired links, counters whose window is over.
import type { Database } from "../db/database.ts";
import { deleteEndedAttempts } from "./attemptQueries.ts";
import { deleteOldInvitations } from "./invitationQueries.ts";
import { deleteExpiredResets } from "./resetQueries.ts";
import { deleteEndedReveals } from "./revealQueries.ts";
import { sessionCutoffs } from "./sessionCutoffs.ts";
import { deleteEndedSessions } from "./sessionQueries.ts";

/** An invitation is shown as expired for this long. */
const expiredShownMs = 30 * 86_400_000;

/** How many of each were forgotten. */
export type Forgotten = Record<
  "sessions" | "invitations" | "resets" | "reveals" | "attempts",
  number
>;

/** Forgets what has ended by `now`; nothing that is still good depends on it. */
export async function forgetEnded(db: Database, now: Date): Promise<Forgotten> {
  return {
    sessions: await deleteEndedSessions(db, sessionCutoffs(now)),
    invitations: await deleteOldInvitations(db, new Date(now.getTime() - expiredShownMs)),
    resets: await deleteExpiredResets(db, now),
    reveals: await deleteEndedReveals(db, now),
    attempts: await deleteEndedAttempts(db, now),
  };
}
