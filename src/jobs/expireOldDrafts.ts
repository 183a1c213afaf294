// The task that ends drafts nobody confirmed.
import type { Database } from "../db/database.ts";
import { expireDrafts } from "../orders/changeQueries.ts";

/** A draft lives this many days (decision 32). */
export const draftLifeDays = 30;

/** Expires every draft that is older than its life at `now`; returns how many. */
export async function expireOldDrafts(db: Database, now: Date): Promise<number> {
  return expireDrafts(db, new Date(now.getTime() - draftLifeDays * 86_400_000), now);
}
