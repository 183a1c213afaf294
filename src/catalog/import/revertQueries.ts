// Invariant: a revert changes stock by the difference that the run made, so what was sold since
// stays sold.
import type { Transaction } from "../../db/database.ts";
import type { RunId } from "../../imports/importRun.ts";
import { withEffectiveRuns } from "../../imports/queries.ts";
import type { LaterRun } from "../../imports/revertRequest.ts";
import { givenColumns, identityColumns } from "../offerFields.ts";

const otherColumns = givenColumns.filter((column) => column !== "available_stock");
const stockBack = "greatest(0, o.available_stock + c.stock_before - c.stock_after)";
const changedRow = `o.offer_id, old.available_stock as stock_before,
  new.available_stock as stock_after, to_jsonb(old) - 'wire' as before`;

/**
 * The runs committed after `runId` that changed the same offers and are in effect, each as the run
 * to revert first.
 */
export function selectLaterRuns(tx: Transaction, runId: RunId): Promise<LaterRun[]> {
  return tx.query<LaterRun>({
    name: "select_later_runs",
    text: `${withEffectiveRuns("$1")}
      select s.revert_run_id as "runId", count(*)::integer as rows
      from effective s join offer_changes later on later.run_id = s.run_id
      where exists (
          select from offer_changes c where c.run_id = $1 and c.offer_id = later.offer_id
        )
        or exists (
          select from offers o where o.created_run = $1 and o.offer_id = later.offer_id
        )
      group by s.revert_run_id
      union all
      -- The same offer under another number: it was deleted and imported again.
      select o.created_run, count(*)::integer
      from offer_changes c cross join lateral jsonb_populate_record(null::offers, c.before) b
      join offers o on ${identityColumns.map((column) => `o.${column} = b.${column}`).join(" and ")}
      where c.run_id = $1 and c.action = 'deleted' and o.created_run <> $1
      group by o.created_run
      order by 1`,
    values: [runId],
  });
}

async function countChanged(
  tx: Transaction,
  name: string,
  changed: string,
  action: "updated" | "deleted",
  values: readonly unknown[],
): Promise<number> {
  const rows = await tx.query<{ count: number }>({
    name,
    text: `with changed as (${changed}),
      stored as (
        insert into offer_changes (offer_id, run_id, action, stock_before, stock_after, before)
        select offer_id, $2, '${action}', stock_before, stock_after, before from changed
      )
      select count(*)::integer as count from changed`,
    values,
  });
  return rows[0]?.count ?? 0;
}

/** Restores the offers that run `undone` updated; `by` is the reverting run. */
export async function restoreOffers(
  tx: Transaction,
  undone: RunId,
  by: RunId,
  now: Date,
): Promise<number> {
  const whole = await countChanged(
    tx,
    "restore_offers",
    `update offers o
      set (${otherColumns.join(", ")}, available_stock, updated_at) =
        (${otherColumns.map((column) => `b.${column}`).join(", ")}, ${stockBack}, $3)
      from offer_changes c cross join lateral jsonb_populate_record(null::offers, c.before) b
      where c.run_id = $1 and c.action = 'updated' and c.before is not null
        and o.offer_id = c.offer_id
      returning ${changedRow}`,
    "updated",
    [undone, by, now],
  );
  const stocks = await countChanged(
    tx,
    "restore_stock",
    `update offers o set available_stock = ${stockBack}, updated_at = $3
      from offer_changes c
      where c.run_id = $1 and c.action = 'updated' and c.before is null
        and o.offer_id = c.offer_id
      returning o.offer_id, old.available_stock as stock_before,
        new.available_stock as stock_after, null::jsonb as before`,
    "updated",
    [undone, by, now],
  );
  return whole + stocks;
}

/**
 * Recreates the offers that run `undone` deleted, under their old numbers; one that it kept for an
 * order (`deactivateOrderedOffers`) gets its values back.
 */
export async function recreateOffers(
  tx: Transaction,
  undone: RunId,
  by: RunId,
  now: Date,
): Promise<number> {
  const columns = ["offer_id", ...identityColumns, ...givenColumns];
  const back = [...givenColumns, "updated_at", "created_run"];
  const rows = await tx.query<{ count: number }>({
    name: "recreate_offers",
    text: `with recreated as (
        insert into offers (${columns.join(", ")}, updated_at, created_run)
        overriding system value
        select ${columns.map((column) => `b.${column}`).join(", ")}, $3, $2
        from offer_changes c cross join lateral jsonb_populate_record(null::offers, c.before) b
        where c.run_id = $1 and c.action = 'deleted'
        on conflict (offer_id) do update set (${back.join(", ")}) =
          (${back.map((column) => `excluded.${column}`).join(", ")})
        returning 1
      )
      select count(*)::integer as count from recreated`,
    values: [undone, by, now],
  });
  return rows[0]?.count ?? 0;
}

/** Deletes the offers that run `undone` created, except those that were ordered. */
export function deleteOffers(tx: Transaction, undone: RunId, by: RunId): Promise<number> {
  return countChanged(
    tx,
    "delete_offers",
    `delete from offers o
      where o.created_run = $1
        and not exists (select from order_lines l where l.offer_id = o.offer_id)
      returning o.offer_id, o.available_stock as stock_before, 0 as stock_after,
        to_jsonb(o) - 'wire' as before`,
    "deleted",
    [undone, by],
  );
}

/**
 * Brings back, discontinued, the offers run `by` has deleted that somebody ordered meanwhile, and
 * says how many. Until the run ends no other order is stored: one that is under way then finds the
 * offer gone. Order ids grow with time, so only those of the last hour are looked at, and drafts,
 * which people change.
 */
export async function deactivateOrderedOffers(
  tx: Transaction,
  by: RunId,
  now: Date,
): Promise<number> {
  await tx.query({ name: "lock_orders", text: "lock table orders in share mode", values: [] });
  const columns = ["offer_id", ...identityColumns, ...givenColumns];
  const was = (column: string) => (column === "status" ? "'DISCONTINUED'" : `b.${column}`);
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
        select ${columns.map(was).join(", ")}, $2, $1
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

/** Discontinues what is left of the offers that run `undone` created. */
export function discontinueOrderedOffers(
  tx: Transaction,
  undone: RunId,
  by: RunId,
  now: Date,
): Promise<number> {
  return countChanged(
    tx,
    "discontinue_ordered_offers",
    `update offers o set status = 'DISCONTINUED', updated_at = $3
      where o.created_run = $1 and o.status <> 'DISCONTINUED'
      returning ${changedRow}`,
    "updated",
    [undone, by, now],
  );
}
