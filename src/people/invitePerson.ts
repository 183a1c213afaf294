// Inviting people to an account or to the console, and withdrawing invitations.

import type { Account, AccountId } from "../accounts/account.ts";
import { type Actor, findOperator } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import { type MailId, settleInvitations } from "../mail/queries.ts";
import { queueMail } from "../mail/queueMail.ts";
import { renderInvitationMail } from "../mail/renderInvitationMail.ts";
import { attemptLimits, countSignInAttempts } from "../signIn/attemptLimits.ts";
import { type MailingContext, siteUrl } from "../signIn/peopleContext.ts";
import { hashToken, mintToken } from "../signIn/plainToken.ts";
import type { OperatorRole, UserRole } from "../signIn/signedIn.ts";
import { selectUserByEmail } from "../signIn/userQueries.ts";
import {
  deleteInvitation,
  type InvitationId,
  selectInvitationById,
  upsertInvitation,
} from "./invitationQueries.ts";

/** How long an invitation is valid. */
export const invitationLifeMs = 7 * 86_400_000;

/** `account` is null for the console. */
export type Invited = {
  readonly email: EmailAddress;
  readonly name: string | null;
  readonly actor: Actor;
} & (
  | { readonly account: Pick<Account, "accountId" | "name">; readonly role: UserRole }
  | { readonly account: null; readonly role: OperatorRole }
);

export type InvitationOutcome =
  | {
      readonly outcome: "invited";
      readonly invitationId: InvitationId;
      readonly mailId: MailId;
      /**
       * The link of the mail. Anyone who has it is admitted: show it only to the person who passes
       * it on.
       */
      readonly link: string;
      readonly expiresAt: Date;
    }
  | { readonly outcome: "already a member" }
  | { readonly outcome: "too many"; readonly waitS: number };

/** Who invites, by name; null if the distributor invites to an account. */
function findInviter(actor: Actor, isOperator: boolean) {
  if (!isOperator) return actor.kind === "user" ? actor.user : null;
  const operator = findOperator(actor);
  return operator && { userId: operator.operatorId, name: operator.name };
}

/**
 * Invites a person by mail and replaces an earlier invitation of the same account to the same
 * address. The address of another account's user is invited too: only the person who opens the link
 * is told of the conflict.
 */
export async function invitePerson(
  context: MailingContext,
  { account, email, name, role, actor }: Invited,
  now: Date,
): Promise<InvitationOutcome> {
  const { db, mailEncryption, publicUrl, supportEmail } = context;
  const isOperator = account === null;
  const kind = isOperator ? "operators" : "buyers";
  const accountId = account?.accountId ?? null;
  const known = await selectUserByEmail(db, kind, email);
  if (known?.accountId === accountId) return { outcome: "already a member" };
  const subject = accountId ?? kind;
  const attempts = [
    { limit: attemptLimits.invitationsOfAccount, subject },
    { limit: attemptLimits.invitationsOfEmail, subject: `${subject}\0${email}` },
  ];
  const waitS = await countSignInAttempts(db, attempts, now);
  if (waitS !== null) return { outcome: "too many", waitS };
  const invitedBy = findInviter(actor, isOperator);
  const invitationId = newId() as InvitationId;
  const token = mintToken();
  const link = `${siteUrl({ publicUrl, kind })}/invitation/${token}`;
  const expiresAt = new Date(now.getTime() + invitationLifeMs);
  const invitation = { invitationId, accountId, email, name, role, expiresAt };
  const mailId = await db.transaction(async (tx) => {
    recordAuditEvent(tx, {
      actor,
      action: isOperator ? "invited an operator" : "invited a buyer",
      subjectKind: isOperator ? "operator" : "buyer",
      subjectId: email,
      accountId,
      after: { email, name, role },
      now,
    });
    const by = { hash: hashToken(token), invitedBy: invitedBy?.userId ?? null, now };
    await upsertInvitation(tx, { ...invitation, ...by });
    await settleInvitations(tx, { accountId, email, now });
    const mail = renderInvitationMail({
      ...invitation,
      accountName: account?.name ?? null,
      invitedBy: invitedBy?.name ?? null,
      link,
      supportEmail,
    });
    return queueMail(tx, mailEncryption, mail, now);
  });
  return { outcome: "invited", invitationId, mailId, link, expiresAt };
}

/** Invites a person to another address, and withdraws the invitation to the first one. */
export async function readdressInvitation(
  context: MailingContext,
  { invitationId, ...invited }: Invited & { readonly invitationId: string },
  to: EmailAddress,
  now: Date,
): Promise<InvitationOutcome> {
  const outcome = await invitePerson(context, { ...invited, email: to }, now);
  if (outcome.outcome !== "invited" || to === invited.email) return outcome;
  const accountId = invited.account?.accountId ?? null;
  await withdrawInvitation(context.db, { accountId, invitationId }, invited.actor, now);
  return outcome;
}

/**
 * Withdraws an invitation of an account, or of the console if `accountId` is null; false if there
 * is none with this id.
 */
export async function withdrawInvitation(
  db: Database,
  choice: { readonly accountId: AccountId | null; readonly invitationId: string },
  actor: Actor,
  now: Date,
): Promise<boolean> {
  const { accountId, invitationId } = choice;
  return db.transaction(async (tx) => {
    const known = await selectInvitationById(tx, accountId, invitationId);
    if (known === undefined || !(await deleteInvitation(tx, accountId, invitationId))) return false;
    const { email, name, role } = known;
    await settleInvitations(tx, { accountId, email, now });
    recordAuditEvent(tx, {
      actor,
      action: "withdrew an invitation",
      subjectKind: accountId === null ? "operator" : "buyer",
      subjectId: email,
      accountId,
      before: { email, name, role },
      now,
    });
    return true;
  });
}
