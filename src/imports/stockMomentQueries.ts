// The SQL of when the stock was last brought up by a file.
import type { Queryable } from "../db/database.ts";

/**
 * The moments since `from` at which a file brought stock, and the last one before it, the first
 * first.
 */
export async function selectStockMoments(db: Queryable, from: Date): Promise<Date[]> {
  const rows = await db.query<{ at: Date }>({
    name: "select_stock_moments",
    text: `with brought as materialized (
        select ended_at as at from import_runs
        where state = 'committed' and mode in ('merge', 'replace') and kind in ('stock', 'catalog')
      )
      select at from brought
      where at >= coalesce((select max(at) from brought where at < $1), $1) order by at`,
    values: [from],
  });
  return rows.map(({ at }) => at);
}
