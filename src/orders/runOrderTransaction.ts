// The transactions in which people make and change orders.
import type { Database, Queryable } from "../db/database.ts";
import { retryTransaction } from "../db/retryTransaction.ts";
import { retryWhereOfferWent } from "./retryWhereOfferWent.ts";

/**
 * Runs `work` in one transaction, again from its beginning where another was in the way or an
 * offer it had read went before its lines were stored. Gives "busy" as `retryTransaction` does,
 * and nothing is written then.
 */
export function runOrderTransaction<T>(
  db: Database,
  work: (tx: Queryable) => Promise<T>,
): Promise<T | "busy"> {
  return retryWhereOfferWent(() => retryTransaction(db, work));
}
