// Suspending an account, which refuses all its keys and ends all its sessions at once, and
// resuming it (decision 9).
import type { Database, Queryable } from "../db/database.ts";
import type { Account } from "./account.ts";
import { updateSuspended } from "./queries.ts";
import { deleteSessionsOfAccount } from "./sessionQueries.ts";

/** Suspends the account from `now` on; an account that is suspended stays so since it was. */
export async function suspendAccount(db: Database, account: Account, now: Date): Promise<boolean> {
  if (account.suspendedAt !== null) return false;
  await db.transaction(async (tx) => {
    // The account's row is taken first: a sign-in that was under way has its session by then.
    await updateSuspended(tx, account.accountId, now);
    await deleteSessionsOfAccount(tx, account.accountId);
  });
  return true;
}

/** Lifts a suspension; false where there was none. */
export async function resumeAccount(db: Queryable, account: Account): Promise<boolean> {
  if (account.suspendedAt === null) return false;
  await updateSuspended(db, account.accountId, null);
  return true;
}
