// The SQL of checking the rows of lists. Invariant: rows change only while their list is locked.
import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import type { Currency } from "../money.ts";
import { toStoredPrice } from "../price.ts";
import type { RowCheck } from "./checkRows.ts";
import { readingColumns } from "./insertQueries.ts";
import type { ListId, RowReading, RowState } from "./orderList.ts";
import type { NamedRow } from "./supply/matchOffer.ts";

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
  const records = rows.map(({ reading, ...row }) => ({
    ...row,
    ...reading,
    partNumberKey: row.readings === null ? partNumberKey(reading.partNumber) : null,
  }));
  await tx.query({
    name: "update_resolved_rows",
    text: `update quick_order_rows t
      set cells = r.cells, state = r.state, readings = nullif(r.readings, 'null'), note = r.note,
        reason = r.reason, suggestions = r.suggestions, part_number = r."partNumber",
        part_number_key = r."partNumberKey", quantity_text = r."quantityText",
        quantity = r.quantity, quantity_fault = r."quantityFault", condition = r.condition,
        certificate = r.certificate
      from jsonb_to_recordset($2::jsonb) r("rowNumber" integer, cells jsonb, state text,
        readings jsonb, note text, reason text, suggestions jsonb, ${readingColumns})
      where t.quick_order_id = $1 and t.row_number = r."rowNumber"`,
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

/** Which of these part numbers have an offer that the account can order on `day`. */
export async function selectOrderableKeys(
  db: Queryable,
  keys: readonly string[],
  accountId: AccountId,
  day: string,
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db.query<{ key: string }>({
    name: "select_orderable_keys",
    text: `select distinct o.part_number_key as key from offers o
      where o.part_number_key = any($1::text[]) and o.status = 'ACTIVE'
        and (o.list_price is not null
          or has_contract_price($2, o.part_number_key, o.vendor, o.condition, $3))`,
    values: [keys, accountId, day],
  });
  return new Set(rows.map(({ key }) => key));
}

export type CurrentRow = NamedRow & {
  readonly partNumberKey: string;
  /** What the list names as alternates; null: nothing. */
  readonly alternatesCell: string | null;
  readonly state: RowState;
  readonly offerId: OfferId | null;
  readonly unitPrice: string | null;
  readonly currency: Currency | null;
};

/** All rows of these part numbers that are not in an order yet, by row number. */
export function selectRowsOfParts(
  tx: Transaction,
  listId: ListId,
  keys: readonly string[],
  alternatesColumn: number | null,
): Promise<CurrentRow[]> {
  return tx.query<CurrentRow>({
    name: "select_rows_of_parts",
    text: `select row_number as "rowNumber", part_number as "partNumber",
        part_number_key as "partNumberKey", quantity_text as "quantityText", quantity,
        quantity_fault as "quantityFault", condition, certificate,
        chosen_offer_id::float8 as "chosenOfferId",
        cells ->> $3::integer as "alternatesCell",
        state, offer_id::float8 as "offerId", unit_price as "unitPrice", currency
      from quick_order_rows
      where quick_order_id = $1 and part_number_key = any($2::text[]) and state <> 'added'
      order by row_number`,
    values: [listId, keys, alternatesColumn],
  });
}

/** Stores the results of checking rows. Does not wait for the statement. */
export function updateCheckedRows(
  tx: Transaction,
  listId: ListId,
  checked: readonly RowCheck[],
): void {
  const records = checked.map(({ unitPrice, lineTotal, ...row }) => ({
    ...row,
    unitPrice: unitPrice && toStoredPrice(unitPrice),
    lineTotal: lineTotal?.toString(),
    currency: unitPrice?.currency,
  }));
  tx.send({
    name: "update_checked_rows",
    text: `update quick_order_rows t
      set state = r.state, offer_id = r."offerId", unit_price = r."unitPrice",
        line_total = r."lineTotal", currency = r.currency, reason = r.reason,
        nearest_quantity = r."nearestQuantity", suggestions = r.suggestions
      from jsonb_to_recordset($2::jsonb) r("rowNumber" integer, state text, "offerId" bigint,
        "unitPrice" numeric, "lineTotal" numeric, currency text, reason text,
        "nearestQuantity" integer, suggestions jsonb)
      where t.quick_order_id = $1 and t.row_number = r."rowNumber"`,
    values: [listId, JSON.stringify(records)],
  });
}
