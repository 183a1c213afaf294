// An operator sends a person the link that resets a forgotten password.
import type { AccountId } from "../accounts/account.ts";
import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { MailId } from "../mail/queries.ts";
import { attemptLimits, countSignInAttempts } from "./attemptLimits.ts";
import { endResets } from "./endResets.ts";
import { type MailingContext, toAttemptSubject } from "./peopleContext.ts";
import { queueReset } from "./requestReset.ts";
import type { UserId } from "./signedIn.ts";
import { lockUser, selectUser } from "./userQueries.ts";

export type MemberReset =
  | { readonly outcome: "sent"; readonly mailId: MailId }
  | { readonly outcome: "unknown" | "suspended" }
  | { readonly outcome: "too many"; readonly waitS: number };

/**
 * Queues a reset link for a user of an account, or an operator if `accountId` is null; their
 * earlier links end. The password works until the link is used.
 */
export async function resetMember(
  context: MailingContext,
  choice: { readonly accountId: AccountId | null; readonly userId: string; readonly actor: Actor },
  now: Date,
): Promise<MemberReset> {
  const { accountId, actor } = choice;
  const userId = choice.userId as UserId;
  const known = await selectUser(context.db, userId);
  if (known === undefined || known.accountId !== accountId) return { outcome: "unknown" };
  const kind = accountId === null ? "operators" : "buyers";
  const subject = toAttemptSubject(kind, known.email);
  const attempt = { limit: attemptLimits.resetsOfEmail, subject };
  const waitS = await countSignInAttempts(context.db, [attempt], now);
  if (waitS !== null) return { outcome: "too many", waitS };
  return context.db.transaction<MemberReset>(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === undefined) return { outcome: "unknown" };
    if (user.suspendedAt !== null) return { outcome: "suspended" };
    await endResets(tx, user, now);
    const mailId = await queueReset(tx, context, kind, user, now);
    const { email, name } = user;
    recordAuditEvent(tx, {
      actor,
      action: "sent a password reset",
      subjectKind: accountId === null ? "operator" : "buyer",
      subjectId: userId,
      accountId,
      after: { email, name },
      now,
    });
    return { outcome: "sent", mailId };
  });
}
