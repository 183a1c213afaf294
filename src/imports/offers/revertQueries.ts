import { columnsBesideStock, givenColumns, storedColumns } from "../../catalog/offerFields.ts";
import { columnsOf } from "../../db/columnsOf.ts";
import { countChanged, type Transaction } from "../../db/database.ts";
import type { RunId } from "../run.ts";
import { withEffectiveRuns } from "../runQueries.ts";
import { changedOffer, changedStock, changeOffers } from "./plannedQueries.ts";
import { haveSameIdentity, manufacturerOf } from "./stagingQueries.ts";

/** A later run that changed the same rows, and how many of them. */
export type LaterRun = { readonly runId: RunId; readonly rows: number };

// Invariant: a revert changes the quantity on hand by the difference that the run made, so it is
// as before the run less what was shipped since, and never a bound in between.

const receivedBack = "o.received + c.stock_before - c.stock_after";

/**
 * SQL: the stored columns of `b`, the row before a deletion `c`. An offer that was deleted had no
 * orders, so all that it had received was on hand; older runs stored only that.
 */
function selectBack(columns: readonly string[], status = "b.status"): string {
  const known = new Map(Object.entries({ received: "c.stock_before", status }));
  return columns.map((column) => known.get(column) ?? `b.${column}`).join(", ");
}

/** SQL: changes `c` with the row `b` before each. */
const changesBack =
  "offer_changes c cross join lateral jsonb_populate_record(null::offers, c.before) b";

/**
 * SQL: whether a later change `later` of the offer of `c` only counted its stock, and `c` changed
 * more: then the rest can be restored, and the later count stays.
 */
const isCountedLater = "later.before is null and later.action = 'updated' and c.before is not null";

/**
 * The runs committed after `runId` that changed the same offers and are in effect, each as the run
 * to revert first. Runs that only counted stock since do not matter to a run that changed more.
 */
export function selectLaterRuns(tx: Transaction, runId: RunId): Promise<LaterRun[]> {
  return tx.query<LaterRun>({
    name: "select_later_runs",
    text: `${withEffectiveRuns("$1")}
      select s.revert_run_id as "runId", count(*)::integer as rows
      from effective s join offer_changes later on later.run_id = s.run_id
      where exists (
          select from offer_changes c where c.run_id = $1 and c.offer_id = later.offer_id
            and not (${isCountedLater})
        )
        or exists (
          select from offers o where o.created_run = $1 and o.offer_id = later.offer_id
        )
      group by s.revert_run_id
      union all
      -- The same offer under another number: it was deleted and imported again, or an older offer
      -- adopted its manufacturer.
      select case when o.created_run > $1 then o.created_run else last.run_id end,
        count(*)::integer
      from ${changesBack}
      join offers o on ${haveSameIdentity("o", "b")}
      cross join lateral (
        select max(run_id) as run_id from offer_changes l where l.offer_id = o.offer_id
      ) last
      where c.run_id = $1 and c.action = 'deleted' and o.created_run <> $1
      group by 1
      union all
      -- Another offer that has the manufacturer that this one would get back.
      select coalesce(last.run_id, o.created_run), count(*)::integer
      from ${changesBack}
      join offers adopted on adopted.offer_id = c.offer_id
        and manufacturer_key(adopted.cage, adopted.manufacturer) <> ${manufacturerOf("b")}
      join offers o on ${haveSameIdentity("o", "b")} and o.offer_id <> c.offer_id
      cross join lateral (
        select max(run_id) as run_id from offer_changes l where l.offer_id = o.offer_id
      ) last
      where c.run_id = $1 and c.action = 'updated' and c.before is not null
        and coalesce(last.run_id, o.created_run) > $1
      group by 1
      order by 1`,
    values: [runId],
  });
}

/**
 * Restores the offers that run `reverted` updated; `by` is the reverting run. Stock that another
 * run counted later stays.
 */
