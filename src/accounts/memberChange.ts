// Changing the people of an account: another role, or removed. An account that has an admin keeps
// one; the user of another account is unknown here.
import type { Database, Queryable } from "../db/database.ts";
import type { AccountId } from "./account.ts";
import type { UserRole } from "./signedIn.ts";
import { lockMembers, type Member, markRemoved, updateRole } from "./userQueries.ts";

/** How a change ends. `unchanged`: so it was already. */
export type MemberChange = "changed" | "unchanged" | "unknown" | "last admin";

/** Locks the account's people, so that two admins cannot undo each other at once. */
async function changeMember(
  db: Database,
  accountId: AccountId,
  userId: string,
  change: (tx: Queryable, member: Member, isLastAdmin: boolean) => Promise<MemberChange>,
): Promise<MemberChange> {
  return db.transaction(async (tx) => {
    const members = await lockMembers(tx, accountId);
    const member = members.find((candidate) => candidate.userId === userId);
    if (member === undefined) return "unknown";
    const admins = members.filter(({ role }) => role === "admin");
    return change(tx, member, admins.length === 1 && admins[0] === member);
  });
}

/** Gives a user of an account another role. */
export async function changeRole(
  db: Database,
  request: { readonly accountId: AccountId; readonly userId: string; readonly role: UserRole },
): Promise<MemberChange> {
  const { accountId, userId, role } = request;
  return changeMember(db, accountId, userId, async (tx, member, isLastAdmin) => {
    if (member.role === role) return "unchanged";
    if (isLastAdmin) return "last admin";
    await updateRole(tx, member.userId, role);
    return "changed";
  });
}

/** Removes a user of an account: all sessions end at once, their address is free again. */
export async function removeUser(
  db: Database,
  request: { readonly accountId: AccountId; readonly userId: string },
  now: Date,
): Promise<MemberChange> {
  const { accountId, userId } = request;
  return changeMember(db, accountId, userId, async (tx, member, isLastAdmin) => {
    if (isLastAdmin) return "last admin";
    await markRemoved(tx, member.userId, now);
    return "changed";
  });
}
