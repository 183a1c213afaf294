// The SQL of the quantities of feeds (decision 153): what an offer has received by a quantity that
// held at an earlier time.
import type { StockBasis, StockMode } from "../../catalog/feedStock.ts";
import { columnsBesideStock } from "../../catalog/offerFields.ts";
import type { OfferId } from "../../catalog/partId.ts";
import { columnsOf } from "../../db/columnsOf.ts";
import { countChanged, type Queryable, type Transaction } from "../../db/database.ts";
import type { RunId } from "../run.ts";
import { sameIdentity } from "./stagingQueries.ts";

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

/** SQL: whether quantities of the vendor of offer `o` are only what is available. */
const isAvailable = "($2 or o.vendor = any($3::text[]))";

/**
 * SQL: what the offer `o`, with its row `m` of `moved` if it has one, has received if `quantity` is
 * stated for the time $1, as what is available or as what is on hand. A quantity of 0 available, where no more than was allocated
 * was on hand, is what the offer already says: so it has received what it had.
 */
export function receivedBy(quantity: string, available = isAvailable): string {
  const shippedThen = "o.shipped - coalesce(m.shipped_since, 0)";
  const allocatedThen = "coalesce(m.allocated_then, 0)";
  return `case
      when not ${available} then ${quantity} + ${shippedThen}
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

// When the stock of offers was last counted (decision 153). Invariant: a long file sets the time of
// its vendors, any other that of each offer; the later of both counts.

/** Files with more rows set the time of their vendors. */
export const maxCountedRows = 20_000;

/** SQL: when offer `o` was last counted; null if unknown. */
export const lastCount = `greatest(
  (select counted_at from offer_counts n where n.offer_id = o.offer_id),
  (select counted_at from vendors v where v.vendor = o.vendor))`;

/** SQL: `at` as text of a reason. */
const formatTime = (at: string) =>
  `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** SQL: why a row counted at $1 does not apply to offer `o`. */
export const olderReason = `concat('was counted at ', ${formatTime("$1::timestamptz")},
  ', before the last count of its offer at ', ${formatTime(lastCount)})`;

/** The last count of any offer; null if there was none. */
export async function selectLastCount(db: Queryable): Promise<Date | null> {
  const rows = await db.query<{ at: Date | null }>({
    name: "select_last_count",
    text: `select greatest(
      (select max(counted_at) from offer_counts), (select max(counted_at) from vendors)) as at`,
  });
  return rows[0]?.at ?? null;
}

/**
 * Refuses the staged rows of a catalog that would change offers that were counted after them: their
 * prices are older too. Returns how many. Call it after `settleIdentities`.
 */
export async function refuseOlderRows(
  tx: Transaction,
  staging: string,
  basis: StockBasis,
): Promise<number> {
  return countChanged(tx, {
    name: `refuse_older_rows of ${staging}`,
    text: `with ${withMovedStock},
      older as (
        select s.ctid as staged, ${olderReason} as reason
        from ${staging} s join offers o on ${sameIdentity}
        left join moved m on m.offer_id = o.offer_id
        where not s.refused and not s.unchanged and ${lastCount} > $1
          and (${columnsOf("o", columnsBesideStock)}, o.received) is distinct from
            (${columnsOf("s", columnsBesideStock)}, ${receivedBy("s.received")})
      )
      update ${staging} s
      set refused = true, refusal = older.reason, raw = coalesce(raw, '[]')
      from older where older.staged = s.ctid`,
    values: listBasisValues(basis),
  });
}

/** What a run counted, and when. */
type Count = { readonly runId: RunId; readonly at: Date };

/**
 * Of a file; `appliesOlder`: it also applied where stock was counted later. Otherwise an older file
 * only confirmed such stock, and the later time stays: files in between do not apply either.
 */
type FileCount = Count & { readonly appliesOlder: boolean };

const insertCounts = "insert into offer_counts as n (offer_id, counted_at, run_id)";
const replaceCount = `on conflict (offer_id) do update
  set counted_at = excluded.counted_at, run_id = excluded.run_id, earlier_at = n.counted_at`;

/**
 * Stores when the offers of a planned stock file, of staged catalog rows, or missing from a file
 * that replaces were counted.
 */
export async function insertOfferCounts(
  tx: Transaction,
  table: string,
  { runId, at, appliesOlder }: FileCount,
): Promise<void> {
  const offers =
    table === "planned_stock" || table === "planned_absent"
      ? `${table} where ${table === "planned_stock" ? "is_counted" : "true"}`
      : `${table} s join offers o on ${sameIdentity}
          where not s.refused`;
  await tx.query({
    name: `insert_offer_counts of ${table}`,
    text: `${insertCounts} select distinct offer_id, $1::timestamptz, $2::integer
      from ${offers} ${replaceCount} where $3 or excluded.counted_at >= n.counted_at`,
    values: [at, runId, appliesOlder],
  });
}

/** Stores that a person counted an offer. */
export async function insertTypedCount(
  tx: Transaction,
  offerId: OfferId,
  { runId, at }: Count,
): Promise<void> {
  await tx.query({
    name: "insert_typed_count",
    text: `${insertCounts} values ($1, $2, $3) ${replaceCount}`,
    values: [offerId, at, runId],
  });
}

/** Stores when all offers of the vendors of staged rows were counted. */
export async function updateVendorCounts(
  tx: Transaction,
  staging: string,
  { runId, at, appliesOlder }: FileCount,
): Promise<void> {
  await tx.query({
    name: `update_vendor_counts of ${staging}`,
    text: `update vendors
      set counted_at = $1, counted_run = $2, counted_earlier_at = counted_at
      where vendor in (select vendor from ${staging})
        and ($3 or counted_at is null or counted_at <= $1)`,
    values: [at, runId, appliesOlder],
  });
}

/** Restores the times before the counts of a run that is reverted. */
export async function forgetCounts(tx: Transaction, runId: RunId): Promise<void> {
  await tx.query({
    name: "forget_offer_counts",
    text: "delete from offer_counts where run_id = $1 and earlier_at is null",
    values: [runId],
  });
  await tx.query({
    name: "restore_offer_counts",
    text: `update offer_counts set counted_at = earlier_at, earlier_at = null
      where run_id = $1`,
    values: [runId],
  });
  await tx.query({
    name: "restore_vendor_counts",
    text: `update vendors
      set counted_at = counted_earlier_at, counted_run = null, counted_earlier_at = null
      where counted_run = $1`,
    values: [runId],
  });
}
