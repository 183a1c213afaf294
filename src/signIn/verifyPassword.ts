// Confirming a password again before changes that would give permanent access to a stranger at an
// unattended browser.

import type { Transaction } from "../db/database.ts";
import { queueMail } from "../mail/queueMail.ts";
import { renderSecondFactorMail, type SecondFactorChange } from "../mail/renderSecondFactorMail.ts";
import { clearSignIns, countSignIn } from "./attemptLimits.ts";
import { type PeopleContext, siteUrl, toAttemptSubject } from "./peopleContext.ts";
import type { Person } from "./signedIn.ts";
import { lockUser, selectUser, type User } from "./userQueries.ts";

/** Who confirms their password, from which IP address, in which request. */
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
 * Verifies the password of a signed-in person. Every attempt counts as a sign-in. Throws
 * UNAVAILABLE if too many passwords are being hashed.
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

/** `elsewhere`: the second factor or the password was changed in the meantime. */
export type PasswordRefusal =
  | Exclude<PasswordCheckOutcome, { outcome: "proved" }>
  | { readonly outcome: "elsewhere" };

/**
 * Verifies a user's password and changes the user under a lock, if the password is still the same.
 */
export async function changeWithPassword<Outcome>(
  context: PeopleContext,
  check: PasswordCheck,
  password: string,
  now: Date,
  change: (tx: Transaction, user: User) => Promise<Outcome>,
): Promise<Outcome | PasswordRefusal> {
  const proof = await verifyPassword(context, check, password, now);
  if (proof.outcome !== "proved") return proof;
  return context.db.transaction<Outcome | PasswordRefusal>(async (tx) => {
    const user = await lockUser(tx, proof.user.userId);
    if (user?.passwordHash !== proof.user.passwordHash) return { outcome: "elsewhere" };
    await clearSignIns(tx, check.address, toAttemptSubject(context.kind, user.email));
    return change(tx, user);
  });
}

/** Notifies a user of a change to their second factor, in the transaction of the change. */
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
