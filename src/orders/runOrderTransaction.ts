import type { Database, Transaction } from "../db/database.ts";
import { lacksValue } from "../db/databaseErrors.ts";
import { retryTransaction } from "../db/retryTransaction.ts";

/**
 * Runs `work` in one transaction. Retries it after a conflict with another transaction, or if an
 * offer was deleted before its line was stored. Returns "busy" like `retryTransaction`; then
 * nothing was written.
 */
export function runOrderTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | "busy"> {
  return retryIfOfferDeleted(() => retryTransaction(db, work));
}

/**
 * Runs `work`, a transaction that stores order lines, and once more if an offer was deleted between
 * being read and being stored: only the revert of the import that created an offer deletes it
 * (decision 53).
 */
export async function retryIfOfferDeleted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!lacksValue(error, "order_lines", "offer_id")) throw error;
    return work();
  }
}
