// The transactions in which people make and change orders.
import type { Database, Transaction } from "../db/database.ts";
import { lacksValue } from "../db/databaseErrors.ts";
import { retryTransaction } from "../db/retryTransaction.ts";

/**
 * Runs `work` in one transaction, again from its beginning where another was in the way or an
 * offer it had read went before its lines were stored. Gives "busy" as `retryTransaction` does,
 * and nothing is written then.
 */
export function runOrderTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | "busy"> {
  return retryIfOfferDeleted(() => retryTransaction(db, work));
}

/**
 * Runs `work`, a transaction that stores order lines, and once more where an offer it had read was
 * gone when its lines were stored: it then reads that there is none.
 */
export async function retryIfOfferDeleted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!lacksValue(error, "order_lines", "offer_id")) throw error;
    return work();
  }
}
