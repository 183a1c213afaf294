// When the stock of offers was last counted (decision 153). Invariant: a long file sets the time of
// its vendors, any other that of each offer; the later of both counts.
import { columnsOf } from "../../db/columnsOf.ts";
import { countChanged, type Queryable, type Transaction } from "../../db/database.ts";
import type { RunId } from "../../imports/importRun.ts";
import { sameIdentity } from "../identity/identityQueries.ts";
import { columnsBesideStock } from "../offerFields.ts";
import type { OfferId } from "../partId.ts";
import type { StockBasis } from "./feedStock.ts";
import { listBasisValues, receivedBy, withMovedStock } from "./feedStockQueries.ts";

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
      ? table
      : `${table} s join offers o on ${sameIdentity}
          where not s.refused and not s.excluded`;
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
