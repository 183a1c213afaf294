// Proof that it is the user who sits there: their password, asked for again before anything that
// would let a stranger at an open browser keep it.

import { selectUser, type User } from "../accounts/userQueries.ts";
import { countSignIn } from "./attemptLimits.ts";
import type { PeopleContext } from "./peopleContext.ts";
import { countedAs } from "./peopleKind.ts";
import type { Person } from "./signedIn.ts";

/** Who proves themselves: the person signed in, the address they come from, their request. */
export type PasswordCheck = {
  readonly signedIn: Person;
  readonly address: string;
  readonly requestId: string;
};

export type PasswordCheckOutcome =
  | { readonly outcome: "proved"; readonly user: User }
  | { readonly outcome: "wrong" }
  | { readonly outcome: "too many"; readonly waitS: number };

/**
 * Judges the password of the person signed in. Every try counts as a sign-in does. Throws
 * UNAVAILABLE where too many passwords are hashed at once.
 */
export async function verifyPassword(
  { db, hasher, kind }: PeopleContext,
  { signedIn, address }: PasswordCheck,
  password: string,
  now: Date,
): Promise<PasswordCheckOutcome> {
  const { userId, email } = signedIn.user;
  const waitS = await countSignIn(db, address, countedAs(kind, email), now);
  if (waitS !== null) return { outcome: "too many", waitS };
  const user = await selectUser(db, userId);
  const verdict = await hasher.verify(password, user?.passwordHash ?? null);
  if (user === undefined || verdict === "wrong") return { outcome: "wrong" };
  return { outcome: "proved", user };
}
