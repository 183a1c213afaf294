// An offer that goes between being read and being ordered: only the undoing of the import that
// brought it deletes an offer (decision 98).
import { lacksValue } from "../db/databaseErrors.ts";

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
