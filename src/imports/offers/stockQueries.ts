import type { StockBasis, StockMode } from "../../catalog/feedStock.ts";
import type { Manufacturer } from "../../catalog/manufacturer.ts";
import { encodeCopyRow } from "../../db/copyRows.ts";
import type { Transaction } from "../../db/database.ts";
import { all, change, raw, sql } from "../../kit/sql.ts";
import type { RepeatRule } from "../rows/columns.ts";
import type { RepeatedRows, RunId } from "../run.ts";
import { changedStockOrPrice, changeOffers, type PricePlan, priceMove } from "./plannedQueries.ts";
import { manufacturerOf } from "./stagingQueries.ts";
import {
  lastCount,
  listBasisValues,
  olderReason,
  receivedBy,
  withMovedStock,
} from "./stockTermQueries.ts";

/**
 * A row of a stock feed, or of changed offers; unit of measure and manufacturer are needed if a part is sold in several
 * or made by several.
 */
export type StockRow = Manufacturer & {
  /** Null unless the row names its offer by its number; then what else it says must fit. */
  readonly offerId: number | null;
  readonly partNumberKey: string | null;
  readonly vendor: string | null;
  readonly condition: string | null;
  readonly unitOfMeasure: string | null;
  /** Null if the row says nothing about it. */
  readonly quantity: number | null;
  readonly mode: StockMode;
  /** As it is stored; null if the row says nothing about it. */
  readonly listPrice: string | null;
  readonly currency: string | null;
};

export const stagedStockTable = "staged_stock";

/** The columns of the staging table, in the order of `encodeStock`. */
export const stagedStockColumns: readonly string[] = [
  "line",
  "cells",
  "named_offer",
  "part_number_key",
  "vendor",
  "condition",
  "unit_of_measure",
  "manufacturer",
  "cage",
  "quantity",
  "is_available",
  "list_price",
  "currency",
];

export function encodeStock(stock: StockRow, line: number, cells: readonly string[]): string {
  return encodeCopyRow([
    line,
    JSON.stringify(cells),
    stock.offerId,
    stock.partNumberKey,
    stock.vendor,
    stock.condition,
    stock.unitOfMeasure,
    stock.manufacturer,
    stock.cage,
    stock.quantity,
    stock.mode === "available",
    stock.listPrice,
    stock.currency,
  ]);
}

/** Creates the staging table, which is dropped at the end of the transaction. */
export async function createStockStaging(tx: Transaction): Promise<void> {
  await tx.query({
    name: "create_stock_staging",
    text: `create temporary table ${stagedStockTable} (
        line integer not null, cells text not null, named_offer bigint,
        part_number_key text collate "C", vendor text, condition text, unit_of_measure text,
        manufacturer text, cage text, quantity integer, is_available boolean not null,
        list_price numeric, currency text, lots integer
      ) on commit drop`,
  });
}

/** Completes staged rows that name their offer by its number. */
export async function completeNamedRows(tx: Transaction): Promise<void> {
  await change(
    tx,
    sql`update ${raw(stagedStockTable)} s
      set part_number_key = coalesce(s.part_number_key, o.part_number_key),
        vendor = coalesce(s.vendor, o.vendor), condition = coalesce(s.condition, o.condition)
      from offers o where o.offer_id = s.named_offer`,
  );
}

/** How like the manufacturer of an offer that of a row is; 0: it is another one. */
const likeness = `case
  when s.cage is null and s.manufacturer is null then
    case when ${manufacturerOf("o")} = '' then 2 else 1 end
  when manufacturer_key(s.cage, s.manufacturer) = ${manufacturerOf("o")} then 3
  when ${manufacturerOf("o")} = '' then 1
  when (s.cage is null or o.cage is null)
    and manufacturer_key(null, s.manufacturer) = manufacturer_key(null, o.manufacturer) then 2
  else 0
end`;

const hasOtherPrice = `(s.list_price is not null
  and (s.list_price, s.currency) is distinct from (o.list_price, o.currency))`;

/** SQL: whether planned row `p` changes its offer. */
export const changesOffer = "(p.received <> p.before or p.list_price is not null)";

export const stockPrices: PricePlan = { plan: "planned_stock", row: "p", joined: "" };

/**
 * Finds the offers that the staged stocks match, and what each has received by them. A second call
 * replaces the plan of the first.
 */
