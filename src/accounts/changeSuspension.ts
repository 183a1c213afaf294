// Suspending an account, which immediately refuses its keys and ends its sessions, and resuming it.
import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import type { Account } from "./account.ts";
import { lockOperatorAccount } from "./operatorAccountQueries.ts";
import { updateSuspended } from "./queries.ts";

export type SuspensionChange = "suspend" | "resume";

/**
 * Suspends an account from `now` on, or resumes it; its ended sessions stay ended. Returns false if
 * the account already has this state.
 */
export async function changeSuspension(
  db: Database,
  { accountId }: Account,
  change: SuspensionChange,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  const suspendedAt = change === "suspend" ? now : null;
  return db.transaction(async (tx) => {
    // Locks the account first: a concurrent sign-in has stored its session by then.
    const account = await lockOperatorAccount(tx, accountId);
    const isSuspended = account?.suspendedAt != null;
    if (account === undefined || isSuspended === (suspendedAt !== null)) return false;
    await updateSuspended(tx, accountId, suspendedAt);
    recordAuditEvent(tx, {
      actor,
      action: suspendedAt === null ? "resumed an account" : "suspended an account",
      subjectKind: "account",
      subjectId: accountId,
      accountId,
      before: { suspended_at: account.suspendedAt },
      after: { suspended_at: suspendedAt },
      now,
    });
    return true;
  });
}
