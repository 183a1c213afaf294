// Changing the role of an account's users and of operators, signing them out and removing them.
// Invariant: the console always has an admin, and so has an account that has one, unless an
// operator changes it.

import type { AccountId } from "../accounts/account.ts";
import { type Actor, findOperator } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../db/database.ts";
import { deleteSessions } from "../signIn/sessionQueries.ts";
import type { OperatorRole, UserRole } from "../signIn/signedIn.ts";
import { lockMembers, type Member, markRemoved, updateRole } from "../signIn/userQueries.ts";

export type MemberChange = "changed" | "unchanged" | "unknown" | "last admin";

/** A user of an account, or an operator if `accountId` is null. */
type Choice = {
  readonly accountId: AccountId | null;
  readonly userId: string;
  readonly actor: Actor;
};

/** Recorded in the audit log if it has an action. */
type Change = {
  readonly outcome: MemberChange;
  readonly action?: string;
  readonly before?: unknown;
  readonly after?: unknown;
};

/** Locks all members, so that two admins cannot remove each other at the same time. */
async function changeMember(
  db: Database,
  { accountId, userId, actor }: Choice,
  now: Date,
  change: (tx: Transaction, member: Member, isLastAdmin: boolean) => Promise<Change>,
): Promise<MemberChange> {
  return db.transaction(async (tx) => {
    const members = await lockMembers(tx, accountId);
    const member = members.find((candidate) => candidate.userId === userId);
    if (member === undefined) return "unknown";
    const admins = members.filter(({ role }) => role === "admin");
    const needsAdmin = accountId === null || findOperator(actor) === null;
    const isLastAdmin = needsAdmin && admins.length === 1 && admins[0] === member;
    const { outcome, action, before, after } = await change(tx, member, isLastAdmin);
    if (action === undefined) return outcome;
    const subjectKind = accountId === null ? "operator" : "buyer";
    const subject = { subjectKind, subjectId: userId, accountId };
    recordAuditEvent(tx, { actor, action, ...subject, before, after, now });
    return outcome;
  });
}

function describeMember({ email, name, role }: Member) {
  return { email, name, role };
}

/** The role of a user of an account, or of an operator. */
export type MemberRole = UserRole | OperatorRole;

export async function changeRole(
  db: Database,
  request: Choice & { readonly role: MemberRole },
  now: Date,
): Promise<MemberChange> {
  const { accountId, role } = request;
  return changeMember(db, request, now, async (tx, member, isLastAdmin) => {
    if (member.role === role) return { outcome: "unchanged" };
    if (isLastAdmin) return { outcome: "last admin" };
    await updateRole(tx, member.userId, role);
    const change =
      accountId === null
        ? { action: "changed the role of an operator", before: { role: member.role } }
        : { action: "changed the role of a buyer", before: describeMember(member) };
    return { outcome: "changed", ...change, after: { role } };
  });
}

/** Ends all sessions of a user or an operator. */
export async function signOutMember(
  db: Database,
  request: Choice,
  now: Date,
): Promise<MemberChange> {
  return changeMember(db, request, now, async (tx, member) => {
    const sessions = await deleteSessions(tx, member.userId, null);
    if (sessions === 0) return { outcome: "unchanged" };
    if (request.accountId === null) {
      return { outcome: "changed", action: "signed an operator out", before: { sessions } };
    }
    const recorded = { before: describeMember(member), after: { sessions_ended: sessions } };
    return { outcome: "changed", action: "signed a buyer out", ...recorded };
  });
}

/** Removes a user or an operator. All their sessions end, and their address can be used again. */
export async function removeMember(
  db: Database,
  request: Choice,
  now: Date,
): Promise<MemberChange> {
  return changeMember(db, request, now, async (tx, member, isLastAdmin) => {
    if (isLastAdmin) return { outcome: "last admin" };
    await markRemoved(tx, member.userId, now);
    const action = request.accountId === null ? "removed an operator" : "removed a buyer";
    return { outcome: "changed", action, before: describeMember(member) };
  });
}
