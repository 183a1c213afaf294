// The SQL of editing rows and adding them to drafts. Invariant: rows change only while their list
// is locked.
import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import type { OrderId } from "../orders/order.ts";
import type { Unread } from "../orders/requested.ts";
import type { NamedOrder } from "../orders/summaryQueries.ts";
import type { ListId, RowReading } from "./orderList.ts";
import { listedNumber, requestedFields } from "./pageQueries.ts";
import type { DraftRow } from "./planDrafts.ts";
import type { AskedQuantity } from "./written/orderedQuantity.ts";

/** Stores an edited row, which is then to be checked. */
export async function updateEditedRow(
  tx: Transaction,
  listId: ListId,
  rowNumber: number,
  row: {
    readonly reading: RowReading;
    readonly key: string;
    readonly choice: OfferId | null;
    /** The quantity before it was reduced, rounded or converted. */
    readonly asked: AskedQuantity;
    readonly unread: Unread;
    readonly cells: readonly string[];
  },
): Promise<void> {
  const { reading, key, choice, asked, unread, cells } = row;
  await tx.query({
    name: "update_edited_row",
    text: `update quick_order_rows
      set written = coalesce(written, jsonb_build_array(part_number)), state = 'waiting',
        note = null, cells = $3, part_number = $4,
        part_number_key = $5, quantity_text = $6, quantity = $7, quantity_fault = $8,
        condition = $9, chosen_offer_id = $10, certificate = $11,
        asked_quantity = nullif($12::integer, $7), suggestions = '[]', unread = nullif($13, '{}'::jsonb),
        requested_quantity = $14, requested_unit = $15
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
      asked.askedQuantity,
      JSON.stringify(unread),
      asked.requestedQuantity,
      asked.requestedUnit,
    ],
  });
}

/** `addedVersion` is that of the list with which the row was added. */
export type ReadyRow = DraftRow & {
  readonly partNumberKey: string;
  readonly addedVersion: number | null;
};

export function selectReadyRows(tx: Transaction, listId: ListId): Promise<ReadyRow[]> {
  return tx.query<ReadyRow>({
    name: "select_ready_rows",
    text: `select r.row_number as "rowNumber", ${listedNumber} as listed,
      r.part_number_key as "partNumberKey", r.offer_id::float8 as "offerId", r.quantity, r.currency,
      r.remark, r.needed_by::text as "neededBy", r.certificate, r.condition, ${requestedFields},
      r.asked_quantity as "askedQuantity", r.added_version as "addedVersion",
      o.part_number as "offeredNumber", o.unit_of_measure as "offeredUnit"
    from quick_order_rows r left join offers o on o.offer_id = r.offer_id
      where r.quick_order_id = $1 and r.state = 'ready' order by r.row_number`,
    values: [listId],
  });
}

/** Lines of several rows that are named, and rows that are named of each. */
const maxMergedLines = 50;
const maxMergedRows = 10;

/** Rows that become one line, because a draft has one line per offer. */
export type MergedLine = {
  readonly partNumber: string;
  /** The first of `rows` rows. */
  readonly rowNumbers: readonly number[];
  readonly rows: number;
  readonly quantity: number;
};

/** The first lines that `planDrafts` makes of several ready rows, and the number of all such. */
export async function selectMergedLines(
  db: Queryable,
  listId: ListId,
): Promise<{ readonly lines: readonly MergedLine[]; readonly count: number }> {
  const lines = await db.query<MergedLine & { readonly count: number }>({
    name: "select_merged_lines",
    text: `select (array_agg(part_number order by row_number))[1] as "partNumber",
        (array_agg(row_number order by row_number))[1:${maxMergedRows}] as "rowNumbers",
        count(*)::integer as rows, sum(quantity)::float8 as quantity,
        (count(*) over ())::integer as count
      from quick_order_rows where quick_order_id = $1 and state = 'ready'
      group by offer_id having count(*) > 1 order by min(row_number) limit ${maxMergedLines}`,
    values: [listId],
  });
  return { lines, count: lines[0]?.count ?? 0 };
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
