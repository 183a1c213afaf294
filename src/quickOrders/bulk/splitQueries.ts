// The SQL of splitting a row.
import type { OfferId } from "../../catalog/partId.ts";
import type { Transaction } from "../../db/database.ts";
import type { ListId } from "../orderList.ts";

/** One of the rows that a row becomes. */
export type PieceRow = {
  readonly quantityText: string;
  readonly quantity: number;
  readonly offerId: OfferId;
  readonly cells: readonly string[];
};

/** The number of a new row above `last` and all rows of the list. */
export async function selectNextNumber(
  tx: Transaction,
  listId: ListId,
  last: number,
): Promise<number> {
  const [found] = await tx.query<{ next: number }>({
    name: "select_next_row_number",
    text: `select 1 + greatest($2::integer,
        (select max(row_number) from quick_order_rows where quick_order_id = $1)
      ) as next`,
    values: [listId, last],
  });
  return found?.next ?? 1;
}

/** Inserts a row with what another says, except for its quantity and offer; it is to be checked. */
export async function insertPiece(
  tx: Transaction,
  listId: ListId,
  { from, to }: { readonly from: number; readonly to: number },
  piece: PieceRow,
): Promise<void> {
  await tx.query({
    name: "insert_row_piece",
    text: `insert into quick_order_rows (quick_order_id, row_number, cells, state, part_number,
        part_number_key, quantity_text, quantity, condition, certificate, remark, needed_by,
        unread, chosen_offer_id, suggestions, written)
      select quick_order_id, $3, $4, 'waiting', part_number, part_number_key, $7::text,
        $5::integer, condition, certificate, remark, needed_by, unread, $6, '[]', written
      from quick_order_rows where quick_order_id = $1 and row_number = $2`,
    values: [
      listId,
      from,
      to,
      JSON.stringify(piece.cells),
      piece.quantity,
      piece.offerId,
      piece.quantityText,
    ],
  });
}

export async function updateNotes(
  tx: Transaction,
  listId: ListId,
  rowNumbers: readonly number[],
  note: string,
): Promise<void> {
  await tx.query({
    name: "update_row_notes",
    text: `update quick_order_rows set note = $3
      where quick_order_id = $1 and row_number = any($2::integer[])`,
    values: [listId, rowNumbers, note],
  });
}
