// The beginning of a session: always with a new token; the one it takes the place of ends.

import type { Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { toStorableText } from "../db/toStorableText.ts";
import { hashToken, mintToken, type PlainToken, parseToken } from "./plainToken.ts";
import { deleteSessionByHash, deleteStaleSessions, insertSession } from "./sessionQueries.ts";
import type { SessionId, UserId } from "./signedIn.ts";

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
export async function beginSession(
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
