// The ends of sessions that people choose: signing out here, everywhere, or one that they see.
import type { Queryable } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { deleteSession, deleteSessions } from "./sessionQueries.ts";
import type { Person, UserId } from "./signedIn.ts";

/** Ends the session of whoever is signed in. */
export async function signOut(db: Queryable, { user, sessionId }: Person): Promise<void> {
  await deleteSession(db, user.userId, sessionId);
}

/** Ends all sessions of a user; returns how many. */
export async function signOutEverywhere(db: Queryable, userId: UserId): Promise<number> {
  return deleteSessions(db, userId, null);
}

/** Ends one session of a user; false where they have none of that id, whoever has one. */
export async function revokeSession(
  db: Queryable,
  userId: UserId,
  sessionId: string,
): Promise<boolean> {
  return isUuid(sessionId) && deleteSession(db, userId, sessionId);
}
