// The SQL of undoing: the last actions on a list, as steps of which the highest is undone first.
// Invariant: a row that was changed after the action stays as it is now.
import type { Queryable, Transaction } from "../../db/database.ts";
import type { ListId } from "../orderList.ts";
import type { UndoableAction } from "./bulkActions.ts";

/** Equal for rows that say the same. */
const mark = `md5((jsonb_build_array(r.part_number, r.quantity_text, r.quantity, r.condition,
  r.chosen_offer_id) || coalesce(to_jsonb(r.certificate), '[]'))::text)`;

const isUnchanged = `coalesce(r.state <> 'added' and s ->> 'mark' = ${mark}, false)`;

/** Steps that a list keeps; a step has at most the rows of one action. */
const maxSteps = 10;

const lastStep = "(select max(step) from quick_order_steps where quick_order_id = $1)";

/**
 * Stores rows as they are, before an action changes or removes them; returns the step. Forgets the
 * oldest one.
 */
export async function insertUndo(
  tx: Transaction,
  listId: ListId,
  action: UndoableAction,
  rowNumbers: readonly number[],
): Promise<number | undefined> {
  const [inserted] = await tx.query<{ step: number }>({
    name: "insert_quick_order_undo",
    text: `insert into quick_order_steps (quick_order_id, step, action, rows)
      select $1, coalesce(${lastStep}, 0) + 1, $2,
        coalesce(jsonb_agg(jsonb_build_object('row', to_jsonb(r), 'version', l.version)), '[]')
      from quick_order_rows r join quick_orders l using (quick_order_id)
      where r.quick_order_id = $1 and r.row_number = any($3::integer[])
      returning step`,
    values: [listId, action, rowNumbers],
  });
  await tx.query({
    name: "delete_oldest_undo",
    text: `delete from quick_order_steps
      where quick_order_id = $1 and step <= ${lastStep} - ${maxSteps}`,
    values: [listId],
  });
  return inserted?.step;
}

/** Records a row that the last action created: undoing it deletes the row. */
export async function addCreatedRow(
  tx: Transaction,
  listId: ListId,
  rowNumber: number,
): Promise<void> {
  await tx.query({
    name: "add_created_row",
    text: `update quick_order_steps set rows = rows || jsonb_build_array(
        jsonb_build_object('row', jsonb_build_object('row_number', $2::integer), 'created', true))
      where quick_order_id = $1 and step = ${lastStep}`,
    values: [listId, rowNumber],
  });
}

/** Marks what the rows became, after the action. */
export async function markUndo(tx: Transaction, listId: ListId): Promise<void> {
  await tx.query({
    name: "mark_quick_order_undo",
    text: `update quick_order_steps u set rows = coalesce((
        select jsonb_agg(s || jsonb_build_object('mark', ${mark}))
        from jsonb_array_elements(u.rows) s
        left join quick_order_rows r on r.quick_order_id = u.quick_order_id
          and r.row_number = (s -> 'row' ->> 'row_number')::integer
      ), '[]')
      where u.quick_order_id = $1 and u.step = ${lastStep}`,
    values: [listId],
  });
}

export type UndoFacts = { readonly action: UndoableAction; readonly rows: number };

/** Changes of single rows after which a person no longer means the action before them. */
const maxFixes = 10;

/** The last action, unless more than `maxFixes` rows were changed one by one after it. */
export async function selectUndo(db: Queryable, listId: ListId): Promise<UndoFacts | undefined> {
  const [facts] = await db.query<UndoFacts>({
    name: "select_quick_order_undo",
    text: `select u.action,
        case u.action when 'split' then 1 else jsonb_array_length(u.rows) end as rows
      from quick_order_steps u join quick_orders l using (quick_order_id)
      where u.quick_order_id = $1 and u.step = ${lastStep}
        and l.version - 1 - coalesce((u.rows -> 0 ->> 'version')::integer, l.version) < $2`,
    values: [listId, maxFixes],
  });
  return facts;
}

export type UndoneRow = {
  readonly rowNumber: number;
  /** The part number as it was, and as it is now; null if there is none. */
  readonly keyBefore: string | null;
  readonly keyNow: string | null;
  readonly wasRemoved: boolean;
};

/**
 * Puts back the rows that nobody changed after the last action, and forgets that action. A split
 * is undone only if nobody changed either row: else its quantity would be ordered twice.
 */
export async function restoreRows(tx: Transaction, listId: ListId): Promise<UndoneRow[]> {
  const due = await tx.query<UndoneRow & { row: unknown; wasCreated: boolean }>({
    name: "select_undone_rows",
    text: `select "rowNumber", row, "keyBefore", "keyNow", "wasRemoved", "wasCreated" from (
        select (s -> 'row' ->> 'row_number')::integer as "rowNumber", s -> 'row' as row,
          s -> 'row' ->> 'part_number_key' as "keyBefore", r.part_number_key as "keyNow",
          r.row_number is null as "wasRemoved",
          coalesce((s ->> 'created')::boolean, false) as "wasCreated",
          case when u.action = 'split' then bool_and(${isUnchanged}) over ()
            else r.row_number is null or ${isUnchanged} end as "isDue"
        from quick_order_steps u
        cross join jsonb_array_elements(u.rows) s
        left join quick_order_rows r on r.quick_order_id = u.quick_order_id
          and r.row_number = (s -> 'row' ->> 'row_number')::integer
        where u.quick_order_id = $1 and u.step = ${lastStep}
      ) undone where "isDue"`,
    values: [listId],
  });
  const rowNumbers = due.map(({ rowNumber }) => rowNumber);
  await tx.query({
    name: "delete_undone_rows",
    text: `delete from quick_order_rows
      where quick_order_id = $1 and row_number = any($2::integer[])`,
    values: [listId, rowNumbers],
  });
  const before = due.filter(({ wasCreated }) => !wasCreated);
  await tx.query({
    name: "insert_undone_rows",
    text: `insert into quick_order_rows
      select * from jsonb_populate_recordset(null::quick_order_rows, $1::jsonb)`,
    values: [JSON.stringify(before.map(({ row }) => row))],
  });
  await tx.query({
    name: "delete_quick_order_undo",
    text: `delete from quick_order_steps where quick_order_id = $1 and step = ${lastStep}`,
    values: [listId],
  });
  return due;
}

export async function deleteRows(
  tx: Transaction,
  listId: ListId,
  rowNumbers: readonly number[],
): Promise<void> {
  await tx.query({
    name: "delete_quick_order_rows",
    text: `delete from quick_order_rows
      where quick_order_id = $1 and row_number = any($2::integer[])`,
    values: [listId, rowNumbers],
  });
}
