// The SQL of operators' notes about orders. Invariant: nothing outside the console reads it.
import type { Queryable, Transaction } from "../../db/database.ts";
import type { OrderId } from "../order.ts";

/** A note on an order, with the operator's name at that time. */
export type OrderNote = {
  readonly noteId: string;
  readonly at: Date;
  readonly operatorName: string;
  readonly text: string;
};

export type NewOrderNote = OrderNote & {
  readonly orderId: OrderId;
  readonly operatorId: string;
};

export function insertNote(tx: Transaction, note: NewOrderNote): void {
  tx.send({
    name: "insert_order_note",
    text: `insert into order_notes (note_id, order_id, at, operator_id, operator_name, text)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [note.noteId, note.orderId, note.at, note.operatorId, note.operatorName, note.text],
  });
}

/** The `limit` newest notes on an order, newest first. */
export function selectNotes(db: Queryable, orderId: OrderId, limit: number): Promise<OrderNote[]> {
  return db.query<OrderNote>({
    name: "select_order_notes",
    text: `select note_id as "noteId", at, operator_name as "operatorName", text
      from order_notes where order_id = $1 order by note_id desc limit $2`,
    values: [orderId, limit],
  });
}
