import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import type { AccountId } from "./account.ts";
import { deleteInvitation, selectInvitationById } from "./invitationQueries.ts";

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
  if (!isUuid(invitationId)) return false;
  return db.transaction(async (tx) => {
    const known = await selectInvitationById(tx, accountId, invitationId);
    if (known === undefined || !(await deleteInvitation(tx, accountId, invitationId))) return false;
    recordAuditEvent(tx, {
      actor,
      action: "withdrew an invitation",
      subjectKind: accountId === null ? "operator" : "buyer",
      subjectId: known.email,
      accountId,
      before: { email: known.email, name: known.name, role: known.role },
      now,
    });
    return true;
  });
}
