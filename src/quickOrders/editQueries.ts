// The SQL of editing rows and adding them to drafts. Invariant: rows change only while their list
// is locked.
import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import { limits } from "../contract/limits.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import type { OrderId } from "../orders/order.ts";
import type { NamedOrder } from "../orders/summaryQueries.ts";
import type { ListId, RowReading, RowState } from "./orderList.ts";
import type { DraftRow } from "./planDrafts.ts";
import { writtenOf } from "./repeated/choiceQueries.ts";

export type EditedRow = {
  readonly cells: readonly string[];
  readonly state: RowState;
  readonly partNumber: string | null;
  readonly quantityText: string;
  readonly quantity: number | null;
  readonly partNumberKey: string | null;
  readonly condition: string | null;
  readonly certificate: string | null;
  readonly chosenOfferId: OfferId | null;
  readonly askedQuantity: number | null;
};

export async function selectRowToEdit(
  tx: Transaction,
  listId: ListId,
  rowNumber: number,
): Promise<EditedRow | undefined> {
  const [row] = await tx.query<EditedRow>({
    name: "select_row_to_edit",
    text: `select cells, state, part_number as "partNumber", quantity_text as "quantityText",
        quantity, part_number_key as "partNumberKey", condition, certificate,
        chosen_offer_id::float8 as "chosenOfferId", asked_quantity as "askedQuantity"
      from quick_order_rows where quick_order_id = $1 and row_number = $2`,
    values: [listId, rowNumber],
  });
  return row;
}

/** Stores an edited row, which is then to be checked. */
export async function updateEditedRow(
  tx: Transaction,
  listId: ListId,
  rowNumber: number,
  row: {
    readonly reading: RowReading;
    readonly key: string;
    readonly choice: OfferId | null;
    /** The quantity before it was reduced or rounded. */
    readonly asked: number | null;
    /** Is added to the remark; null: nothing. */
    readonly revision: string | null;
    readonly cells: readonly string[];
  },
): Promise<void> {
  const { reading, key, choice, asked, revision, cells } = row;
  await tx.query({
    name: "update_edited_row",
    text: `update quick_order_rows
      set written = coalesce(written, ${writtenOf("quick_order_rows")}), state = 'waiting',
        readings = null, note = null, cells = $3, part_number = $4,
        part_number_key = $5, quantity_text = $6, quantity = $7, quantity_fault = $8,
        condition = $9, chosen_offer_id = $10, certificate = $11,
        asked_quantity = nullif($12::integer, $7), suggestions = '[]',
        remark = case when $13::text is null then remark
          else left(concat_ws('; ', $13, remark), ${limits.remarkLength}) end
      where quick_order_id = $1 and row_number = $2`,
    values: [
      listId,
      rowNumber,
      JSON.stringify(cells),
      reading.partNumber,
      key,
      reading.quantityText,
      reading.quantity,
      reading.quantityFault,
      reading.condition,
      choice,
      reading.certificate,
      asked,
      revision,
    ],
  });
}

type RowToMerge = Pick<DraftRow, "rowNumber" | "offerId" | "quantity"> & {
  readonly partNumber: string;
};

export type ReadyRow = DraftRow & { readonly partNumberKey: string };

const draftRowFields = `row_number as "rowNumber", part_number_key as "partNumberKey",
  offer_id::float8 as "offerId", quantity, currency, remark, needed_by::text as "neededBy",
  certificate, condition, note, asked_quantity as "askedQuantity",
  (select o.certificate from offers o where o.offer_id = r.offer_id) as "offeredCertificate"`;

export function selectReadyRows(tx: Transaction, listId: ListId): Promise<ReadyRow[]> {
  return tx.query<ReadyRow>({
    name: "select_ready_rows",
    text: `select ${draftRowFields}
      from quick_order_rows r where quick_order_id = $1 and state = 'ready' order by row_number`,
    values: [listId],
  });
}

/** Lines of several rows that are named. */
const maxMergedLines = 50;

