import { queueMail } from "../mail/queueMail.ts";
import { renderPasswordMail } from "../mail/renderPasswordMail.ts";
import { clearSignIns } from "./attemptLimits.ts";
import {
  findPasswordWeakness,
  listOwnNames,
  type PasswordWeakness,
} from "./findPasswordWeakness.ts";
import { type PeopleContext, siteUrl, toAttemptSubject } from "./peopleContext.ts";
import { recordOwnEvent } from "./recordOwnEvent.ts";
import { deleteResets } from "./resetQueries.ts";
import { deleteSessions } from "./sessionQueries.ts";
import { lockUser, replacePassword } from "./userQueries.ts";
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
  const { db, mailEncryption, hasher, supportEmail } = context;
  const proof = await verifyPassword(context, check, passwords.current, now);
  if (proof.outcome !== "proved") return proof;
  const { user } = proof;
  const secondFactor = user.totpConfirmedAt !== null;
  const setting = { secondFactor, ownNames: listOwnNames(context, user) };
  const weakness = findPasswordWeakness(passwords.next, setting);
  if (weakness !== null) return { outcome: "unfit", password: weakness, secondFactor };
  const passwordHash = await hasher.hash(passwords.next);
  return db.transaction<PasswordChange>(async (tx) => {
    const locked = await lockUser(tx, user.userId);
    const isUnchanged = (locked?.totpConfirmedAt !== null) === secondFactor;
    if (locked === undefined || !isUnchanged) return { outcome: "wrong" };
    if (!(await replacePassword(tx, user.userId, user.passwordHash, passwordHash))) {
      return { outcome: "wrong" };
    }
    await deleteResets(tx, user.userId);
    await deleteSessions(tx, user.userId, check.signedIn.sessionId);
    await clearSignIns(tx, check.address, toAttemptSubject(context.kind, user.email));
    const { requestId } = check;
    recordOwnEvent(tx, context, user, { action: "changed their password", requestId, now });
    const mail = renderPasswordMail({ ...user, signInUrl: siteUrl(context), supportEmail, now });
    await queueMail(tx, mailEncryption, mail, now);
    return { outcome: "changed" };
  });
}
