// Changes that a person makes to how they sign in: proved by their password, under their lock, only
// if nothing of it changed meanwhile, and told by mail.
import type { Queryable } from "../db/database.ts";
import { queueMail } from "../mail/queueMail.ts";
import { type SecondFactorChange, writeSecondFactorMail } from "../mail/writeSecondFactorMail.ts";
import { clearSignIns } from "./attemptLimits.ts";
import type { PeopleContext } from "./peopleContext.ts";
import { countedAs, doorUrl } from "./peopleKind.ts";
import { type ProofOutcome, type Prover, proveUser } from "./proveUser.ts";
import { lockUser, type User } from "./userQueries.ts";

/**
 * Why nothing was changed. `elsewhere`: the second factor was turned on or off, or the password
 * changed, meanwhile or in another place.
 */
export type Unchanged =
  | Exclude<ProofOutcome, { outcome: "proved" }>
  | { readonly outcome: "elsewhere" };

/** Proves the user by their password and changes them under their lock, if they are unchanged. */
export async function changeProved<Outcome>(
  context: PeopleContext,
  prover: Prover,
  password: string,
  now: Date,
  change: (tx: Queryable, user: User) => Promise<Outcome>,
): Promise<Outcome | Unchanged> {
  const proof = await proveUser(context, prover, password, now);
  if (proof.outcome !== "proved") return proof;
  return context.db.transaction<Outcome | Unchanged>(async (tx) => {
    const user = await lockUser(tx, proof.user.userId);
    if (user?.passwordHash !== proof.user.passwordHash) return { outcome: "elsewhere" };
    await clearSignIns(tx, prover.address, countedAs(context.kind, user.email));
    return change(tx, user);
  });
}

/** Tells a user of a change to their second factor, in the transaction of that change. */
export async function tellOfSecondFactor(
  tx: Queryable,
  context: PeopleContext,
  user: User,
  change: SecondFactorChange,
  now: Date,
): Promise<void> {
  const { mailSeal, supportEmail } = context;
  const signInUrl = doorUrl(context);
  const mail = writeSecondFactorMail({ ...user, change, signInUrl, supportEmail, now });
  await queueMail(tx, mailSeal, mail, now);
}