export async function restoreOffers(
  tx: Transaction,
  reverted: RunId,
  by: RunId,
  now: Date,
): Promise<number> {
  const whole = await changeOffers(tx, {
    name: "restore_offers",
    text: `${withEffectiveRuns("$2")},
      counted as (
        select distinct c.offer_id
        from effective s join offer_changes later on later.run_id = s.run_id
          join offer_changes c on c.run_id = $2 and c.offer_id = later.offer_id
        where ${isCountedLater}
      )
      update offers o
      set (${columnsBesideStock.join(", ")}, received, updated_at) = (
        ${columnsOf("b", columnsBesideStock)},
        case when counted.offer_id is null then ${receivedBack} else o.received end, $3
      )
      from ${changesBack} left join counted on counted.offer_id = c.offer_id
      where c.run_id = $2 and c.action = 'updated' and c.before is not null
        and o.offer_id = c.offer_id
      returning ${changedOffer}`,
    values: [by, reverted, now],
  });
  const stocks = await changeOffers(tx, {
    name: "restore_stock",
    text: `update offers o set received = ${receivedBack}, updated_at = $3
      from offer_changes c
      where c.run_id = $2 and c.action = 'updated' and c.before is null
        and o.offer_id = c.offer_id
      returning ${changedStock}`,
    values: [by, reverted, now],
  });
  return whole + stocks;
}

/**
 * Recreates the offers that run `reverted` deleted, under their old numbers; one that was restored
 * for an order (`deactivateOrderedOffers`) gets its values back.
 */
export async function recreateOffers(
  tx: Transaction,
  reverted: RunId,
  by: RunId,
  now: Date,
): Promise<number> {
  const columns = ["offer_id", ...storedColumns];
  const back = [...givenColumns, "updated_at", "created_run"];
  return countChanged(tx, {
    name: "recreate_offers",
    text: `insert into offers (${columns.join(", ")}, updated_at, created_run)
      overriding system value
      select ${selectBack(columns)}, $3, $2
      from ${changesBack}
      where c.run_id = $1 and c.action = 'deleted'
      on conflict (offer_id) do update set (${back.join(", ")}) =
        (${columnsOf("excluded", back)})`,
    values: [reverted, by, now],
  });
}

/** Deletes the offers that run `reverted` created, except those that were ordered. */
export function deleteOffers(tx: Transaction, reverted: RunId, by: RunId): Promise<number> {
  const statement = {
    name: "delete_offers",
    text: `delete from offers o
      where o.created_run = $2
        and not exists (select from order_lines l where l.offer_id = o.offer_id)
      returning ${changedOffer}`,
    values: [by, reverted],
  };
  return changeOffers(tx, statement, "deleted");
}

/**
 * Restores, discontinued, the offers deleted by run `by` that were ordered in the meantime; returns
 * how many. Until the run ends no other order is stored: an order that is being placed then does
 * not find the offer. Order ids grow with time, so only those of the last hour are checked, and
 * drafts, which people change.
 */
export async function deactivateOrderedOffers(
  tx: Transaction,
  by: RunId,
  now: Date,
): Promise<number> {
  await tx.query({ name: "lock_orders", text: "lock table orders in share mode" });
  const columns = ["offer_id", ...storedColumns];
  const rows = await tx.query<{ count: number }>({
    name: "recall_ordered_offers",
    text: `with ordered as (
        select distinct offer_id from order_lines
        where order_id > (select uuidv7(now() - clock_timestamp() - interval '1 hour'))
          or order_id in (select order_id from orders where status = 'draft')
      ),
      recalled as (
        insert into offers (${columns.join(", ")}, updated_at, created_run)
        overriding system value
        select ${selectBack(columns, "'DISCONTINUED'")}, $2, $1
        from ordered
        join offer_changes c on c.offer_id = ordered.offer_id and c.run_id = $1
        cross join lateral jsonb_populate_record(null::offers, c.before) b
        where c.action = 'deleted'
        returning 1
      )
      select count(*)::integer as count from recalled`,
    values: [by, now],
  });
  return rows[0]?.count ?? 0;
}

/** Discontinues what is left of the offers that run `reverted` created. */
export function discontinueOrderedOffers(
  tx: Transaction,
  reverted: RunId,
  by: RunId,
  now: Date,
): Promise<number> {
  return changeOffers(tx, {
    name: "discontinue_ordered_offers",
    text: `update offers o set status = 'DISCONTINUED', updated_at = $3
      where o.created_run = $2 and o.status <> 'DISCONTINUED'
      returning ${changedOffer}`,
    values: [by, reverted, now],
  });
}
