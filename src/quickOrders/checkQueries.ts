// The SQL of checking the rows of lists. Invariant: rows change only while their list is locked.
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { Transaction } from "../db/database.ts";
import type { Currency } from "../money.ts";
import type { NamedRow, RowCheck } from "./checkRows.ts";
import type { ListId, ReadRow, RowReading, RowState } from "./orderList.ts";

function toColumns({ partNumber, quantityText, quantity, quantityFault, condition }: RowReading) {
  return {
    part_number: partNumber,
    part_number_key: partNumberKey(partNumber),
    quantity_text: quantityText,
    quantity,
    quantity_fault: quantityFault,
    condition,
  };
}

const noReading = {
  part_number: null,
  part_number_key: null,
  quantity_text: "",
  quantity: null,
  quantity_fault: null,
  condition: null,
};

const readingColumns =
  "part_number text, part_number_key text, quantity_text text, quantity integer, " +
  "quantity_fault text, condition text";

/** Stores the rows of a list as they were read. Rows with a reading are to be checked. */
export async function insertRows(
  tx: Transaction,
  listId: ListId,
  rows: readonly ReadRow[],
): Promise<void> {
  const records = rows.map(({ rowNumber, cells, readings, fault }) => {
    const [only, ...more] = readings;
    const isPlain = only !== undefined && more.length === 0;
    return {
      row_number: rowNumber,
      cells,
      reason: fault,
      state: only === undefined ? "unreadable" : "waiting",
      readings: more.length > 0 ? readings : null,
      ...(isPlain ? toColumns(only) : noReading),
    };
  });
  await tx.query({
    name: "insert_quick_order_rows",
    text: `insert into quick_order_rows (quick_order_id, row_number, cells, state, readings, reason,
        part_number, part_number_key, quantity_text, quantity, quantity_fault, condition,
        suggestions)
      select $1, r.row_number, r.cells, r.state, nullif(r.readings, 'null'), r.reason,
        r.part_number, r.part_number_key, r.quantity_text, r.quantity, r.quantity_fault,
        r.condition, '[]'
      from jsonb_to_recordset($2::jsonb) r(row_number integer, cells jsonb, state text,
        readings jsonb, reason text, ${readingColumns})`,
    values: [listId, JSON.stringify(records)],
  });
}

export type UnclearRow = {
  readonly rowNumber: number;
  readonly cells: readonly string[];
  readonly readings: readonly RowReading[];
};

export function selectUnclearRows(
  tx: Transaction,
  listId: ListId,
  limit: number,
): Promise<UnclearRow[]> {
  return tx.query<UnclearRow>({
    name: "select_unclear_rows",
    text: `select row_number as "rowNumber", cells, readings from quick_order_rows
      where quick_order_id = $1 and state = 'waiting' and readings is not null
      order by row_number limit $2`,
    values: [listId, limit],
  });
}

export type ResolvedRow = {
  readonly rowNumber: number;
  readonly cells: readonly string[];
  readonly state: Extract<RowState, "waiting" | "ambiguous" | "not_found">;
  /** The remaining readings; null if `reading` is the only one. */
  readonly readings: readonly RowReading[] | null;
  readonly reading: RowReading;
  readonly note: string | null;
  readonly reason: string | null;
  readonly suggestions: readonly string[];
};

export async function updateResolvedRows(
  tx: Transaction,
  listId: ListId,
  rows: readonly ResolvedRow[],
): Promise<void> {
  const records = rows.map(({ rowNumber, reading, ...row }) => ({
    ...row,
    row_number: rowNumber,
    ...(row.readings === null
      ? toColumns(reading)
      : { ...toColumns(reading), part_number_key: null }),
  }));
  await tx.query({
    name: "update_resolved_rows",
    text: `update quick_order_rows t
      set cells = r.cells, state = r.state, readings = nullif(r.readings, 'null'), note = r.note,
        reason = r.reason, suggestions = r.suggestions, part_number = r.part_number,
        part_number_key = r.part_number_key, quantity_text = r.quantity_text,
        quantity = r.quantity, quantity_fault = r.quantity_fault, condition = r.condition
      from jsonb_to_recordset($2::jsonb) r(row_number integer, cells jsonb, state text,
        readings jsonb, note text, reason text, suggestions jsonb, ${readingColumns})
      where t.quick_order_id = $1 and t.row_number = r.row_number`,
    values: [listId, JSON.stringify(records)],
  });
}

/** The distinct part numbers of the first unchecked rows. */
export async function selectUncheckedKeys(
  tx: Transaction,
  listId: ListId,
  rows: number,
): Promise<string[]> {
  const found = await tx.query<{ key: string }>({
    name: "select_unchecked_keys",
    text: `select distinct part_number_key as key from (
        select part_number_key from quick_order_rows
        where quick_order_id = $1 and state = 'waiting' order by row_number limit $2
      ) unchecked`,
    values: [listId, rows],
  });
  return found.map(({ key }) => key);
}

/** A row of a part number with its current state. */
export type CurrentRow = NamedRow & {
  readonly partNumberKey: string;
  readonly state: RowState;
  readonly offerId: OfferId | null;
  readonly unitPrice: string | null;
  readonly currency: Currency | null;
};

/** All rows of these part numbers that are not in an order yet, by row number. */
export async function selectRowsOfParts(
  tx: Transaction,
  listId: ListId,
  keys: readonly string[],
): Promise<CurrentRow[]> {
  type Row = CurrentRow & {
    readonly chosenOfferId: string | null;
    readonly offerId: string | null;
  };
  const rows = await tx.query<Row>({
    name: "select_rows_of_parts",
    text: `select row_number as "rowNumber", part_number as "partNumber",
        part_number_key as "partNumberKey", quantity_text as "quantityText", quantity,
        quantity_fault as "quantityFault", condition, chosen_offer_id as "chosenOfferId", state,
        offer_id as "offerId", unit_price as "unitPrice", currency
      from quick_order_rows
      where quick_order_id = $1 and part_number_key = any($2::text[]) and state <> 'added'
      order by row_number`,
    values: [listId, keys],
  });
  const toId = (text: string | null) => (text === null ? null : (Number(text) as OfferId));
  return rows.map(({ chosenOfferId, offerId, ...row }) => ({
    ...row,
    chosenOfferId: toId(chosenOfferId),
    offerId: toId(offerId),
  }));
}

/** Stores the results of checking rows. Does not wait for the statement. */
export function updateCheckedRows(
  tx: Transaction,
  listId: ListId,
  checked: readonly RowCheck[],
): void {
  const records = checked.map(({ unitPrice, lineTotal, ...row }) => ({
    row_number: row.rowNumber,
    state: row.state,
    offer_id: row.offerId,
    reason: row.reason,
    nearest: row.nearestQuantity,
    suggestions: row.suggestions,
    unit_price: unitPrice?.minor.toString() ?? null,
    line_total: lineTotal?.toString() ?? null,
    currency: unitPrice?.currency ?? null,
  }));
  tx.send({
    name: "update_checked_rows",
    text: `update quick_order_rows t
      set state = r.state, offer_id = r.offer_id, unit_price = r.unit_price,
        line_total = r.line_total, currency = r.currency, reason = r.reason,
        nearest_quantity = r.nearest, suggestions = r.suggestions
      from jsonb_to_recordset($2::jsonb) r(row_number integer, state text, offer_id bigint,
        unit_price bigint, line_total numeric, currency text, reason text, nearest integer,
        suggestions jsonb)
      where t.quick_order_id = $1 and t.row_number = r.row_number`,
    values: [listId, JSON.stringify(records)],
  });
}
