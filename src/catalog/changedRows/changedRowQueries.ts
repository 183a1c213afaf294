// The rows that a run changes, stored from its plan before anything is written: what a dry run
// shows is what the same import would write.
import { countChanged, type Queryable, type Transaction } from "../../db/database.ts";
import type { RunId } from "../../imports/importRun.ts";
import { stagingTable } from "../import/importQueries.ts";
import { fileFields } from "../offerFields.ts";

/**
 * A run that commits more changes does not list them again: that would make a large import slower
 * by a tenth. The check of its file has listed them.
 */
export const maxListedRows = 20_000;

const target = `import_changed_rows (run_id, position, kind, part_number, part_name, vendor,
  condition, unit_of_measure, price_change, fields, before, after, stock_before, stock_after,
  excluded)`;

const besideRow = new Set(["received", "vendor", "condition", "unit_of_measure"]);
/** The columns that are compared and stored, without the stock. */
export const rowColumns: readonly string[] = fileFields
  .map(({ column }) => column)
  .filter((column) => !besideRow.has(column));

/** SQL: the columns of a row that a file can set, as JSON. */
function rowOf(alias: "o" | "s"): string {
  const columns = rowColumns.map((column) => `${alias}.${column}`).join(", ");
  return `(select row_to_json(r) from (select ${columns}) r)`;
}

const differing = [
  ...rowColumns.map((column) => [column, `o.${column} is distinct from s.${column}`]),
  ["on_hand", "o.received <> p.received"],
].map(([column, differs]) => `case when ${differs} then '${column}' end`);

function identityOf(alias: "o" | "s"): string {
  return ["part_number", "part_name", "vendor", "condition", "unit_of_measure"]
    .map((column) => `${alias}.${column}`)
    .join(", ");
}

const stock = "o.received - o.shipped, p.received - o.shipped";
/** After the last line that a file can have. */
const absentFrom = 1_000_000_000;

/** Stores the rows of a plan that create or update offers. */
async function insertPlannedRows(
  tx: Transaction,
  runId: RunId,
  plan: "planned_changes" | "planned_excluded",
): Promise<void> {
  const isExcluded = plan === "planned_excluded";
  const planned = `${plan} p join ${stagingTable} s on s.ctid = p.staged`;
  await tx.query({
    name: `insert_created_rows of ${plan}`,
    text: `insert into ${target}
      select $1, s.line, 'created', ${identityOf("s")}, null, null, null, ${rowOf("s")},
        null, s.received, ${isExcluded}
      from ${planned} where p.offer_id is null`,
    values: [runId],
  });
  await tx.query({
    name: `insert_updated_rows of ${plan}`,
    text: `insert into ${target}
      select $1, s.line, 'updated', ${identityOf("s")},
        case when p.price_move = 'Infinity' then p.price_move
          else p.price_move * sign(s.list_price - o.list_price) end,
        array_remove(array[${differing.join(", ")}], null),
        case when not p.is_stock then ${rowOf("o")} end,
        case when not p.is_stock then ${rowOf("s")} end, ${stock}, ${isExcluded}
      from ${planned} join offers o on o.offer_id = p.offer_id`,
    values: [runId],
  });
}

/**
 * Stores the rows that a planned import of the catalog would change and, with `hasExcluded`, those
 * that it would change if they were not left out.
 */
export async function insertChangedRows(
  tx: Transaction,
  runId: RunId,
  hasExcluded: boolean,
): Promise<void> {
  await insertPlannedRows(tx, runId, "planned_changes");
  if (hasExcluded) await insertPlannedRows(tx, runId, "planned_excluded");
  await tx.query({
    name: "insert_discontinued_rows",
    text: `insert into ${target}
      select $1, ${absentFrom} + row_number() over (order by o.part_number_key, o.offer_id),
        'deactivated', ${identityOf("o")}, null, array['status'],
        json_build_object('status', o.status), json_build_object('status', 'DISCONTINUED'),
        null, null, false
      from planned_absent join offers o using (offer_id)`,
    values: [runId],
  });
}

/** Stores the rows that a planned stock feed would change, or would if they were not left out. */
export async function insertChangedStock(tx: Transaction, runId: RunId): Promise<void> {
  await tx.query({
    name: "insert_stock_rows",
    text: `insert into ${target}
      select $1,
        case when p.line > 0 then p.line
          else ${absentFrom} + row_number() over (order by p.line, o.part_number_key, o.offer_id)
        end,
        case when p.line > 0 then 'updated' else 'emptied' end, ${identityOf("o")}, null,
        array['on_hand'], null, null, ${stock}, p.excluded
      from (
        select *, false as excluded from planned_stock
        union all select *, true from excluded_stock
      ) p join offers o using (offer_id)
      where p.received <> o.received`,
    values: [runId],
  });
}

/** Removes some rows of runs that started before `before`; returns how many. */
export async function deleteSomeChangedRows(db: Queryable, before: Date): Promise<number> {
  return countChanged(db, {
    name: "delete_changed_rows",
    text: `delete from import_changed_rows where ctid = any (array(
        select c.ctid from import_changed_rows c join import_runs r using (run_id)
        where r.started_at < $1 limit 10000
      ))`,
    values: [before],
  });
}
