import type { Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import { queueMail } from "../mail/queueMail.ts";
import { renderInvitationMail } from "../mail/renderInvitationMail.ts";
import { type PeopleContext, siteUrl } from "../signIn/peopleContext.ts";
import { hashToken, mintToken } from "../signIn/plainToken.ts";
import type { OperatorRole, UserRole } from "../signIn/signedIn.ts";
import type { AccountId } from "./account.ts";
import { type InvitationId, upsertInvitation } from "./invitationQueries.ts";

/** How long an invitation is valid. */
export const invitationLifeMs = 7 * 86_400_000;

/** `account` is null for the console. */
export type Invited = {
  readonly account: { readonly accountId: AccountId; readonly name: string } | null;
  readonly email: EmailAddress;
  readonly name: string | null;
  readonly role: UserRole | OperatorRole;
  /** Null if the distributor invites. */
  readonly invitedBy: { readonly userId: string; readonly name: string } | null;
};

export type SentInvitation = {
  readonly invitationId: InvitationId;
  /**
   * The link of the mail. Anyone who has it is admitted: show it only to the person who passes it
   * on.
   */
  readonly link: string;
  readonly expiresAt: Date;
};

/**
 * Stores and mails an invitation in one transaction; replaces an earlier one to the same address.
 */
export async function sendInvitation(
  tx: Transaction,
  context: PeopleContext,
  invited: Invited,
  now: Date,
): Promise<SentInvitation> {
  const { account, email, name, role, invitedBy } = invited;
  const accountId = account?.accountId ?? null;
  const token = mintToken();
  const invitationId = newId() as InvitationId;
  const expiresAt = new Date(now.getTime() + invitationLifeMs);
  const link = `${siteUrl(context)}/invitation/${token}`;
  const mail = renderInvitationMail({
    accountId,
    accountName: account?.name ?? null,
    email,
    name,
    invitedBy: invitedBy?.name ?? null,
    link,
    expiresAt,
    supportEmail: context.supportEmail,
  });
  const hash = hashToken(token);
  const by = invitedBy?.userId ?? null;
  const stored = { invitationId, accountId, email, name, role, hash, invitedBy: by };
  await upsertInvitation(tx, { ...stored, expiresAt, now });
  await queueMail(tx, context.mailEncryption, mail, now);
  return { invitationId, link, expiresAt };
}
