// Writes the staging table to the offers: first a plan of what differs, then the changes.
// Invariant: unchanged offers are not touched.
import type { StockBasis } from "../../catalog/feedStock.ts";
import { onHand, selectFieldText } from "../../catalog/offerFieldQueries.ts";
import { columnsBesideStock, offerFields, storedColumns } from "../../catalog/offerFields.ts";
import type { OfferRow } from "../../catalog/readOfferRecord.ts";
import { columnsOf } from "../../db/columnsOf.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { first, raw, type Sql, sql } from "../../kit/sql.ts";
import type { MovedPrices, VendorFigures } from "../guardRails.ts";
import { digestText } from "../rows/firstLines.ts";
import { formatReportedPrice, type PriceMove, type RunId } from "../run.ts";
import { sameIdentity, stagingTable } from "./stagingQueries.ts";
import { lastCount, listBasisValues, receivedBy, withMovedStock } from "./stockTermQueries.ts";

/** How many offers a plan creates, updates (`restocked`: only in stock) and discontinues. */
export type PlannedCounts = {
  readonly created: number;
  readonly updated: number;
  readonly restocked: number;
  readonly deactivated: number;
};

/** SQL: by how many percent the price of row `s` differs from that of offer `o`; null: no move. */
export const priceMove = `case
    when o.list_price is null then null
    when s.list_price is null or o.currency <> s.currency then 'Infinity'
    when o.list_price > 0 then
      abs(s.list_price - o.list_price)::float8 * 100 / o.list_price::float8
  end`;

async function planStaged(tx: Transaction, basis: StockBasis): Promise<void> {
  await tx.query({
    name: "create_planned",
    text: `create temporary table planned_changes (
        staged tid, offer_id bigint, received bigint, is_stock boolean, goes_inactive boolean,
        price_move float8
      ) on commit drop`,
  });
  await tx.query({
    name: "plan_staged",
    text: `insert into planned_changes
      with ${withMovedStock}
      select s.ctid, o.offer_id, stock.received,
        (${columnsOf("o", columnsBesideStock)})
          is not distinct from (${columnsOf("s", columnsBesideStock)}),
        o.status = 'ACTIVE' and s.status <> 'ACTIVE',
        ${priceMove}
      from ${stagingTable} s left join offers o on ${sameIdentity}
      left join moved m on m.offer_id = o.offer_id
      cross join lateral (select ${receivedBy("s.received")} as received) stock
      where not s.refused and not s.unchanged
        and (
          o.offer_id is null
          or (${columnsOf("o", columnsBesideStock)}, o.received) is distinct from
            (${columnsOf("s", columnsBesideStock)}, stock.received)
        )`,
    values: listBasisValues(basis),
  });
  await tx.query({ name: "analyze_planned", text: "analyze planned_changes" });
}

/**
 * Finds the offers, of every vendor with accepted rows, that no staged row can mean, refused rows
 * included; an unreadable part of a refused row's identity can mean any value, and a refused row
 * any manufacturer. Vendors in `spared` are left out (if it has null, all); without a list nothing
 * is searched. Offers counted later than `olderThan` are left out too.
 */
async function planAbsent(
  tx: Transaction,
  olderThan: Date | null,
  spared: ReadonlySet<string | null> | null,
): Promise<void> {
  await tx.query({
    name: "create_planned_absent",
    text: "create temporary table planned_absent (offer_id bigint not null) on commit drop",
  });
  if (spared === null || spared.has(null)) return;
  const mayMean = ["vendor", "condition", "unit_of_measure"]
    .map((column) => `(s.${column} is null or s.${column} = o.${column})`)
    .join(" and ");
  await tx.query({
    name: "plan_absent",
    text: `insert into planned_absent
      select o.offer_id from offers o
      where o.status <> 'DISCONTINUED' and o.vendor <> all($1::text[])
        and o.vendor in (select vendor from ${stagingTable} where not refused)
        and ($2::timestamptz is null or coalesce(${lastCount} <= $2, true))
        and not exists (
          select from ${stagingTable} s where not s.refused and ${sameIdentity}
        )
        and not exists (
          select from ${stagingTable} s
          where s.refused and s.part_number_key = o.part_number_key and ${mayMean}
        )`,
    values: [[...spared], olderThan],
  });
}

