// Proof that it is the user who sits there: their password, asked for again before anything that
// would let a stranger at an open browser keep it.
import { takeSignIn } from "./attemptLimits.ts";
import type { PeopleContext } from "./peopleContext.ts";
import { countedAs } from "./peopleKind.ts";
import type { Person } from "./signedIn.ts";
import { selectUser, type User } from "./userQueries.ts";

/** Who proves themselves: the person signed in, the address they come from, their request. */
export type Prover = {
  readonly signedIn: Person;
  readonly address: string;
  readonly requestId: string;
};

export type ProofOutcome =
  | { readonly outcome: "proved"; readonly user: User }
  | { readonly outcome: "wrong" }
  | { readonly outcome: "too many"; readonly waitS: number };

/**
 * Judges the password of the person signed in. Every try counts as a sign-in does. Throws
 * UNAVAILABLE where too many passwords are hashed at once.
 */
export async function proveUser(
  { db, hasher, kind }: PeopleContext,
  { signedIn, address }: Prover,
  password: string,
  now: Date,
): Promise<ProofOutcome> {
  const { userId, email } = signedIn.user;
  const waitS = await takeSignIn(db, address, countedAs(kind, email), now);
  if (waitS !== null) return { outcome: "too many", waitS };
  const user = await selectUser(db, userId);
  const verdict = await hasher.verify(password, user?.passwordHash ?? null);
  if (user === undefined || verdict === "wrong") return { outcome: "wrong" };
  return { outcome: "proved", user };
}
