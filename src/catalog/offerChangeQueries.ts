// The statements of runs that change offers. Invariant: every change is stored with the row before
// it, or, if only stock changed, with the quantity on hand before it.
import type { Statement, Transaction } from "../db/database.ts";
import { onHand } from "./offerFieldQueries.ts";

const stocks = `old.offer_id, ${onHand("old.")} as stock_before,
  coalesce(${onHand("new.")}, 0) as stock_after`;

/** SQL: what a statement for `changeOffers` returns of each offer. */
export const changedOffer = `${stocks}, to_jsonb(old) - 'available_stock' as before`;
/** SQL: the same if a statement changes only stock. */
export const changedStock = `${stocks}, null::jsonb as before`;
/** SQL: the same if it also forgets of how many lots the stock was the sum. */
export const changedStockAndLots = `${stocks}, case when old.lots is distinct from new.lots
  then to_jsonb(old) - 'available_stock' end as before`;

/**
 * Runs a statement that changes offers and returns `changedOffer` or the like; its $1 is the run.
 * Stores each change and returns how many there were.
 */
export async function changeOffers(
  tx: Transaction,
  statement: Statement,
  action: "updated" | "deleted" = "updated",
): Promise<number> {
  const rows = await tx.query<{ count: number }>({
    ...statement,
    text: `with changed as (${statement.text}),
      stored as (
        insert into offer_changes (offer_id, run_id, action, stock_before, stock_after, before)
        select offer_id, $1, '${action}', stock_before, stock_after, before from changed
        returning 1
      )
      select count(*)::integer as count from stored`,
  });
  return rows[0]?.count ?? 0;
}
