// The transactions in which people make and change orders.
import type { Database, Transaction } from "../db/database.ts";
import { retryTransaction } from "../db/retryTransaction.ts";
import { retryIfOfferDeleted } from "./retryIfOfferDeleted.ts";

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
