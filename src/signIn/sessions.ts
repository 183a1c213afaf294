// Creating, finding and ending sessions. A new session always has a new token and ends the one it
// replaces.
import type { Queryable, Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { toStorableText } from "../db/toStorableText.ts";
import { hashToken, mintToken, type PlainToken, parseToken } from "./plainToken.ts";
import {
  deleteSession,
  deleteSessionByHash,
  deleteSessions,
  deleteStaleSessions,
  insertSession,
  useOperatorSession,
  useSession,
} from "./sessionQueries.ts";
import type { Person, SessionId, SignedIn, SignedInOperator, UserId } from "./signedIn.ts";

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

/**
 * The signed-in user of a session token; undefined if it is invalid, expired or unused for too
 * long, or if the user was removed or the account suspended. Records the use of the session, at
 * most once a minute.
 */
export async function findSession(
  db: Queryable,
  text: string,
  now: Date,
): Promise<SignedIn | undefined> {
  const token = parseToken(text);
  if (token === undefined) return undefined;
  return useSession(db, hashToken(token), now);
}

/** The same for an operator; undefined for the session of a buyer. */
export async function findOperatorSession(
  db: Queryable,
  text: string,
  now: Date,
): Promise<SignedInOperator | undefined> {
  const token = parseToken(text);
  if (token === undefined) return undefined;
  return useOperatorSession(db, hashToken(token), now);
}

export async function signOut(db: Queryable, { user, sessionId }: Person): Promise<void> {
  await deleteSession(db, user.userId, sessionId);
}

/** Ends all sessions of a user; returns how many. */
export async function signOutEverywhere(db: Queryable, userId: UserId): Promise<number> {
  return deleteSessions(db, userId, null);
}
