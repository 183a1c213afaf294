import type { Database } from "../db/database.ts";
import type { OrderStatus } from "./order.ts";

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
