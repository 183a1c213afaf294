// The beginning of a session: always with a new token; the one it takes the place of ends.
import type { Queryable, Transaction } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { newId } from "../db/newId.ts";
import { toStorableText } from "../db/toStorableText.ts";
import { hashToken, mintToken, type PlainToken, parseToken } from "./plainToken.ts";
import {
  deleteSession,
  deleteSessionByHash,
  deleteSessions,
  deleteStaleSessions,
  insertSession,
} from "./sessionQueries.ts";
import type { Person, SessionId, UserId } from "./signedIn.ts";

/** What a browser brings along. `replaces` is the session token it had, if any. */
export type Visit = {
  readonly requestId: string;
  readonly userAgent: string;
  readonly replaces: string | undefined;
};

const longestUserAgent = 300;
/** A person has at most this many sessions; beyond them, those used longest ago end. */
export const maxSessions = 50;

/**
 * Begins a session of a user and returns its token. The caller holds the user's lock, and has seen
 * that they may sign in.
 */
export async function createSession(
  tx: Transaction,
  userId: UserId,
  { userAgent, replaces }: Omit<Visit, "requestId">,
  now: Date,
): Promise<PlainToken> {
  const replaced = replaces === undefined ? undefined : parseToken(replaces);
  if (replaced !== undefined) await deleteSessionByHash(tx, hashToken(replaced));
  const token = mintToken();
  const shown = toStorableText(userAgent.slice(0, longestUserAgent));
  const sessionId = newId() as SessionId;
  await insertSession(tx, { sessionId, userId, hash: hashToken(token), userAgent: shown, now });
  await deleteStaleSessions(tx, userId, maxSessions);
  return token;
}

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