/** Plans the changes and counts them; see `planAbsent` for `spared`. */
export async function planChanges(
  tx: Transaction,
  basis: StockBasis,
  mayBeOlder: boolean,
  spared: ReadonlySet<string | null> | null,
): Promise<PlannedCounts> {
  await planStaged(tx, basis);
  await planAbsent(tx, mayBeOlder ? basis.asOf : null, spared);
  const rows = await tx.query<PlannedCounts>({
    name: "count_planned",
    text: `select count(*) filter (where offer_id is null)::integer as created,
        count(offer_id)::integer as updated,
        count(offer_id) filter (where is_stock)::integer as restocked,
        (select count(*) from planned_absent)::integer as deactivated
      from planned_changes`,
  });
  return rows[0] ?? { created: 0, updated: 0, restocked: 0, deactivated: 0 };
}

/** The vendors whose active offers would become inactive. */
export async function selectVendorFigures(tx: Transaction): Promise<VendorFigures[]> {
  return tx.query<VendorFigures>({
    name: "select_vendor_figures",
    text: `with going as (
        select o.vendor, count(*)::integer as count
        from (
          select offer_id from planned_changes where goes_inactive
          union all select offer_id from planned_absent
        ) planned
        join offers o using (offer_id)
        where o.status = 'ACTIVE'
        group by o.vendor
      )
      select going.vendor, count(*)::integer as active, going.count as "goesInactive"
      from going join offers o on o.vendor = going.vendor and o.status = 'ACTIVE'
      group by going.vendor, going.count order by going.vendor`,
  });
}

function describePrice(table: string): string {
  const amount = `price_text(${table}.list_price, currency_digits(${table}.currency))`;
  return `coalesce(${table}.currency || ' ' || ${amount}, 'on request')`;
}

/** Where a plan of prices is: its table, and the row with the price, if that is another one. */
export type PricePlan = { readonly plan: string; readonly row: string; readonly joined: string };

export const catalogPrices: PricePlan = {
  plan: "planned_changes",
  row: "s",
  joined: `join ${stagingTable} s on s.ctid = p.staged`,
};

/** The largest price changes over `movedBy` percent, at most `limit`, and their number. */
export async function selectPriceMoves(
  tx: Transaction,
  { plan, row, joined }: PricePlan,
  movedBy: number,
  limit: number,
): Promise<MovedPrices> {
  const rows = await tx.query<PriceMove & { readonly count: number }>({
    name: `select_price_moves of ${plan}`,
    text: `select o.part_number || ' of "' || o.vendor || '"' as subject,
        ${describePrice("o")} as before, ${describePrice(row)} as after,
        (select count(*) from ${plan} where price_move > $1)::integer as count
      from (
        select * from ${plan} where price_move > $1
        order by price_move desc, offer_id limit $2
      ) p
      join offers o using (offer_id) ${joined}
      order by p.price_move desc, o.offer_id`,
    values: [movedBy, limit],
  });
  const widest = rows.map(({ count: _count, before, after, ...row }) => {
    return { ...row, before: formatReportedPrice(before), after: formatReportedPrice(after) };
  });
  return { count: rows[0]?.count ?? 0, widest };
}

const plannedRows = `planned_changes p join ${stagingTable} s on s.ctid = p.staged`;

/**
 * Updates the offers that differ from their staged row only in stock. Nothing else is written or
 * stored: most changes of a nightly file are of that kind.
 */
export async function updatePlannedStocks(tx: Transaction, runId: RunId, now: Date): Promise<void> {
  await changeOffers(
    tx,
    runId,
    sql`update offers o set received = p.received, updated_at = ${now}
      from planned_changes p
      where o.offer_id = p.offer_id and p.is_stock
      returning ${changedStock}`,
  );
}

export async function updatePlannedOffers(tx: Transaction, runId: RunId, now: Date): Promise<void> {
  await changeOffers(
    tx,
    runId,
    sql`update offers o
      set (${raw(columnsBesideStock.join(", "))}, received, updated_at) =
        (${raw(columnsOf("s", columnsBesideStock))}, p.received, ${now})
      from ${raw(plannedRows)}
      where o.offer_id = p.offer_id and not p.is_stock
      returning ${changedOffer}`,
  );
}

/**
 * Creates missing offers in the order of their numbers, so that their index grows at its end and
 * the offers of a number share a page. Fails with SQLSTATE 23505 if someone else created one.
 */
export async function insertPlannedOffers(tx: Transaction, runId: RunId, now: Date): Promise<void> {
  await tx.query({
    name: "insert_planned_offers",
    text: `insert into offers (${storedColumns.join(", ")}, updated_at, created_run)
      select ${columnsOf("s", storedColumns)}, $2, $1
      from ${plannedRows}
      where p.offer_id is null
      order by s.part_number_key`,
    values: [runId, now],
  });
}

