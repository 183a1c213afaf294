import type { Transaction } from "../db/database.ts";
import { queueMail } from "../mail/queueMail.ts";
import { renderPasswordMail } from "../mail/renderPasswordMail.ts";
import { clearSignIns } from "./attemptLimits.ts";
import { endResets } from "./endResets.ts";
import { findNewPasswordWeakness, type PasswordWeakness } from "./findPasswordWeakness.ts";
import { type PeopleContext, siteUrl, toAttemptSubject } from "./peopleContext.ts";
import { recordOwnEvent } from "./recordOwnEvent.ts";
import { deleteSessions } from "./sessionQueries.ts";
import type { SessionId } from "./signedIn.ts";
import { lockUser, replacePassword, type User } from "./userQueries.ts";
import { type PasswordCheck, verifyPassword } from "./verifyPassword.ts";

export type PasswordChange =
  | { readonly outcome: "changed" }
  | { readonly outcome: "wrong" }
  | { readonly outcome: "too many"; readonly waitS: number }
  | {
      readonly outcome: "unfit";
      readonly password: PasswordWeakness;
      readonly secondFactor: boolean;
    };

/**
 * Changes the password of a signed-in person who gives the current one, ends their other sessions
 * and resets, and notifies them by mail. Throws UNAVAILABLE if too many passwords are being hashed.
 */
export async function changePassword(
  context: PeopleContext,
  check: PasswordCheck,
  passwords: { readonly current: string; readonly next: string },
  now: Date,
): Promise<PasswordChange> {
  const { db, hasher } = context;
  const proof = await verifyPassword(context, check, passwords.current, now);
  if (proof.outcome !== "proved") return proof;
  const { user } = proof;
  const secondFactor = user.totpConfirmedAt !== null;
  const weakness = findNewPasswordWeakness(context, user, passwords.next, secondFactor);
  if (weakness !== null) return { outcome: "unfit", password: weakness, secondFactor };
  const passwordHash = await hasher.hash(passwords.next);
  return db.transaction<PasswordChange>(async (tx) => {
    const locked = await lockUser(tx, user.userId);
    const isUnchanged = (locked?.totpConfirmedAt !== null) === secondFactor;
    if (locked === undefined || !isUnchanged) return { outcome: "wrong" };
    if (!(await replacePassword(tx, user.userId, user.passwordHash, passwordHash))) {
      return { outcome: "wrong" };
    }
    await clearSignIns(tx, check.address, toAttemptSubject(context.kind, user.email));
    await finishPasswordChange(tx, context, user, check.signedIn.sessionId, now);
    recordOwnEvent(tx, context, user, check, { action: "changed their password", now });
    return { outcome: "changed" };
  });
}

/** Ends a user's resets and sessions, except `kept` if given, and notifies the user by mail. */
export async function finishPasswordChange(
  tx: Transaction,
  context: PeopleContext,
  user: User,
  kept: SessionId | null,
  now: Date,
): Promise<void> {
  const { mailEncryption, supportEmail } = context;
  await endResets(tx, user, now);
  await deleteSessions(tx, user.userId, kept);
  const mail = renderPasswordMail({ ...user, signInUrl: siteUrl(context), supportEmail, now });
  await queueMail(tx, mailEncryption, mail, now);
}
