// The SQL of storing the rows of lists as they were read, and the pieces of rows that are split.
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import type { LineTexts } from "../reading/line.ts";
import type { LateInstructions, ListId, ReadRow } from "./orderList.ts";

const readingColumns =
  '"partNumber" text, "partNumberKey" text, "quantityText" text, quantity integer, ' +
  '"quantityFault" text, condition text, certificate text';

/** What is shown of a row without readings; without a key it is not checked. */
function toRecognized(texts: LineTexts | null) {
  if (texts === null) return {};
  const { partNumber, quantity, condition } = texts;
  return { partNumber, quantityText: quantity, condition };
}

/** Stores the rows of a list as they were read, each with at most one reading, to be checked. */
export async function insertRows(
  tx: Transaction,
  listId: ListId,
  rows: readonly ReadRow[],
): Promise<void> {
  const records = rows.map(({ rowNumber, cells, readings, fault, recognized, instructions }) => {
    const [only] = readings;
    const state = only === undefined ? "unreadable" : "waiting";
    const row = { rowNumber, cells, state, reason: fault, ...instructions };
    if (only === undefined) return { ...row, ...toRecognized(recognized) };
    return { ...row, ...only, partNumberKey: partNumberKey(only.partNumber) };
  });
  await tx.query({
    name: "insert_quick_order_rows",
    text: `insert into quick_order_rows (quick_order_id, row_number, cells, state, reason, part_number,
        part_number_key, quantity_text, quantity, quantity_fault, condition,
        certificate, remark, needed_by, unread, suggestions)
      select $1, r."rowNumber", r.cells, r.state, r.reason, r."partNumber",
        r."partNumberKey", coalesce(r."quantityText", ''), r.quantity, r."quantityFault",
        r.condition, r.certificate, r.remark, r."neededBy", nullif(r.unread, '{}'), '[]'
      from jsonb_to_recordset($2::jsonb) r("rowNumber" integer, cells jsonb, state text,
        reason text, remark text, "neededBy" date, unread jsonb, ${readingColumns})`,
    values: [listId, JSON.stringify(records)],
  });
}

/** Which of these part numbers the catalog has, by their keys. */
export async function selectKnownKeys(
  db: Queryable,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ key: string }>({
    name: "select_known_keys",
    text: `select distinct part_number_key as key from offers
      where part_number_key = any($1::text[])`,
    values: [keys],
  });
  return new Set(rows.map(({ key }) => key));
}

/** Stores the days of rows, and what was not read of them. */
export async function updateDays(
  tx: Transaction,
  listId: ListId,
  late: readonly LateInstructions[],
): Promise<void> {
  if (late.length === 0) return;
  await tx.query({
    name: "update_row_days",
    text: `update quick_order_rows t set needed_by = r."neededBy", unread = nullif(r.unread, '{}')
      from jsonb_to_recordset($2::jsonb) r("rowNumber" integer, "neededBy" date, unread jsonb)
      where t.quick_order_id = $1 and t.row_number = r."rowNumber"`,
    values: [listId, JSON.stringify(late)],
  });
}

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