export async function discontinueAbsentOffers(
  tx: Transaction,
  runId: RunId,
  now: Date,
): Promise<void> {
  await changeOffers(
    tx,
    runId,
    sql`update offers o set status = 'DISCONTINUED', updated_at = ${now}
      from planned_absent a where o.offer_id = a.offer_id
      returning ${changedOffer}`,
  );
}

// The statements of runs that change offers. Invariant: every change is stored with the row before
// it, or, if only stock changed, with the quantity on hand before it.

const stocks = sql`old.offer_id, ${raw(onHand("old."))} as stock_before,
  coalesce(${raw(onHand("new."))}, 0) as stock_after`;

/** SQL: what a statement for `changeOffers` returns of each offer. */
export const changedOffer = sql`${stocks}, to_jsonb(old) - 'available_stock' as before`;
/** SQL: the same if a statement changes only stock. */
export const changedStock = sql`${stocks}, null::jsonb as before`;
/** SQL: the same if it may also change the price, or of how many lots the stock is the sum. */
export const changedStockOrPrice = sql`${stocks}, case
    when (old.lots, old.list_price, old.currency)
      is distinct from (new.lots, new.list_price, new.currency)
    then to_jsonb(old) - 'available_stock'
  end as before`;

/**
 * Runs a statement by which a run changes offers, and which returns `changedOffer` or the like.
 * Stores each change and returns how many there were.
 */
export async function changeOffers(
  tx: Transaction,
  runId: RunId,
  statement: Sql,
  action: "updated" | "deleted" = "updated",
): Promise<number> {
  const stored = sql`with changed as (${statement}),
    stored as (
      insert into offer_changes (offer_id, run_id, action, stock_before, stock_after, before)
      select offer_id, ${runId}, ${action}, stock_before, stock_after, before from changed
      returning 1
    )
    select count(*)::integer as count from stored`;
  return (await first<{ count: number }>(tx, stored))?.count ?? 0;
}

// Digests of offers, each over everything that a file can set. Invariant: the database and
// `digestOffer` compute the same digest for the same offer.

/** Half a SHA-256, so that nobody can construct two offers with one digest. */
export const digestBytes = 16;

// No text of the catalog contains a control character, see `cleanText`.
const betweenColumns = "\u001f";
const betweenNumbers = "\u001d";
const noValue = "\u001e";

/** Computed columns add nothing to what they are computed from. */
const digestFields = offerFields.filter(({ isIdentity, isComputed }) => isIdentity || !isComputed);
const digestTexts = digestFields.map((field) =>
  field.property === "quantity" ? `${onHand("")}::text` : selectFieldText(field, betweenNumbers),
);

function formatOffer(offer: OfferRow): string {
  let text = "";
  for (const field of digestFields) {
    const value = offer[field.property];
    text += betweenColumns;
    text += Array.isArray(value) ? value.join(betweenNumbers) : (value ?? noValue);
  }
  return text.slice(betweenColumns.length);
}

/**
 * The digest of a row, one character per byte. Only the first `digestBytes` are compared.
 */
export function digestOffer(offer: OfferRow): string {
  return digestText(formatOffer(offer));
}

function ofVendors(parameter: string): string {
  return `(${parameter}::text[] is null or vendor = any(${parameter}))`;
}

/** The number of offers of the vendors, null for all vendors. */
export async function countOffers(
  db: Queryable,
  vendors: readonly string[] | null,
): Promise<number> {
  const text = `select count(*)::integer as count from offers where ${ofVendors("$1")}`;
  const rows = await db.query<{ count: number }>({
    name: "count_offers_of",
    text,
    values: [vendors],
  });
  return rows[0]?.count ?? 0;
}

/**
 * The digests of the offers of these vendors, null for all: in no order,
 * some thousands per piece. Offers of which orders were open at `asOf` or have ended since are left
 * out: the same quantity may mean another one now (decision 153).
 */
export async function selectOfferDigests(
  db: Queryable,
  vendors: readonly string[] | null,
  asOf: Date,
): Promise<Buffer[]> {
  const rows = await db.query<{ digests: Buffer }>({
    name: "select_offer_digests",
    text: `with ${withMovedStock}
      select string_agg(digest, '') as digests
      from (
        select offer_id, substr(sha256(convert_to(array_to_string(
          array[${digestTexts.join(", ")}], '${betweenColumns}', '${noValue}'
        ), 'UTF8')), 1, ${digestBytes}) as digest
        from offers
        where ${ofVendors("$2")}
          and not exists (select from moved where moved.offer_id = offers.offer_id)
      ) digests
      group by offer_id % 256`,
    values: [asOf, vendors],
  });
  return rows.map(({ digests }) => digests);
}
