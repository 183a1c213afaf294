import { columnsBesideStock, givenColumns, storedColumns } from "../catalog/offerFields.ts";
import { columnsOf } from "../db/columnsOf.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import { all, change, raw, sql } from "../kit/sql.ts";
import type { RunContext } from "./conductRun.ts";
import { changedOffer, changedStock, changeOffers } from "./offers/plannedQueries.ts";
import { haveSameIdentity, lockImports, manufacturerOf } from "./offers/stagingQueries.ts";
import { forgetCounts } from "./offers/stockTermQueries.ts";
import {
  createReport,
  type ImportRun,
  type RunId,
  type RunReport,
  type RunRequest,
  type RunStop,
} from "./run.ts";
import { selectRevert, selectRun, withEffectiveRuns } from "./runQueries.ts";

/** Stops a revert if the changes of the run expired since it was started. */
async function listExpiredStops(tx: Transaction, runId: RunId): Promise<RunStop[]> {
  const isExpired = (await selectRun(tx, runId))?.changesExpiredAt !== null;
  return isExpired ? [{ code: "changes_expired", message: describeExpired(runId) }] : [];
}

/** A run that can be reverted, or why it cannot. */
type Revertible =
  | { readonly outcome: "revertible"; readonly run: ImportRun }
  | { readonly outcome: "not found" }
  | { readonly outcome: "not committed" | "expired"; readonly run: ImportRun }
  | { readonly outcome: "reverted"; readonly by: RunId };

export async function findRevertible(db: Queryable, runId: RunId): Promise<Revertible> {
  const run = await selectRun(db, runId);
  if (run === undefined) return { outcome: "not found" };
  if (run.state !== "committed") return { outcome: "not committed", run };
  const by = await selectRevert(db, runId);
  if (by !== undefined) return { outcome: "reverted", by };
  return { outcome: run.changesExpiredAt === null ? "revertible" : "expired", run };
}

/** Why run `runId` cannot be reverted any more: its changes were deleted (OFFER_CHANGES_DAYS). */
export function describeExpired(runId: RunId): string {
  return `The changes of run ${runId} have expired, so it can no longer be reverted.`;
}

export type RevertRequest = RunRequest & { readonly reverts: RunId };

/** The request to revert a run. */
export function requestRevert(
  { kind, vendor, accountId, runId, fileName }: ImportRun,
  by: Pick<RunRequest, "startedBy" | "origin" | "isDry" | "now">,
): RevertRequest {
  return {
    ...{ kind, vendor, accountId },
    mode: "revert",
    reverts: runId,
    source: { fileName, bytes: null, sha256: null },
    refusesFile: false,
    accepted: null,
    mapping: "",
    ...by,
  };
}

/** Stops a revert if later runs changed the same rows. */
export function listLaterRunStops(later: readonly LaterRun[]): RunStop[] {
  if (later.length === 0) return [];
  const runs = later
    .map(({ runId, rows }) => `run ${runId} (${rows === 1 ? "1 row" : `${rows} rows`})`)
    .join(", ");
  const message = `Later runs changed the same rows: ${runs}. Revert those first.`;
  return [{ code: "changed_since", message }];
}

/**
 * Reverts, as the work of a run, what a committed run changed in offers, unless a later run whose
 * changes are in effect changed the same offers: then it stops and names that run. Offers that the
 * run created are deleted, or discontinued if they were ordered. Stock changes back by the
 * difference of the run. The revert is a run that can itself be reverted.
 */
export async function revertOffers(
  { runId, tx, reportProgress }: RunContext,
  { reverts, now }: RevertRequest,
): Promise<RunReport> {
  await lockImports(tx);
  const stops = [
    ...(await listExpiredStops(tx, reverts)),
    ...listLaterRunStops(await selectLaterRuns(tx, reverts)),
  ];
  if (stops.length > 0) return createReport({}, stops);
  reportProgress({ step: "writing", rows: 0, rowsInAll: null });
  await forgetCounts(tx, reverts);
  const restored = await restoreOffers(tx, reverts, runId, now);
  const recreated = await recreateOffers(tx, reverts, runId, now);
  const deleted = await deleteOffers(tx, reverts, runId);
  const discontinued = await discontinueOrderedOffers(tx, reverts, runId, now);
  const recalled = deleted === 0 ? 0 : await deactivateOrderedOffers(tx, runId, now);
  const counts = {
    restored,
    recreated,
    deleted: deleted - recalled,
    discontinued: discontinued + recalled,
  };
  return createReport(counts, []);
}

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
function selectLaterRuns(tx: Transaction, runId: RunId): Promise<LaterRun[]> {
  return all<LaterRun>(
    tx,
    sql`${withEffectiveRuns(runId)}
      select s.revert_run_id as run_id, count(*)::integer as rows
      from effective s join offer_changes later on later.run_id = s.run_id
      where exists (
          select from offer_changes c where c.run_id = ${runId} and c.offer_id = later.offer_id
            and not (${raw(isCountedLater)})
        )
        or exists (
          select from offers o where o.created_run = ${runId} and o.offer_id = later.offer_id
        )
      group by s.revert_run_id
      union all
      -- The same offer under another number: it was deleted and imported again, or an older offer
      -- adopted its manufacturer.
      select case when o.created_run > ${runId} then o.created_run else last.run_id end,
        count(*)::integer
      from ${raw(changesBack)}
      join offers o on ${raw(haveSameIdentity("o", "b"))}
      cross join lateral (
        select max(run_id) as run_id from offer_changes l where l.offer_id = o.offer_id
      ) last
      where c.run_id = ${runId} and c.action = 'deleted' and o.created_run <> ${runId}
      group by 1
      union all
      -- Another offer that has the manufacturer that this one would get back.
      select coalesce(last.run_id, o.created_run), count(*)::integer
      from ${raw(changesBack)}
      join offers adopted on adopted.offer_id = c.offer_id
        and manufacturer_key(adopted.cage, adopted.manufacturer) <> ${raw(manufacturerOf("b"))}
      join offers o on ${raw(haveSameIdentity("o", "b"))} and o.offer_id <> c.offer_id
      cross join lateral (
        select max(run_id) as run_id from offer_changes l where l.offer_id = o.offer_id
      ) last
      where c.run_id = ${runId} and c.action = 'updated' and c.before is not null
        and coalesce(last.run_id, o.created_run) > ${runId}
      group by 1
      order by 1`,
  );
}

