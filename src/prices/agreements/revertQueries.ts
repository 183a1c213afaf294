import type { Queryable, Transaction } from "../../db/database.ts";
import type { LaterRun } from "../../imports/revert.ts";
import type { RunId } from "../../imports/run.ts";
import { withEffectiveRuns } from "../../imports/runQueries.ts";
import { all, sql } from "../../kit/sql.ts";

/** The runs after `runId` that changed the same rules and are not reverted. */
export function selectLaterRuleRuns(db: Queryable, runId: RunId): Promise<LaterRun[]> {
  const later = sql`${withEffectiveRuns(runId)}
    select s.revert_run_id as run_id, count(*)::integer as rows
    from effective s join agreement_changes later on later.run_id = s.run_id
    where later.rule_id in (select c.rule_id from agreement_changes c where c.run_id = ${runId})
    group by s.revert_run_id order by s.revert_run_id`;
  return all<LaterRun>(db, later);
}

async function countRules(tx: Transaction, name: string, text: string, values: readonly unknown[]) {
  const rows = await tx.query<{ count: number }>({ name, text, values });
  return rows[0]?.count ?? 0;
}

/** Deletes the rules that run `reverted` stored, with or without a version before it. */
function deleteStored(tx: Transaction, which: "changed" | "added", reverted: RunId, by: RunId) {
  return countRules(
    tx,
    `delete_${which}_rules`,
    `with deleted as (
        delete from agreement_rules r using agreement_changes c
        where c.run_id = $1 and c.before is ${which === "changed" ? "not null" : "null"}
          and r.rule_id = c.rule_id
        returning r.rule_id, to_jsonb(r) as before
      ),
      recorded as (
        insert into agreement_changes (rule_id, run_id, before)
        select rule_id, $2, before from deleted
      )
      select count(*)::integer as count from deleted`,
    [reverted, by],
  );
}

/** Restores the rules that run `reverted` changed or deleted; `by` is the run that restores. */
export async function restoreRules(tx: Transaction, reverted: RunId, by: RunId): Promise<number> {
  await deleteStored(tx, "changed", reverted, by);
  return countRules(
    tx,
    "restore_rules",
    `with restored as (
        insert into agreement_rules overriding system value
        select b.* from agreement_changes c
        cross join lateral jsonb_populate_record(null::agreement_rules, c.before) b
        where c.run_id = $1 and c.before is not null
        returning rule_id
      ),
      recorded as (
        insert into agreement_changes (rule_id, run_id, before)
        select rule_id, $2, null from restored
        on conflict do nothing
      )
      select count(*)::integer as count from restored`,
    [reverted, by],
  );
}

/** Deletes the rules that run `reverted` added. */
export function deleteRules(tx: Transaction, reverted: RunId, by: RunId): Promise<number> {
  return deleteStored(tx, "added", reverted, by);
}
