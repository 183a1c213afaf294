// Signing in: the password, then a code if the user has a second factor. Invariant: an unknown
// address and a wrong password get the same answer after the same work.

import { parseEmail } from "../mail/emailAddress.ts";
import { clearSignIns, countSignIn } from "./attemptLimits.ts";
import { formatTicket, type SecondStepTicket } from "./completeSignIn.ts";
import { type PeopleContext, toAttemptSubject } from "./peopleContext.ts";
import type { PlainToken } from "./plainToken.ts";
import { recordSignIn } from "./recordOwnEvent.ts";
import { createSession, type Visit } from "./sessions.ts";
import { lockUser, replacePassword, selectUserByEmail, type User } from "./userQueries.ts";

/** `address` is the client's IP address. */
export type SignInRequest = Visit & {
  readonly email: string;
  readonly password: string;
  readonly address: string;
};

/** `suspended` is only disclosed to people who know the password. */
export type SignInOutcome =
  | { readonly outcome: "signed in"; readonly token: PlainToken }
  | { readonly outcome: "second step"; readonly ticket: SecondStepTicket }
  | { readonly outcome: "wrong" }
  | { readonly outcome: "suspended" }
  | { readonly outcome: "too many"; readonly waitS: number };

/** The user; their password is hashed again if their hash has a lower cost than today's. */
async function renewHash(
  { db, hasher }: PeopleContext,
  user: User,
  password: string,
): Promise<User> {
  const passwordHash = await hasher.hash(password);
  const renewed = await replacePassword(db, user.userId, user.passwordHash, passwordHash);
  return renewed ? { ...user, passwordHash } : user;
}

/**
 * Creates the session of a user whose password was right, unless the password was changed, or the
 * user removed or suspended, in the meantime.
 */
async function beginAfterPassword(
  { db, kind }: PeopleContext,
  { userId, passwordHash }: User,
  request: SignInRequest,
  now: Date,
): Promise<SignInOutcome> {
  return db.transaction<SignInOutcome>(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user?.passwordHash !== passwordHash || user.totpConfirmedAt !== null) {
      return { outcome: "wrong" };
    }
    if (user.suspendedAt !== null) return { outcome: "suspended" };
    const tries = await clearSignIns(tx, request.address, toAttemptSubject(kind, user.email));
    recordSignIn(tx, { kind }, user, request, { by: "password", tries, now });
    return { outcome: "signed in", token: await createSession(tx, userId, request, now) };
  });
}

/**
 * Signs in with e-mail address and password. Every attempt counts, before it is checked. Throws
 * UNAVAILABLE if too many people are signing in.
 */
export async function signIn(
  context: PeopleContext,
  request: SignInRequest,
  now: Date,
): Promise<SignInOutcome> {
  const { db, hasher, encryption, kind } = context;
  const email = parseEmail(request.email);
  const subject = toAttemptSubject(kind, email ?? request.email);
  const waitS = await countSignIn(db, request.address, subject, now);
  if (waitS !== null) return { outcome: "too many", waitS };
  const user = email === undefined ? undefined : await selectUserByEmail(db, kind, email);
  const verdict = await hasher.verify(request.password, user?.passwordHash ?? null);
  if (user === undefined || verdict === "wrong") return { outcome: "wrong" };
  if (user.suspendedAt !== null) return { outcome: "suspended" };
  const known = verdict === "outdated" ? await renewHash(context, user, request.password) : user;
  if (known.totpConfirmedAt !== null) {
    return { outcome: "second step", ticket: formatTicket(encryption, known, now) };
  }
  return beginAfterPassword(context, known, request, now);
}
