// The SQL of undoing the last change of a list: its rows as they were before. Invariant: a list that
// was changed since stays as it is.
import type { Queryable, Transaction } from "../../db/database.ts";
import type { ListId } from "../orderList.ts";

/**
 * Stores rows as they are, before a change, which ends with `incrementVersion`; forgets the change
 * before.
 */
export async function insertUndo(
  tx: Transaction,
  listId: ListId,
  rowNumbers: readonly number[],
): Promise<void> {
  await tx.query({
    name: "delete_quick_order_undo",
    text: "delete from quick_order_steps where quick_order_id = $1",
    values: [listId],
  });
  await tx.query({
    name: "insert_quick_order_undo",
    text: `insert into quick_order_steps (quick_order_id, step, rows)
      select l.quick_order_id, l.version, jsonb_agg(jsonb_build_object('row', to_jsonb(r)))
      from quick_order_rows r join quick_orders l using (quick_order_id)
      where r.quick_order_id = $1 and r.row_number = any($2::integer[])
      group by l.quick_order_id`,
    values: [listId, rowNumbers],
  });
}

/** Adds a row that the change created, which undoing it deletes. */
export async function addCreated(tx: Transaction, listId: ListId, rowNumber: number) {
  await tx.query({
    name: "update_quick_order_undo",
    text: `update quick_order_steps set rows = rows || jsonb_build_array(jsonb_build_object(
        'row', jsonb_build_object('row_number', $2::integer), 'created', true))
      where quick_order_id = $1`,
    values: [listId, rowNumber],
  });
}

const lastChange = `quick_order_steps u join quick_orders l
    on l.quick_order_id = u.quick_order_id and l.version = u.step + 1`;

/** Whether the last change of a list can be undone. */
export async function hasUndo(db: Queryable, listId: ListId): Promise<boolean> {
  const found = await db.query({
    name: "select_quick_order_undo",
    text: `select from ${lastChange} where u.quick_order_id = $1`,
    values: [listId],
  });
  return found.length > 0;
}

export type UndoneRow = {
  readonly rowNumber: number;
  /** The part number as it was, and as it is now; null if there is none. */
  readonly keyBefore: string | null;
  readonly keyNow: string | null;
  readonly wasRemoved: boolean;
};

/** Puts back the rows of the last change, unless the list was changed since. */
export async function restoreRows(tx: Transaction, listId: ListId): Promise<UndoneRow[]> {
  const due = await tx.query<UndoneRow & { row: unknown; wasCreated: boolean }>({
    name: "select_undone_rows",
    text: `select (s -> 'row' ->> 'row_number')::integer as "rowNumber", s -> 'row' as row,
        s -> 'row' ->> 'part_number_key' as "keyBefore", r.part_number_key as "keyNow",
        r.row_number is null as "wasRemoved",
        coalesce((s ->> 'created')::boolean, false) as "wasCreated"
      from ${lastChange}
      cross join jsonb_array_elements(u.rows) s
      left join quick_order_rows r on r.quick_order_id = u.quick_order_id
        and r.row_number = (s -> 'row' ->> 'row_number')::integer
      where u.quick_order_id = $1 order by 1`,
    values: [listId],
  });
  await deleteRows(
    tx,
    listId,
    due.map(({ rowNumber }) => rowNumber),
  );
  const before = due.filter(({ wasCreated }) => !wasCreated);
  await tx.query({
    name: "insert_undone_rows",
    text: `insert into quick_order_rows
      select * from jsonb_populate_recordset(null::quick_order_rows, $1::jsonb)`,
    values: [JSON.stringify(before.map(({ row }) => row))],
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
