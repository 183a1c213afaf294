// Changing the role of operators, signing them out and removing them. Invariant: the console always
// has an admin.
import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database, Transaction } from "../db/database.ts";
import { deleteSessions } from "../signIn/sessionQueries.ts";
import type { OperatorRole } from "../signIn/signedIn.ts";
import { markRemoved, updateRole } from "../signIn/userQueries.ts";
import type { MemberChange } from "./changeUser.ts";
import { type ListedMember, lockOperators } from "./operatorQueries.ts";

type Change = {
  readonly outcome: MemberChange;
  readonly action?: string;
  readonly before?: unknown;
  readonly after?: unknown;
};

/** Locks all operators, so that two admins cannot remove each other at the same time. */
async function changeOperator(
  db: Database,
  operatorId: string,
  actor: Actor,
  now: Date,
  change: (tx: Transaction, member: ListedMember, isLastAdmin: boolean) => Promise<Change>,
): Promise<MemberChange> {
  return db.transaction(async (tx) => {
    const members = await lockOperators(tx);
    const member = members.find(({ userId }) => userId === operatorId);
    if (member === undefined) return "unknown";
    const admins = members.filter(({ role }) => role === "admin");
    const isLastAdmin = admins.length === 1 && admins[0] === member;
    const { outcome, action, before = null, after = null } = await change(tx, member, isLastAdmin);
    if (outcome === "changed" && action !== undefined) {
      recordAuditEvent(tx, {
        actor,
        action,
        subjectKind: "operator",
        subjectId: member.userId,
        accountId: null,
        before,
        after,
        now,
      });
    }
    return outcome;
  });
}

export async function changeOperatorRole(
  db: Database,
  request: { readonly operatorId: string; readonly role: OperatorRole },
  actor: Actor,
  now: Date,
): Promise<MemberChange> {
  const { operatorId, role } = request;
  return changeOperator(db, operatorId, actor, now, async (tx, member, isLastAdmin) => {
    if (member.role === role) return { outcome: "unchanged" };
    if (isLastAdmin) return { outcome: "last admin" };
    await updateRole(tx, member.userId, role);
    const action = "changed the role of an operator";
    return { outcome: "changed", action, before: { role: member.role }, after: { role } };
  });
}

/** Removes an operator. All their sessions end, and their address can be used again. */
export async function removeOperator(
  db: Database,
  operatorId: string,
  actor: Actor,
  now: Date,
): Promise<MemberChange> {
  return changeOperator(db, operatorId, actor, now, async (tx, member, isLastAdmin) => {
    if (isLastAdmin) return { outcome: "last admin" };
    await markRemoved(tx, member.userId, now);
    const { email, name, role } = member;
    return { outcome: "changed", action: "removed an operator", before: { email, name, role } };
  });
}

export async function signOutOperator(
  db: Database,
  operatorId: string,
  actor: Actor,
  now: Date,
): Promise<MemberChange> {
  return changeOperator(db, operatorId, actor, now, async (tx, member) => {
    const sessions = await deleteSessions(tx, member.userId, null);
    if (sessions === 0) return { outcome: "unchanged" };
    return { outcome: "changed", action: "signed an operator out", before: { sessions } };
  });
}
