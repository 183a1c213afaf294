// Suspending an account, which refuses all its keys and ends all its sessions at once, and
// resuming it (decision 9).
import type { Actor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { Database } from "../db/database.ts";
import { deleteSessionsOfAccount } from "../signIn/sessionQueries.ts";
import type { Account } from "./account.ts";
import { lockOperatorAccount } from "./operatorAccountQueries.ts";
import { updateSuspended } from "./queries.ts";

/** False where the account stands so already; the deed is part of the change. */
async function change(
  db: Database,
  { accountId }: Account,
  actor: Actor,
  now: Date,
  suspendedAt: Date | null,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // The account's row is taken first: a sign-in that was under way has its session by then.
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

/** Suspends the account from `now` on; an account that is suspended stays so since it was. */
export async function suspendAccount(
  db: Database,
  account: Account,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  return change(db, account, actor, now, now);
}

/** Lifts a suspension; false where there was none. Nobody's session comes back by it. */
export async function resumeAccount(
  db: Database,
  account: Account,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  return change(db, account, actor, now, null);
}
