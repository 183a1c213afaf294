// Inviting people to an account or to the console, and withdrawing invitations.

import type { Account, AccountId } from "../accounts/account.ts";
import { type Actor, findOperator } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import { type MailId, settleLinks } from "../mail/queries.ts";
import { queueMail } from "../mail/queueMail.ts";
import { renderInvitationMail } from "../mail/renderInvitationMail.ts";
import { attemptLimits, countSignInAttempts } from "../signIn/attemptLimits.ts";
import { type MailingContext, siteUrl } from "../signIn/peopleContext.ts";
import { hashToken, mintToken } from "../signIn/plainToken.ts";
import { selectUserByEmail } from "../signIn/userQueries.ts";
import type { MemberRole } from "./changeMember.ts";
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
  readonly account: Pick<Account, "accountId" | "name"> | null;
  readonly role: MemberRole;
};

type Issued = {
  readonly outcome: "invited";
  readonly invitationId: InvitationId;
  readonly mailId: MailId;
  /**
   * The link of the mail. Anyone who has it is admitted: show it only to the person who passes
   * it on.
   */
  readonly link: string;
  readonly expiresAt: Date;
};

type Refusal =
  | { readonly outcome: "already a member" }
  | { readonly outcome: "too many"; readonly waitS: number };

export type InvitationOutcome = Issued | Refusal;

/** Who invites, by name; null if the distributor invites to an account. */
function findInviter(actor: Actor, isOperator: boolean) {
  if (!isOperator) return actor.kind === "user" ? actor.user : null;
  const operator = findOperator(actor);
  return operator && { userId: operator.operatorId, name: operator.name };
}

/** Counts an attempt to invite a person, and finds why it is not made. */
async function findRefusal(
  { db }: MailingContext,
  { account, email }: Invited,
  now: Date,
): Promise<Refusal | undefined> {
  const kind = account === null ? "operators" : "buyers";
  const accountId = account?.accountId ?? null;
  const known = await selectUserByEmail(db, kind, email);
  if (known?.accountId === accountId) return { outcome: "already a member" };
  const subject = accountId ?? kind;
  const attempts = [
    { limit: attemptLimits.invitationsOfAccount, subject },
    { limit: attemptLimits.invitationsOfEmail, subject: `${subject}\0${email}` },
  ];
  const waitS = await countSignInAttempts(db, attempts, now);
  return waitS === null ? undefined : { outcome: "too many", waitS };
}

/** Stores an invitation with its audit event, and queues its mail. */
async function issueInvitation(
  tx: Transaction,
  { mailEncryption, publicUrl, supportEmail }: MailingContext,
  { account, email, name, role, actor }: Invited,
  now: Date,
): Promise<Issued> {
  const isOperator = account === null;
  const accountId = account?.accountId ?? null;
  const invitedBy = findInviter(actor, isOperator);
  const invitationId = newId() as InvitationId;
  const token = mintToken();
  const kind = isOperator ? "operators" : "buyers";
  const link = `${siteUrl({ publicUrl, kind })}/invitation/${token}`;
  const expiresAt = new Date(now.getTime() + invitationLifeMs);
  const invitation = { invitationId, accountId, email, name, role, expiresAt };
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
  await settleLinks(tx, { kind: "invitation", accountId, email, now });
  const mail = renderInvitationMail({
    ...invitation,
    accountName: account?.name ?? null,
    invitedBy: invitedBy?.name ?? null,
    link,
    supportEmail,
  });
  const mailId = await queueMail(tx, mailEncryption, mail, now);
  return { outcome: "invited", invitationId, mailId, link, expiresAt };
}

/**
 * Invites a person by mail and replaces an earlier invitation of the same account to the same
 * address. The address of another account's user is invited too: only the person who opens the link
 * is told of the conflict.
 */
export async function invitePerson(
  context: MailingContext,
  invited: Invited,
  now: Date,
): Promise<InvitationOutcome> {
  const refusal = await findRefusal(context, invited, now);
  if (refusal !== undefined) return refusal;
  return context.db.transaction((tx) => issueInvitation(tx, context, invited, now));
}

type ChosenInvitation = { readonly accountId: AccountId | null; readonly invitationId: string };

/** Deletes an invitation with the secrets of its mail; false if there is none with this id. */
async function endInvitation(
  tx: Transaction,
  { accountId, invitationId }: ChosenInvitation,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  const known = await selectInvitationById(tx, accountId, invitationId);
  if (known === undefined || !(await deleteInvitation(tx, accountId, invitationId))) return false;
  const { email, name, role } = known;
  await settleLinks(tx, { kind: "invitation", accountId, email, now });
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
}

/**
 * Withdraws an invitation of an account, or of the console if `accountId` is null; false if there
 * is none with this id.
 */
export async function withdrawInvitation(
  db: Database,
  choice: ChosenInvitation,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  return db.transaction((tx) => endInvitation(tx, choice, actor, now));
}
