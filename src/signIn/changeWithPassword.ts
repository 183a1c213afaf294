// Changes that a person makes to how they sign in: proved by their password, under their lock, only
// if nothing of it changed meanwhile, and told by mail.

import { lockUser, type User } from "../accounts/userQueries.ts";
import type { Transaction } from "../db/database.ts";
import { queueMail } from "../mail/queueMail.ts";
import { renderSecondFactorMail, type SecondFactorChange } from "../mail/renderSecondFactorMail.ts";
import { clearSignIns } from "./attemptLimits.ts";
import type { PeopleContext } from "./peopleContext.ts";
import { countedAs, siteUrl } from "./peopleKind.ts";
import { type PasswordCheck, type PasswordCheckOutcome, verifyPassword } from "./verifyPassword.ts";

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
    await clearSignIns(tx, prover.address, countedAs(context.kind, user.email));
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
