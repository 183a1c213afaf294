// Who is signed in, from the token their browser sends.

import type { Queryable } from "../db/database.ts";
import { hashToken, parseToken } from "./plainToken.ts";
import { sessionCutoffs, useOperatorSession, useSession } from "./sessionQueries.ts";
import type { SignedIn, SignedInOperator } from "./signedIn.ts";

/**
 * The person of a session token, or undefined where it is no token, ended, too old, unused for too
 * long, or of a removed user or a suspended account. Asks the database only for what has the shape
 * of a token; notes the session's use, at most once a minute.
 */
export async function findSession(
  db: Queryable,
  text: string,
  now: Date,
): Promise<SignedIn | undefined> {
  const token = parseToken(text);
  if (token === undefined) return undefined;
  return useSession(db, hashToken(token), sessionCutoffs(now), now);
}

/**
 * The operator of a session token, or undefined where it is no token, ended, too old, unused for
 * too long, a removed operator's, or a buyer's. Notes the session's use, at most once a minute.
 */
export async function findOperatorSession(
  db: Queryable,
  text: string,
  now: Date,
): Promise<SignedInOperator | undefined> {
  const token = parseToken(text);
  if (token === undefined) return undefined;
  return useOperatorSession(db, hashToken(token), sessionCutoffs(now), now);
}
