// The SQL of editing rows and adding them to drafts. Invariant: rows change only while their list
// is locked.
import type { OfferId } from "../catalog/partId.ts";
import type { Transaction } from "../db/database.ts";
import type { OrderId } from "../orders/order.ts";
import type { ListId, RowReading, RowState } from "./orderList.ts";
import type { DraftRow } from "./planDrafts.ts";

export type EditedRow = {
  readonly cells: readonly string[];
  readonly state: RowState;
  readonly partNumberKey: string | null;
  readonly condition: string | null;
  readonly chosenOfferId: OfferId | null;
};

export async function selectRowToEdit(
  tx: Transaction,
  listId: ListId,
  rowNumber: number,
): Promise<EditedRow | undefined> {
  const [row] = await tx.query<EditedRow>({
    name: "select_row_to_edit",
    text: `select cells, state, part_number_key as "partNumberKey", condition,
        chosen_offer_id::float8 as "chosenOfferId"
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
    readonly cells: readonly string[];
  },
): Promise<void> {
  const { reading, key, choice, cells } = row;
  await tx.query({
    name: "update_edited_row",
    text: `update quick_order_rows
      set state = 'waiting', readings = null, note = null, cells = $3, part_number = $4,
        part_number_key = $5, quantity_text = $6, quantity = $7, quantity_fault = $8,
        condition = $9, chosen_offer_id = $10, suggestions = '[]'
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
    ],
  });
}

export type ReadyRow = DraftRow & { readonly partNumberKey: string };

export function selectReadyRows(tx: Transaction, listId: ListId): Promise<ReadyRow[]> {
  return tx.query<ReadyRow>({
    name: "select_ready_rows",
    text: `select row_number as "rowNumber", part_number_key as "partNumberKey",
        offer_id::float8 as "offerId", quantity, currency
      from quick_order_rows where quick_order_id = $1 and state = 'ready' order by row_number`,
    values: [listId],
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

/** The drafts to which the rows of a version of a list were added; empty if they were not. */
export async function selectOrdersOfVersion(
  tx: Transaction,
  listId: ListId,
  version: number,
): Promise<OrderId[]> {
  const rows = await tx.query<{ orderId: OrderId }>({
    name: "select_orders_of_version",
    text: `select order_id as "orderId" from quick_order_rows
      where quick_order_id = $1 and state = 'added' and added_version = $2
      group by order_id order by min(row_number)`,
    values: [listId, version],
  });
  return rows.map(({ orderId }) => orderId);
}
