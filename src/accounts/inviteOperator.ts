import { type Actor, findOperator } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { EmailAddress } from "../mail/emailAddress.ts";
import { attemptLimits, countSignInAttempts } from "../signIn/attemptLimits.ts";
import type { PeopleContext } from "../signIn/peopleContext.ts";
import type { OperatorRole } from "../signIn/signedIn.ts";
import { selectUserByEmail } from "../signIn/userQueries.ts";
import { type SentInvitation, sendInvitation } from "./sendInvitation.ts";

export type InvitedOperator = {
  readonly email: EmailAddress;
  readonly name: string | null;
  readonly role: OperatorRole;
};

export type OperatorInvitation =
  | ({ readonly outcome: "invited" } & SentInvitation)
  | { readonly outcome: "already an operator" }
  | { readonly outcome: "too many"; readonly waitS: number };

const subject = "operators";

/** Invites an operator; replaces an earlier invitation to the same address. */
export async function inviteOperator(
  context: PeopleContext,
  { email, name, role }: InvitedOperator,
  actor: Actor,
  now: Date,
): Promise<OperatorInvitation> {
  const { db } = context;
  if ((await selectUserByEmail(db, "operators", email)) !== undefined) {
    return { outcome: "already an operator" };
  }
  const attempts = [
    { limit: attemptLimits.invitationsOfAccount, subject },
    { limit: attemptLimits.invitationsOfEmail, subject: `${subject}\0${email}` },
  ];
  const waitS = await countSignInAttempts(db, attempts, now);
  if (waitS !== null) return { outcome: "too many", waitS };
  const operator = findOperator(actor);
  const invitedBy = operator && { userId: operator.operatorId, name: operator.name };
  const sent = await db.transaction(async (tx) => {
    recordAuditEvent(tx, {
      actor,
      action: "invited an operator",
      subjectKind: "operator",
      subjectId: email,
      accountId: null,
      after: { email, name, role },
      now,
    });
    return sendInvitation(tx, context, { account: null, email, name, role, invitedBy }, now);
  });
  return { outcome: "invited", ...sent };
}
