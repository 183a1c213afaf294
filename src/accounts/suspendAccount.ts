// Suspending an account, which immediately refuses its keys and ends its sessions, and resuming it
// (decision 9).
import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { deleteSessionsOfAccount } from "../signIn/sessionQueries.ts";
import type { Account } from "./account.ts";
import { lockOperatorAccount } from "./operatorAccountQueries.ts";
import { updateSuspended } from "./queries.ts";

/** Returns false if the account already has this state. */
async function change(
  db: Database,
  { accountId }: Account,
  actor: Actor,
  now: Date,
  suspendedAt: Date | null,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Locks the account first: a concurrent sign-in has stored its session by then.
    const account = await lockOperatorAccount(tx, accountId);
    const isSuspended = account?.suspendedAt != null;
    if (account === undefined || isSuspended === (suspendedAt !== null)) return false;
    await updateSuspended(tx, accountId, suspendedAt);
    if (suspendedAt !== null) await deleteSessionsOfAccount(tx, accountId);
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

/** Suspends an account from `now` on; returns false if it is suspended already. */
export async function suspendAccount(
  db: Database,
  account: Account,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  return change(db, account, actor, now, now);
}

/** Resumes an account; returns false if it is not suspended. Ended sessions stay ended. */
export async function resumeAccount(
  db: Database,
  account: Account,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  return change(db, account, actor, now, null);
}