/** The ready rows of the first offers that several have, and the number of all such offers. */
export async function selectRowsToMerge(
  db: Queryable,
  listId: ListId,
): Promise<{ readonly rows: readonly RowToMerge[]; readonly lines: number }> {
  const rows = await db.query<RowToMerge & { readonly lines: number }>({
    name: "select_rows_to_merge",
    text: `with shared as (
        select offer_id, min(row_number) as first, (count(*) over ())::integer as lines
        from quick_order_rows where quick_order_id = $1 and state = 'ready'
        group by offer_id having count(*) > 1 order by first limit ${maxMergedLines}
      )
      select row_number as "rowNumber", offer_id::float8 as "offerId", quantity,
        part_number as "partNumber", lines
      from shared join quick_order_rows using (offer_id)
      where quick_order_id = $1 and state = 'ready' order by first, row_number`,
    values: [listId],
  });
  return { rows, lines: rows[0]?.lines ?? 0 };
}

/** The rows of an account's list that are in an order. */
export function selectRowsInOrder(
  db: Queryable,
  accountId: AccountId,
  listId: string,
  orderId: OrderId,
): Promise<ReadyRow[]> {
  return db.query<ReadyRow>({
    name: "select_rows_in_order",
    text: `select ${draftRowFields}
      from quick_orders l join quick_order_rows r using (quick_order_id)
      where l.account_id = $1 and l.quick_order_id = $2 and r.order_id = $3 order by row_number`,
    values: [accountId, listId, orderId],
  });
}

export async function markAdded(
  tx: Transaction,
  listId: ListId,
  added: {
    readonly rowNumbers: readonly number[];
    readonly orderId: OrderId;
    readonly version: number;
  },
): Promise<void> {
  await tx.query({
    name: "mark_rows_added",
    text: `update quick_order_rows set state = 'added', order_id = $3, added_version = $4
      where quick_order_id = $1 and row_number = any($2::integer[])`,
    values: [listId, added.rowNumbers, added.orderId, added.version],
  });
}

/** Rows of one offer that became one line of a draft. */
export type MergedRows = { readonly partNumber: string; readonly rowNumbers: readonly number[] };

/**
 * How many rows of an account's list were last added to an order, and which of them became one
 * line; undefined if none were.
 */
export async function selectAddedRows(
  db: Queryable,
  accountId: AccountId,
  listId: string,
  orderId: OrderId,
): Promise<{ readonly rows: number; readonly merged: readonly MergedRows[] } | undefined> {
  const lines = await db.query<MergedRows>({
    name: "select_added_rows",
    text: `select min(r.part_number) as "partNumber",
        array_agg(r.row_number order by r.row_number) as "rowNumbers"
      from quick_orders l join quick_order_rows r using (quick_order_id)
      where l.account_id = $1 and l.quick_order_id = $2 and r.order_id = $3 and r.state = 'added'
        and r.added_version = (
          select max(added_version) from quick_order_rows
          where quick_order_id = $2 and order_id = $3
        )
      group by r.offer_id order by min(r.row_number)`,
    values: [accountId, listId, orderId],
  });
  if (lines.length === 0) return undefined;
  const rows = lines.reduce((sum, { rowNumbers }) => sum + rowNumbers.length, 0);
  return { rows, merged: lines.filter(({ rowNumbers }) => rowNumbers.length > 1) };
}

/** The open drafts to which other rows of a list were added together with those of this one. */
export async function selectOtherDrafts(
  db: Queryable,
  accountId: AccountId,
  listId: string,
  orderId: OrderId,
): Promise<NamedOrder[]> {
  return db.query<NamedOrder>({
    name: "select_other_drafts",
    text: `select distinct o.order_id as "orderId", o.order_number as "orderNumber"
      from quick_orders l join quick_order_rows r using (quick_order_id)
      join orders o using (order_id)
      where l.account_id = $1 and l.quick_order_id = $2 and o.order_id <> $3
        and o.status = 'draft' and r.state = 'added' and r.added_version = (
          select max(added_version) from quick_order_rows
          where quick_order_id = $2 and order_id = $3
        )
      order by o.order_number`,
    values: [accountId, listId, orderId],
  });
}

/**
 * The drafts to which the rows of a version of a list were added, the largest first; empty if they
 * were not.
 */
export async function selectOrdersOfVersion(
  tx: Transaction,
  listId: ListId,
  version: number,
): Promise<OrderId[]> {
  const rows = await tx.query<{ orderId: OrderId }>({
    name: "select_orders_of_version",
    text: `select order_id as "orderId" from quick_order_rows
      where quick_order_id = $1 and state = 'added' and added_version = $2
      group by order_id order by count(*) desc, min(row_number)`,
    values: [listId, version],
  });
  return rows.map(({ orderId }) => orderId);
}
