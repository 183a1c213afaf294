// Setting a new password with a reset link. All sessions end, because somebody else may know the
// old password.
import { clearFailures } from "./attemptLimits.ts";
import { finishPasswordChange } from "./changePassword.ts";
import { findNewPasswordWeakness, type PasswordWeakness } from "./findPasswordWeakness.ts";
import { isOfPeopleKind, type PeopleContext, toAttemptSubject } from "./peopleContext.ts";
import { hashToken, parseToken } from "./plainToken.ts";
import { recordOwnEvent } from "./recordOwnEvent.ts";
import { selectReset } from "./resetQueries.ts";
import { lockUser, selectUser, type User, updatePassword } from "./userQueries.ts";

/** `gone`: the link is unknown, used or expired. */
export type ResetOutcome =
  | { readonly outcome: "reset" }
  | { readonly outcome: "gone" }
  | {
      readonly outcome: "unfit";
      readonly password: PasswordWeakness;
      readonly email: string;
      readonly secondFactor: boolean;
    };

/** The user of a link that is valid at `now`. Changes nothing. */
export async function findReset(
  { db, kind }: PeopleContext,
  text: string,
  now: Date,
): Promise<User | undefined> {
  const token = parseToken(text);
  const userId = token === undefined ? undefined : await selectReset(db, hashToken(token), now);
  const user = userId === undefined ? undefined : await selectUser(db, userId);
  return user !== undefined && isOfPeopleKind(kind, user) ? user : undefined;
}

/**
 * Sets a new password, ends the user's sessions and other resets, and notifies them by mail. Of
 * concurrent requests one succeeds. The user is not signed in: a second factor is still required.
 * Throws UNAVAILABLE if too many passwords are being hashed.
 */
export async function resetPassword(
  context: PeopleContext,
  request: { readonly token: string; readonly password: string; readonly requestId: string },
  now: Date,
): Promise<ResetOutcome> {
  const token = parseToken(request.token);
  const user = await findReset(context, request.token, now);
  if (token === undefined || user === undefined) return { outcome: "gone" };
  const secondFactor = user.totpConfirmedAt !== null;
  const weakness = findNewPasswordWeakness(context, user, request.password, secondFactor);
  if (weakness !== null) {
    return { outcome: "unfit", password: weakness, email: user.email, secondFactor };
  }
  const passwordHash = await context.hasher.hash(request.password);
  return context.db.transaction<ResetOutcome>(async (tx) => {
    const locked = await lockUser(tx, user.userId);
    const stillGood = (await selectReset(tx, hashToken(token), now)) === user.userId;
    const isUnchanged = (locked?.totpConfirmedAt !== null) === secondFactor;
    if (locked === undefined || !stillGood || !isUnchanged) return { outcome: "gone" };
    await updatePassword(tx, user.userId, passwordHash);
    await clearFailures(tx, toAttemptSubject(context.kind, user.email));
    await finishPasswordChange(tx, context, user, null, now);
    recordOwnEvent(tx, context, user, request, { action: "reset their password", now });
    return { outcome: "reset" };
  });
}
