// The SQL of the quantities of feeds (decision 153): what an offer has received by a quantity that
// held at an earlier time.
import type { Queryable, Transaction } from "../../db/database.ts";
import type { StockMode } from "../../imports/importRun.ts";
import type { StockBasis } from "./feedStock.ts";

/** The modes of the vendors that had feeds; null if an operator has to choose one. */
export async function selectStockModes(db: Queryable): Promise<Map<string, StockMode | null>> {
  const rows = await db.query<{ vendor: string; mode: StockMode | null }>({
    name: "select_stock_modes",
    text: "select vendor, stock_mode as mode from vendors",
  });
  return new Map(rows.map(({ vendor, mode }) => [vendor, mode]));
}

/** The mode of a vendor's feeds; undefined if it had none, null if nobody has chosen one. */
export async function selectStockMode(
  db: Queryable,
  vendor: string,
): Promise<StockMode | null | undefined> {
  const rows = await db.query<{ mode: StockMode | null }>({
    name: "select_stock_mode",
    text: "select stock_mode as mode from vendors where vendor = $1",
    values: [vendor],
  });
  return rows[0]?.mode;
}

/** The values of the parameters $1 to $3 of the statements made from the texts below. */
export function listBasisValues({ asOf, areAvailable, availableVendors }: StockBasis): unknown[] {
  return [asOf, areAvailable, availableVendors];
}

/**
 * SQL: a common table `moved` of the offers of which orders were open at the time $1 or have ended
 * since: what of them was shipped since, and what was allocated then. It must be read by the
 * statement that also reads the counts of the offers: then it does not matter which orders end
 * before what it computes is written.
 */
export const withMovedStock = `moved as (
    select l.offer_id,
      coalesce(sum(l.quantity) filter (where o.ended = 'fulfilled'), 0) as shipped_since,
      coalesce(sum(l.quantity) filter (where c.at <= $1), 0) as allocated_then
    from (
      select order_id, null as ended from orders where status = 'confirmed'
      union all
      select order_id, kind from order_events where kind in ('fulfilled', 'cancelled') and at > $1
    ) o
    join order_events c on c.order_id = o.order_id and c.kind = 'confirmed'
    join order_lines l on l.order_id = o.order_id
    group by l.offer_id
  )`;

/**
 * SQL: what the offer `o`, with its row `m` of `moved` if it has one, has received if its vendor
 * states `quantity` for the time $1. A quantity of 0 available, where no more than was allocated
 * was on hand, is what the offer already says: so it has received what it had.
 */
export function receivedBy(quantity: string): string {
  const shippedThen = "o.shipped - coalesce(m.shipped_since, 0)";
  const allocatedThen = "coalesce(m.allocated_then, 0)";
  return `case
      when not ($2 or o.vendor = any($3::text[])) then ${quantity} + ${shippedThen}
      when ${quantity} = 0 and o.received - (${shippedThen}) <= ${allocatedThen} then o.received
      else ${quantity} + ${shippedThen} + ${allocatedThen}
    end`;
}

/**
 * Stores the mode of the vendors of a feed, `vendors` and those of the rows that it staged: the
 * declared one, or that of new vendors. A vendor without an offer has none.
 */
export async function upsertStockModes(
  tx: Transaction,
  staging: string,
  { vendors, mode }: { readonly vendors: readonly string[]; readonly mode: StockMode | null },
  now: Date,
): Promise<void> {
  await tx.query({
    name: `upsert_stock_modes of ${staging}`,
    text: `insert into vendors (vendor, stock_mode, changed_at)
      select vendor, coalesce($2, 'on-hand'), $3
      from (select unnest($1::text[]) as vendor union select vendor from ${staging}) fed
      where (select true from offers o where o.vendor = fed.vendor limit 1)
      on conflict (vendor) do update
      set stock_mode = excluded.stock_mode, changed_at = excluded.changed_at
      where $2 is not null and vendors.stock_mode is distinct from excluded.stock_mode`,
    values: [vendors, mode, now],
  });
}

/** Those of the vendors that have no offers yet. */
export async function selectNewVendors(
  db: Queryable,
  vendors: readonly string[],
): Promise<readonly string[]> {
  const rows = await db.query<{ vendor: string }>({
    name: "select_new_vendors",
    text: `select fed.vendor from unnest($1::text[]) with ordinality as fed (vendor, place)
      where not exists (select from offers o where o.vendor = fed.vendor)
      order by fed.place`,
    values: [vendors],
  });
  return rows.map(({ vendor }) => vendor);
}

/** Offers that a plan leaves with less on hand than is allocated: how many, and one of them. */
type PlannedShortfalls = { readonly count: number; readonly first: string };

/** `plan` is a table of `offer_id` and `received`. */
export async function selectPlannedShortfalls(
  tx: Transaction,
  plan: string,
): Promise<PlannedShortfalls> {
  const rows = await tx.query<PlannedShortfalls>({
    name: `select_shortfalls of ${plan}`,
    text: `select count(*)::integer as count,
        coalesce(min(o.part_number || ' of "' || o.vendor || '"'), '') as first
      from ${plan} p join offers o using (offer_id)
      where p.received <> o.received and p.received - o.shipped < o.allocated`,
  });
  return rows[0] ?? { count: 0, first: "" };
}
