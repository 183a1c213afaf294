// Suspending an account, which refuses all its keys at once, and resuming it (decision 9).
import type { Queryable } from "../db/database.ts";
import type { Account } from "./account.ts";
import { updateSuspended } from "./queries.ts";

/** Suspends the account from `now` on; an account that is suspended stays so since it was. */
export async function suspendAccount(db: Queryable, account: Account, now: Date): Promise<boolean> {
  if (account.suspendedAt !== null) return false;
  await updateSuspended(db, account.accountId, now);
  return true;
}

/** Lifts a suspension; false where there was none. */
export async function resumeAccount(db: Queryable, account: Account): Promise<boolean> {
  if (account.suspendedAt === null) return false;
  await updateSuspended(db, account.accountId, null);
  return true;
}
