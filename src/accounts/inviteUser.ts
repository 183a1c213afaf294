import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import { attemptLimits, countSignInAttempts } from "../signIn/attemptLimits.ts";
import type { PeopleContext } from "../signIn/peopleContext.ts";
import type { UserRole } from "../signIn/signedIn.ts";
import { selectUserByEmail } from "../signIn/userQueries.ts";
import type { AccountId } from "./account.ts";
import { type Invited, type SentInvitation, sendInvitation } from "./sendInvitation.ts";

export type InvitationRequest = Omit<Invited, "invitedBy"> & {
  readonly account: { readonly accountId: AccountId; readonly name: string };
  readonly role: UserRole;
  readonly actor: Actor;
};

export type InvitationOutcome =
  | ({ readonly outcome: "invited" } & SentInvitation)
  | { readonly outcome: "already a user" }
  | { readonly outcome: "too many"; readonly waitS: number };

/**
 * Invites a person to an account; replaces an earlier invitation to the same address. The address
 * of another account's user is invited too: only the person who opens the link is told of the
 * conflict.
 */
export async function inviteUser(
  context: PeopleContext,
  request: InvitationRequest,
  now: Date,
): Promise<InvitationOutcome> {
  const { db } = context;
  const { account, email } = request;
  const known = await selectUserByEmail(db, "buyers", email);
  if (known?.accountId === account.accountId) return { outcome: "already a user" };
  const ofAccount = { limit: attemptLimits.invitationsOfAccount, subject: account.accountId };
  const ofEmail = {
    limit: attemptLimits.invitationsOfEmail,
    subject: `${account.accountId}\0${email}`,
  };
  const waitS = await countSignInAttempts(db, [ofAccount, ofEmail], now);
  if (waitS !== null) return { outcome: "too many", waitS };
  const { actor } = request;
  const invitedBy = actor.kind === "user" ? actor.user : null;
  const sent = await db.transaction(async (tx) => {
    recordAuditEvent(tx, {
      actor,
      action: "invited a buyer",
      subjectKind: "buyer",
      subjectId: email,
      accountId: account.accountId,
      after: { email, name: request.name, role: request.role },
      now,
    });
    return sendInvitation(tx, context, { ...request, invitedBy }, now);
  });
  return { outcome: "invited", ...sent };
}
