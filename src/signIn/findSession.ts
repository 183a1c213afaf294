import type { Queryable } from "../db/database.ts";
import { hashToken, parseToken } from "./plainToken.ts";
import { sessionCutoffs, useOperatorSession, useSession } from "./sessionQueries.ts";
import type { SignedIn, SignedInOperator } from "./signedIn.ts";

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
  return useSession(db, hashToken(token), sessionCutoffs(now), now);
}

/** The same for an operator; undefined for the session of a buyer. */
export async function findOperatorSession(
  db: Queryable,
  text: string,
  now: Date,
): Promise<SignedInOperator | undefined> {
  const token = parseToken(text);
  if (token === undefined) return undefined;
  return useOperatorSession(db, hashToken(token), sessionCutoffs(now), now);
}