export async function planStock(tx: Transaction, basis: StockBasis): Promise<void> {
  const analyze = `analyze ${stagedStockTable} (part_number_key, vendor, condition)`;
  await tx.query({ name: "analyze_stock_staging", text: analyze });
  await tx.query({
    name: "create_planned_stock",
    text: `create temporary table if not exists planned_stock (
        line integer, offer_id bigint, received bigint, lots integer, before bigint,
        likeness integer, is_counted boolean not null default true,
        list_price numeric, currency text, price_move float8
      ) on commit drop`,
  });
  await tx.query({ name: "forget_planned_stock", text: "delete from planned_stock" });
  await tx.query({
    name: "plan_stock",
    text: `insert into planned_stock
      with ${withMovedStock}
      select s.line, o.offer_id,
        case when s.quantity is null then o.received
          else ${receivedBy("s.quantity", "s.is_available")} end,
        s.lots, o.received, ${likeness}, s.quantity is not null,
        case when ${hasOtherPrice} then s.list_price end,
        case when ${hasOtherPrice} then s.currency end,
        case when ${hasOtherPrice} then ${priceMove} end
      from ${stagedStockTable} s join offers o
        on o.part_number_key = s.part_number_key and o.vendor = s.vendor
        and o.condition = s.condition
      left join moved m on m.offer_id = o.offer_id
      where (s.unit_of_measure is null or s.unit_of_measure = o.unit_of_measure)
        and (s.named_offer is null or s.named_offer = o.offer_id) and ${likeness} > 0`,
    values: [basis.asOf],
  });
  // Of several offers, a row means those that are most like it.
  await tx.query({
    name: "drop_less_like_stock",
    text: `delete from planned_stock p using planned_stock other
      where (select min(likeness) < max(likeness) from planned_stock)
        and other.line = p.line and other.likeness > p.likeness`,
  });
  await tx.query({ name: "analyze_planned_stock", text: "analyze planned_stock" });
}

export type RefusedStock = {
  readonly line: number;
  readonly cells: string;
  readonly fault: "no offer" | "several units" | "several manufacturers" | "repeated" | "older";
  /** The line it repeats, if it does. */
  readonly earlier: number | null;
  /** Why it is older than the stock, if it is. */
  readonly reason: string;
};

/**
 * Refuses the stocks that match no offer, several, or an offer that an earlier row matches which is
 * not refused itself.
 */
export async function refuseUnclearStock(tx: Transaction): Promise<void> {
  await tx.query({
    name: "find_unclear_stock",
    text: `create temporary table refused_stock on commit drop as
      with matched as (
        select line, count(*) as offers from planned_stock group by line
      ),
      repeated as (
        select offer_id, min(line) as first from planned_stock join matched using (line)
        where offers = 1 group by offer_id having count(*) > 1
      )
      select unclear.*, '' as reason, s.cells
      from (
        select s.line, 'no offer' as fault, null::integer as earlier
        from ${stagedStockTable} s where not exists (select from matched m where m.line = s.line)
        union all
        select line,
          case count(distinct o.unit_of_measure)
            when 1 then 'several manufacturers' else 'several units'
          end, null
        from matched join planned_stock p using (line) join offers o using (offer_id)
        where offers > 1 group by line
        union all
        select p.line, 'repeated', r.first
        from planned_stock p join repeated r using (offer_id) join matched m using (line)
        where p.line > r.first and m.offers = 1
      ) unclear
      join ${stagedStockTable} s using (line)`,
  });
  await tx.query({
    name: "index_refused_stock",
    text: "create index on refused_stock (line)",
  });
  await tx.query({
    name: "drop_unclear_stock",
    text: "delete from planned_stock p using refused_stock r where r.line = p.line",
  });
}

/**
 * Refuses the planned stocks that would change an offer that was counted after `asOf`; returns how
 * many.
 */
export async function refuseOlderStock(tx: Transaction, asOf: Date): Promise<number> {
  const rows = await tx.query<{ count: number }>({
    name: "refuse_older_stock",
    text: `with older as (
        delete from planned_stock p using offers o
        where o.offer_id = p.offer_id and p.received <> p.before and ${lastCount} > $1
        returning p.line, ${olderReason} as reason
      ),
      refused as (
        insert into refused_stock (line, fault, earlier, reason, cells)
        select line, 'older', null, older.reason, s.cells
        from older join ${stagedStockTable} s using (line)
        returning 1
      )
      select count(*)::integer as count from refused`,
    values: [asOf],
  });
  return rows[0]?.count ?? 0;
}

export function selectRefusedStock(
  tx: Transaction,
  afterLine: number,
  limit: number,
): Promise<RefusedStock[]> {
  return tx.query<RefusedStock>({
    name: "select_refused_stock",
    text: `select line, cells, fault, earlier, reason from refused_stock
      where line > $1 order by line limit $2`,
    values: [afterLine, limit],
  });
}

/** What is planned for a row. */
export type PlannedRow = {
  readonly line: number;
  readonly offerId: number;
  readonly isChanged: boolean;
};

export function selectPlannedRows(tx: Transaction): Promise<PlannedRow[]> {
  return all<PlannedRow>(
    tx,
    sql`select line, offer_id::float8, ${raw(changesOffer)} as is_changed from planned_stock p`,
  );
}

type StockCounts = { readonly updated: number; readonly unchanged: number };

export async function countStock(tx: Transaction): Promise<StockCounts> {
  const rows = await tx.query<StockCounts>({
    name: "count_stock",
    text: `select count(*) filter (where ${changesOffer})::integer as updated,
        count(*) filter (where not ${changesOffer})::integer as unchanged
      from planned_stock p`,
  });
  return rows[0] ?? { updated: 0, unchanged: 0 };
}

