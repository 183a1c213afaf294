// Creating and ending sessions. A new session always has a new token and ends the one it replaces.
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

/** `replaces` is the token of the browser's previous session, if any. */
export type Visit = {
  readonly requestId: string;
  readonly userAgent: string;
  readonly replaces: string | undefined;
};

const maxUserAgentLength = 300;
/** Per person; beyond it, the least recently used sessions end. */
export const maxSessions = 50;

/**
 * Creates a session of a user and returns its token. The caller must have locked the user and
 * checked that they may sign in.
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
  const shown = toStorableText(userAgent.slice(0, maxUserAgentLength));
  const sessionId = newId() as SessionId;
  await insertSession(tx, { sessionId, userId, hash: hashToken(token), userAgent: shown, now });
  await deleteStaleSessions(tx, userId, maxSessions);
  return token;
}

export async function signOut(db: Queryable, { user, sessionId }: Person): Promise<void> {
  await deleteSession(db, user.userId, sessionId);
}

/** Ends all sessions of a user; returns how many. */
export async function signOutEverywhere(db: Queryable, userId: UserId): Promise<number> {
  return deleteSessions(db, userId, null);
}

/** Ends one session of a user; false if they have none with this id. */
export async function revokeSession(
  db: Queryable,
  userId: UserId,
  sessionId: string,
): Promise<boolean> {
  return isUuid(sessionId) && deleteSession(db, userId, sessionId);
}
