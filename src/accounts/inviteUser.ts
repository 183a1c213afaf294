// Inviting a person into an account: a link by mail, good for seven days and for one person.
import { randomUUIDv7 } from "node:crypto";
import { queueMail } from "../mail/queueMail.ts";
import { writeInvitationMail } from "../mail/writeInvitationMail.ts";
import type { AccountId } from "./account.ts";
import { attemptLimits, takeAttempts } from "./attemptLimits.ts";
import type { EmailAddress } from "./emailAddress.ts";
import { type InvitationId, upsertInvitation } from "./invitationQueries.ts";
import type { PeopleContext } from "./peopleContext.ts";
import { hashToken, mintToken } from "./plainToken.ts";
import type { UserId, UserRole } from "./signedIn.ts";
import { selectUserByEmail } from "./userQueries.ts";

/** How long an invitation is good. */
export const invitationLifeMs = 7 * 86_400_000;

/** Who is invited to what. `invitedBy` is null where the distributor invites. */
export type InvitationRequest = {
  readonly account: { readonly accountId: AccountId; readonly name: string };
  readonly email: EmailAddress;
  readonly name: string | null;
  readonly role: UserRole;
  readonly invitedBy: { readonly userId: UserId; readonly name: string } | null;
};

export type InvitationOutcome =
  | {
      readonly outcome: "invited";
      readonly invitationId: InvitationId;
      /** The link of the mail. It opens the account: show it to nobody but who sends it on. */
      readonly link: string;
      readonly expiresAt: Date;
    }
  | { readonly outcome: "already a user" }
  | { readonly outcome: "too many"; readonly waitS: number };

/**
 * Invites a person; an earlier invitation of the account to the same address is good no more. An
 * address that signs in to another account is invited like any other: whether it does is told only
 * to whoever opens the link.
 */
export async function inviteUser(
  context: PeopleContext,
  request: InvitationRequest,
  now: Date,
): Promise<InvitationOutcome> {
  const { db, mailSeal, publicUrl, supportEmail } = context;
  const { account, email, name, role, invitedBy } = request;
  const known = await selectUserByEmail(db, email);
  if (known?.accountId === account.accountId) return { outcome: "already a user" };
  const ofAccount = { limit: attemptLimits.invitationsOfAccount, subject: account.accountId };
  const ofEmail = {
    limit: attemptLimits.invitationsOfEmail,
    subject: `${account.accountId}\0${email}`,
  };
  const waitS = await takeAttempts(db, [ofAccount, ofEmail], now);
  if (waitS !== null) return { outcome: "too many", waitS };
  const token = mintToken();
  const invitationId = randomUUIDv7() as InvitationId;
  const expiresAt = new Date(now.getTime() + invitationLifeMs);
  const link = `${publicUrl}/invitation/${token}`;
  const mail = writeInvitationMail({
    accountId: account.accountId,
    accountName: account.name,
    email,
    name,
    invitedBy: invitedBy?.name ?? null,
    link,
    expiresAt,
    supportEmail,
  });
  await db.transaction(async (tx) => {
    await upsertInvitation(tx, {
      invitationId,
      accountId: account.accountId,
      email,
      name,
      role,
      hash: hashToken(token),
      invitedBy: invitedBy?.userId ?? null,
      expiresAt,
      now,
    });
    await queueMail(tx, mailSeal, mail, now);
  });
  return { outcome: "invited", invitationId, link, expiresAt };
}