/** Offers that a feed sets out of stock, and how many of its vendors' offers are in stock now. */
type EmptiedStock = { readonly emptied: number; readonly inStock: number };

/**
 * Plans a quantity of 0 for the offers of the feed's vendors that no row matches, and that were not counted later. `isLatest`: none was.
 */
export async function planAbsentStock(
  tx: Transaction,
  basis: StockBasis,
  isLatest: boolean,
): Promise<EmptiedStock> {
  const rows = await tx.query<EmptiedStock>({
    name: "plan_absent_stock",
    text: `with ${withMovedStock},
      absent as (
        insert into planned_stock (line, offer_id, received, before)
        select 0, o.offer_id, stock.received, o.received
        from offers o left join moved m on m.offer_id = o.offer_id
        cross join lateral (select ${receivedBy("0")} as received) stock
        where o.received > o.shipped and o.vendor in (select vendor from ${stagedStockTable})
          and not exists (select from planned_stock p where p.offer_id = o.offer_id)
          and stock.received <> o.received
          and ($4 or coalesce(${lastCount} <= $1, true))
        returning 1
      )
      select (select count(*) from absent)::integer as emptied, count(*)::integer as "inStock"
      from offers
      where received > shipped and vendor in (select vendor from ${stagedStockTable})`,
    values: [...listBasisValues(basis), isLatest],
  });
  return rows[0] ?? { emptied: 0, inStock: 0 };
}

export async function updatePlannedStock(tx: Transaction, runId: RunId, now: Date): Promise<void> {
  await changeOffers(
    tx,
    runId,
    sql`update offers o
      set received = p.received,
        lots = case when p.received <> o.received then p.lots else o.lots end,
        list_price = coalesce(p.list_price, o.list_price),
        currency = coalesce(p.currency, o.currency), updated_at = ${now}
      from planned_stock p
      where o.offer_id = p.offer_id and (o.received <> p.received or p.list_price is not null)
      returning ${changedStockOrPrice}`,
  );
}

// Rows of a stock feed that mean the same offer: several bins of a part.

/** More units than an offer can have are not added. */
const maxStock = 1_000_000_000;
const maxLots = 1_000_000;

type FoundRepeats = Pick<RepeatedRows, "rows" | "offers" | "example">;

const maker = "nullif(manufacturer_key(s.cage, s.manufacturer), '')";

/**
 * Collects the offers that several rows mean, each of which means only this offer. Rows of several
 * manufacturers are no bins of an offer that states none.
 */
async function collectBins(tx: Transaction, staging: string): Promise<FoundRepeats | undefined> {
  await tx.query({
    name: "collect_bins",
    text: `create temporary table repeated_bins on commit drop as
      with clear as (select line from planned_stock group by line having count(*) = 1)
      select p.offer_id, p.line, min(p.line) over w as first, max(p.line) over w as last,
        count(*) over w as rows, sum(s.quantity) over w as quantity,
        ${manufacturerOf("o")} = '' and min(${maker}) over w < max(${maker}) over w as is_mixed
      from planned_stock p join clear using (line) join ${staging} s using (line)
      join offers o on o.offer_id = p.offer_id
      window w as (partition by p.offer_id)`,
  });
  await tx.query({
    name: "drop_single_bins",
    text: `delete from repeated_bins where rows = 1 or is_mixed or quantity > ${maxStock}`,
  });
  const rows = await tx.query<FoundRepeats>({
    name: "count_bins",
    text: `select count(*) filter (where line > first)::integer as rows,
        count(distinct offer_id)::integer as offers,
        (
          select json_build_object('partNumber', o.part_number, 'line', b.line,
            'earlier', b.first)
          from repeated_bins b join offers o using (offer_id)
          where b.line > b.first order by b.line limit 1
        ) as example
      from repeated_bins having count(*) > 0`,
  });
  return rows[0];
}

/** What was done with repeated rows, and how many were left out of the staging table. */
type SettledBins = { readonly leftOut: number; readonly repeats?: RepeatedRows };

/**
 * Applies the rule to the rows of a planned feed that mean the same offer. If it leaves rows out,
 * the feed must be planned again; without a rule the repeated rows are refused later.
 */
export async function settleBins(
  tx: Transaction,
  staging: string,
  declared: RepeatRule | undefined,
): Promise<SettledBins> {
  const rule = declared ?? "refuse";
  const found = await collectBins(tx, staging);
  if (found === undefined) return { leftOut: 0 };
  const repeats = { rule, isDeclared: declared !== undefined, ...found };
  if (rule === "refuse") return { leftOut: 0, repeats };
  if (rule === "sum") {
    await tx.query({
      name: "sum_bins",
      text: `update ${staging} s set quantity = b.quantity, lots = least(b.rows, ${maxLots})
        from repeated_bins b where b.line = b.first and s.line = b.line`,
    });
  }
  const kept = rule === "last" ? "last" : "first";
  await tx.query({
    name: `keep_${kept}_bin`,
    text: `delete from ${staging} s using repeated_bins b
      where s.line = b.line and b.line <> b.${kept}`,
  });
  return { leftOut: found.rows, repeats };
}
