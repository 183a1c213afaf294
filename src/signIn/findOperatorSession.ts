// Which operator is signed in, from the token their browser sends.

import { useOperatorSession } from "../accounts/operatorQueries.ts";
import type { Queryable } from "../db/database.ts";
import { hashToken, parseToken } from "./plainToken.ts";
import { sessionCutoffs } from "./sessionCutoffs.ts";
import type { SignedInOperator } from "./signedInOperator.ts";

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
