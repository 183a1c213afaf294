// Proof that it is the user who sits there: their password, asked for again before anything that
// would let a stranger at an open browser keep it.

import type { Transaction } from "../db/database.ts";
import { queueMail } from "../mail/queueMail.ts";
import { renderSecondFactorMail, type SecondFactorChange } from "../mail/renderSecondFactorMail.ts";
import { clearSignIns, countSignIn } from "./attemptLimits.ts";
import { type PeopleContext, siteUrl, toAttemptSubject } from "./peopleContext.ts";
import type { Person } from "./signedIn.ts";
import { lockUser, selectUser, type User } from "./userQueries.ts";

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
  const waitS = await countSignIn(db, address, toAttemptSubject(kind, email), now);
  if (waitS !== null) return { outcome: "too many", waitS };
  const user = await selectUser(db, userId);
  const verdict = await hasher.verify(password, user?.passwordHash ?? null);
  if (user === undefined || verdict === "wrong") return { outcome: "wrong" };
  return { outcome: "proved", user };
}

/**
 * Why nothing was changed. `elsewhere`: the second factor was turned on or off, or the password
 * changed, meanwhile or in another place.
 */
export type PasswordRefusal =
  | Exclude<PasswordCheckOutcome, { outcome: "proved" }>
  | { readonly outcome: "elsewhere" };

/** Proves the user by their password and changes them under their lock, if they are unchanged. */
export async function changeWithPassword<Outcome>(
  context: PeopleContext,
  prover: PasswordCheck,
  password: string,
  now: Date,
  change: (tx: Transaction, user: User) => Promise<Outcome>,
): Promise<Outcome | PasswordRefusal> {
  const proof = await verifyPassword(context, prover, password, now);
  if (proof.outcome !== "proved") return proof;
  return context.db.transaction<Outcome | PasswordRefusal>(async (tx) => {
    const user = await lockUser(tx, proof.user.userId);
    if (user?.passwordHash !== proof.user.passwordHash) return { outcome: "elsewhere" };
    await clearSignIns(tx, prover.address, toAttemptSubject(context.kind, user.email));
    return change(tx, user);
  });
}

/** Tells a user of a change to their second factor, in the transaction of that change. */
export async function notifySecondFactorChange(
  tx: Transaction,
  context: PeopleContext,
  user: User,
  change: SecondFactorChange,
  now: Date,
): Promise<void> {
  const { mailEncryption, supportEmail } = context;
  const signInUrl = siteUrl(context);
  const mail = renderSecondFactorMail({ ...user, change, signInUrl, supportEmail, now });
  await queueMail(tx, mailEncryption, mail, now);
}
