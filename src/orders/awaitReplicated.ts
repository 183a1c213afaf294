import type { Database } from "../db/database.ts";
import type { OrderStatus } from "./order.ts";
import type { StatusCounts } from "./summaryQueries.ts";

/**
 * Waits until the synchronous standbys have what these orders became, before a page says so
 * (decision 150). A draft promises nothing. Throws UnavailableError.
 */
export async function awaitReplicated(
  db: Database,
  orders: readonly { readonly status: OrderStatus }[],
): Promise<void> {
  if (orders.some(({ status }) => status !== "draft")) await db.awaitReplication();
}

/** The same before a page says how many orders have each status. */
export async function awaitCounted(db: Database, counts: StatusCounts): Promise<void> {
  const { draft: _drafts, ...others } = counts;
  if (Object.values(others).some((count) => count > 0)) await db.awaitReplication();
}
