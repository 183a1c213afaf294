// The task that removes lists nobody needs any more.
import type { Database } from "../db/database.ts";
import { deleteLists } from "../quickOrders/queries.ts";

/** A list lives this many days (decision 92). */
export const listLifeDays = 30;

/** Removes every list that is older than its life at `now`; returns how many. */
export async function expireOldLists(db: Database, now: Date): Promise<number> {
  return deleteLists(db, new Date(now.getTime() - listLifeDays * 86_400_000));
}
