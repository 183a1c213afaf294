// Changing the role of an account's users, signing them out and removing them. Invariant: an
// account with an admin keeps one, unless an operator changes it.
import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../db/database.ts";
import { deleteSessions } from "../signIn/sessionQueries.ts";
import type { UserRole } from "../signIn/signedIn.ts";
import { lockMembers, type Member, markRemoved, updateRole } from "../signIn/userQueries.ts";
import type { AccountId } from "./account.ts";

export type MemberChange = "changed" | "unchanged" | "unknown" | "last admin";

type Choice = {
  readonly accountId: AccountId;
  readonly userId: string;
  readonly actor: Actor;
};

type Change = {
  readonly outcome: MemberChange;
  readonly action?: string;
  readonly after?: unknown;
};

/** Locks all users of the account, so that two admins cannot remove each other at the same time. */
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
    const isLast = admins.length === 1 && admins[0] === member;
    const keepsAdmin = actor.kind !== "operator";
    const { outcome, action, after = null } = await change(tx, member, isLast && keepsAdmin);
    if (outcome !== "changed" || action === undefined) return outcome;
    const { email, name, role } = member;
    const before = { email, name, role };
    const subject = { subjectKind: "buyer", subjectId: userId, accountId };
    recordAuditEvent(tx, { actor, action, ...subject, before, after, now });
    return outcome;
  });
}

export async function changeRole(
  db: Database,
  request: Choice & { readonly role: UserRole },
  now: Date,
): Promise<MemberChange> {
  const { role } = request;
  return changeMember(db, request, now, async (tx, member, isLastAdmin) => {
    if (member.role === role) return { outcome: "unchanged" };
    if (isLastAdmin) return { outcome: "last admin" };
    await updateRole(tx, member.userId, role);
    return { outcome: "changed", action: "changed the role of a buyer", after: { role } };
  });
}

export async function signOutUser(db: Database, request: Choice, now: Date): Promise<MemberChange> {
  return changeMember(db, request, now, async (tx, member) => {
    const sessions = await deleteSessions(tx, member.userId, null);
    if (sessions === 0) return { outcome: "unchanged" };
    return {
      outcome: "changed",
      action: "signed a buyer out",
      after: { sessions_ended: sessions },
    };
  });
}

/** Removes a user of an account. All their sessions end, and their address can be used again. */
export async function removeUser(db: Database, request: Choice, now: Date): Promise<MemberChange> {
  return changeMember(db, request, now, async (tx, member, isLastAdmin) => {
    if (isLastAdmin) return { outcome: "last admin" };
    await markRemoved(tx, member.userId, now);
    return { outcome: "changed", action: "removed a buyer" };
  });
}