/**
 * Restores the offers that run `reverted` updated; `by` is the reverting run. Stock that another
 * run counted later stays.
 */
async function restoreOffers(
  tx: Transaction,
  reverted: RunId,
  by: RunId,
  now: Date,
): Promise<number> {
  const whole = await changeOffers(
    tx,
    by,
    sql`${withEffectiveRuns(reverted)},
      counted as (
        select distinct c.offer_id
        from effective s join offer_changes later on later.run_id = s.run_id
          join offer_changes c on c.run_id = ${reverted} and c.offer_id = later.offer_id
        where ${raw(isCountedLater)}
      )
      update offers o
      set (${raw(columnsBesideStock.join(", "))}, received, updated_at) = (
        ${raw(columnsOf("b", columnsBesideStock))},
        case when counted.offer_id is null then ${raw(receivedBack)} else o.received end, ${now}
      )
      from ${raw(changesBack)} left join counted on counted.offer_id = c.offer_id
      where c.run_id = ${reverted} and c.action = 'updated' and c.before is not null
        and o.offer_id = c.offer_id
      returning ${changedOffer}`,
  );
  const stocks = await changeOffers(
    tx,
    by,
    sql`update offers o set received = ${raw(receivedBack)}, updated_at = ${now}
      from offer_changes c
      where c.run_id = ${reverted} and c.action = 'updated' and c.before is null
        and o.offer_id = c.offer_id
      returning ${changedStock}`,
  );
  return whole + stocks;
}

/**
 * Recreates the offers that run `reverted` deleted, under their old numbers; one that was restored
 * for an order (`deactivateOrderedOffers`) gets its values back.
 */
async function recreateOffers(
  tx: Transaction,
  reverted: RunId,
  by: RunId,
  now: Date,
): Promise<number> {
  const columns = ["offer_id", ...storedColumns];
  const back = [...givenColumns, "updated_at", "created_run"];
  return change(
    tx,
    sql`insert into offers (${raw(columns.join(", "))}, updated_at, created_run)
      overriding system value
      select ${raw(selectBack(columns))}, ${now}, ${by}
      from ${raw(changesBack)}
      where c.run_id = ${reverted} and c.action = 'deleted'
      on conflict (offer_id) do update set (${raw(back.join(", "))}) =
        (${raw(columnsOf("excluded", back))})`,
  );
}

/** Deletes the offers that run `reverted` created, except those that were ordered. */
function deleteOffers(tx: Transaction, reverted: RunId, by: RunId): Promise<number> {
  return changeOffers(
    tx,
    by,
    sql`delete from offers o
      where o.created_run = ${reverted}
        and not exists (select from order_lines l where l.offer_id = o.offer_id)
      returning ${changedOffer}`,
    "deleted",
  );
}

/**
 * Restores, discontinued, the offers deleted by run `by` that were ordered in the meantime; returns
 * how many. Until the run ends no other order is stored: an order that is being placed then does
 * not find the offer. Order ids grow with time, so only those of the last hour are checked, and
 * drafts, which people change.
 */
async function deactivateOrderedOffers(tx: Transaction, by: RunId, now: Date): Promise<number> {
  await all(tx, sql`lock table orders in share mode`);
  const columns = ["offer_id", ...storedColumns];
  const rows = await all<{ count: number }>(
    tx,
    sql`with ordered as (
        select distinct offer_id from order_lines
        where order_id > (select uuidv7(now() - clock_timestamp() - interval '1 hour'))
          or order_id in (select order_id from orders where status = 'draft')
      ),
      recalled as (
        insert into offers (${raw(columns.join(", "))}, updated_at, created_run)
        overriding system value
        select ${raw(selectBack(columns, "'DISCONTINUED'"))}, ${now}, ${by}
        from ordered
        join offer_changes c on c.offer_id = ordered.offer_id and c.run_id = ${by}
        cross join lateral jsonb_populate_record(null::offers, c.before) b
        where c.action = 'deleted'
        returning 1
      )
      select count(*)::integer as count from recalled`,
  );
  return rows[0]?.count ?? 0;
}

/** Discontinues what is left of the offers that run `reverted` created. */
function discontinueOrderedOffers(
  tx: Transaction,
  reverted: RunId,
  by: RunId,
  now: Date,
): Promise<number> {
  return changeOffers(
    tx,
    by,
    sql`update offers o set status = 'DISCONTINUED', updated_at = ${now}
      where o.created_run = ${reverted} and o.status <> 'DISCONTINUED'
      returning ${changedOffer}`,
  );
}
