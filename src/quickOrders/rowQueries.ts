// The SQL of the rows of lists. Invariant: rows change only while their list is locked.
import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import type { Currency } from "../kit/money.ts";
import { readStoredPrice, toStoredPrice } from "../kit/price.ts";
import { all, and, change, first, type Sql, sql } from "../kit/sql.ts";
import type { OrderId } from "../orders/order.ts";
import type { NamedOrder } from "../orders/summaryQueries.ts";
import {
  type AskedQuantity,
  type LateInstructions,
  type ListId,
  type ListRow,
  type ReadRow,
  type RowReading,
  type RowResult,
  type RowState,
  rowStates,
} from "./orderList.ts";
import { toListRow } from "./readRow.ts";

/** The account of a row `r`. */
const accountOf = sql`(
    select account_id from quick_orders q where q.quick_order_id = r.quick_order_id
  )`;

/** Whether the account of a row `r` has a price for an offer `o` that has none, at its quantity. */
const hasContractPrice = sql`has_contract_price(${accountOf},
    o.part_number_key, o.vendor, o.condition, current_date)
  and exists (
    select from agreement_rules a
    where a.account_id = ${accountOf} and a.scope = 'part'
      and a.part_number_key = o.part_number_key and a.unit_price is not null
      and coalesce(a.vendor, o.vendor) = o.vendor
      and coalesce(a.condition, o.condition) = o.condition
      and a.valid_from <= current_date and coalesce(a.valid_to, current_date) >= current_date
      and a.min_quantity <= coalesce(r.quantity, 1)
  )`;

/**
 * Whether a row `r` needs a quote: for the part, because no offer is as requested or can be
 * ordered, for its quantity, because no pack has it, or for the rest, because less is ordered than
 * requested; else null.
 */
export const quoteNeed = sql`case
    when coalesce(r.part_number, '') = '' then null
    when r.state in ('not_found', 'short', 'on_request', 'other_condition', 'not_orderable')
      then 'part'
    when r.state = 'ambiguous' and r.certificate is not null
      and not exists (
        select from offers o
        where o.part_number_key = r.part_number_key and o.status = 'ACTIVE'
          and sellable_stock(o.available_stock, o.shelf_life_expires, current_date)
            >= coalesce(r.quantity, 1)
          and (r.condition is null or o.condition = any(string_to_array(r.condition, ' / ')))
          and string_to_array(o.certificate::text, '; ') && string_to_array(r.certificate, '; ')
          and (o.list_price is not null or ${hasContractPrice})
      ) then 'part'
    when r.state = 'bad_quantity' and r.quantity is not null then 'quantity'
    when r.state in ('ready', 'added') and r.asked_quantity > r.quantity then 'rest'
  end`;

/** Whether a row `r` has a request whose state is as `condition` says, for its part number. */
const isInRequest = (listId: ListId, condition: Sql): Sql => sql`(r.row_number, r.part_number) in (
    select l.row_number, l.part_number
    from quote_requests q join quote_request_lines l using (request_id)
    where q.quick_order_id = ${listId} and q.state ${condition} and l.row_number is not null
  )`;

/**
 * Whether a row `r` needs a quote that was not requested. Another quantity, or the part that is
 * suggested for one that is not for sale, can be ordered at once, so a person requests these row by
 * row.
 */
export const isToQuote = (listId: ListId): Sql => sql`${quoteNeed} in ('part', 'rest')
  and not (r.state = 'not_orderable' and r.suggestions <> '[]')
  and not ${isInRequest(listId, sql`<> 'withdrawn'`)}`;

/** Whether a quote for a row `r`, not for its rest, was requested and is not answered yet. */
export const isRequested = (listId: ListId): Sql => sql`(${isInRequest(listId, sql`= 'open'`)}
  and coalesce(${quoteNeed} in ('part', 'quantity'), false))`;

/** `isRequested`: only rows with a requested quote, or only others. */
export type RowFilter = {
  readonly states?: readonly RowState[];
  readonly isRequested?: boolean;
  readonly rowNumbers?: readonly number[];
  /** Of these part numbers, by their keys. */
  readonly keys?: readonly string[];
};

function isShown(listId: ListId, filter: RowFilter): Sql {
  const { states, isRequested: requested, rowNumbers, keys } = filter;
  return and([
    sql`r.quick_order_id = ${listId}`,
    states !== undefined && sql`r.state = any(${states}::text[])`,
    requested !== undefined && sql`${requested}::boolean = ${isRequested(listId)}`,
    rowNumbers !== undefined && sql`r.row_number = any(${rowNumbers}::integer[])`,
    keys !== undefined && sql`r.part_number_key = any(${keys}::text[])`,
  ]);
}

/** The states of rows that are in no order. */
export const openStates = rowStates.filter((state) => state !== "added");

type StoredRow = Omit<ListRow, "unitPrice" | "lineTotal"> & {
  readonly unitPrice: string | null;
  readonly lineTotal: string | null;
  readonly currency: Currency | null;
};

function toRow({ currency, ...row }: StoredRow): ListRow {
  const toPrice = (stored: string | null) =>
    stored === null || currency === null ? null : readStoredPrice(stored, currency);
  return { ...row, unitPrice: toPrice(row.unitPrice), lineTotal: toPrice(row.lineTotal) };
}

/** The rows of a list of which a filter is true, by their numbers: at most `limit` after one. */
export async function selectRows(
  db: Queryable,
  listId: ListId,
  filter: RowFilter,
  { after = 0, limit = null }: { readonly after?: number; readonly limit?: number | null } = {},
): Promise<ListRow[]> {
  // Earlier versions stored more of a row before its first change than its number.
  const statement = sql`select r.row_number, r.cells, r.state, r.part_number, r.part_number_key, r.quantity_text,
      r.quantity, r.quantity_fault, r.condition, r.certificate, r.asked_quantity,
      r.requested_quantity::float8 as requested_quantity, r.requested_unit,
      coalesce(r.unread, '{}') as unread, r.remark, r.needed_by::text as needed_by, r.note,
      case jsonb_typeof(r.written -> 0) when 'string' then r.written ->> 0
        else r.part_number end as listed,
      r.chosen_offer_id::float8 as chosen_offer_id, r.offer_id::float8 as offer_id,
      r.unit_price, r.line_total, r.currency, r.reason, r.nearest_quantity, r.suggestions,
      r.order_id, o.order_number, o.status as order_status
    from quick_order_rows r left join orders o on o.order_id = r.order_id
    where ${isShown(listId, filter)} and r.row_number > ${after}
    order by r.row_number limit ${limit}`;
  const rows = await all<StoredRow>(db, statement);
  return rows.map(toRow);
}

/** After which row a page of `limit` rows starts that ends with row `after`. */
export async function selectStartBefore(
  db: Queryable,
  listId: ListId,
  filter: RowFilter,
  after: number,
  limit: number,
): Promise<number> {
  const statement = sql`select min(row_number) - 1 as start from (
      select row_number from quick_order_rows r
      where ${isShown(listId, filter)} and row_number <= ${after}
      order by row_number desc limit ${limit}
    ) page`;
  const found = await first<{ start: number | null }>(db, statement);
  return found?.start ?? 0;
}

/** By offer, the first ten rows of a list that would order it and are in no order. */
export async function selectRowsOfOffers(
  db: Queryable,
  listId: ListId,
  offerIds: readonly OfferId[],
): Promise<Map<OfferId, readonly number[]>> {
  if (offerIds.length === 0) return new Map();
  const statement = sql`select offer_id::float8 as offer_id,
      (array_agg(row_number order by row_number))[1:10] as row_numbers
    from quick_order_rows
    where quick_order_id = ${listId} and offer_id = any(${offerIds}::bigint[])
      and state <> 'added'
    group by offer_id`;
  const rows = await all<{ readonly offerId: OfferId; readonly rowNumbers: number[] }>(
    db,
    statement,
  );
  return new Map(rows.map(({ offerId, rowNumbers }) => [offerId, rowNumbers]));
}

/** Stores the rows of a list as they were read, each with at most one reading, to be checked. */
export async function insertRows(
  tx: Transaction,
  listId: ListId,
  rows: readonly ReadRow[],
): Promise<void> {
  const records = JSON.stringify(rows.map(toListRow));
  const statement = sql`insert into quick_order_rows (quick_order_id, row_number, cells, state, reason, part_number,
      part_number_key, quantity_text, quantity, quantity_fault, condition,
      certificate, remark, needed_by, unread, suggestions)
    select ${listId}::uuid, r."rowNumber", r.cells, r.state, r.reason, r."partNumber",
      r."partNumberKey", r."quantityText", r.quantity, r."quantityFault",
      r.condition, r.certificate, r.remark, r."neededBy", nullif(r.unread, '{}'), '[]'
    from jsonb_to_recordset(${records}::jsonb) r("rowNumber" integer, cells jsonb,
      state text, reason text, remark text, "neededBy" date, unread jsonb, "partNumber" text,
      "partNumberKey" text, "quantityText" text, quantity integer, "quantityFault" text,
      condition text, certificate text)`;
  await change(tx, statement);
}

/** Stores the days of rows, and what was not read of them. */
export async function updateDays(
  tx: Transaction,
  listId: ListId,
  late: readonly LateInstructions[],
): Promise<void> {
  if (late.length === 0) return;
  const statement = sql`update quick_order_rows t set needed_by = r."neededBy", unread = nullif(r.unread, '{}')
    from jsonb_to_recordset(${JSON.stringify(late)}::jsonb)
      r("rowNumber" integer, "neededBy" date, unread jsonb)
    where t.quick_order_id = ${listId} and t.row_number = r."rowNumber"`;
  await change(tx, statement);
}

/** What a change makes of a row. `choice` is the offer that a person chose. */
export type RowEdit = AskedQuantity &
  Pick<ListRow, "unread"> & {
    readonly reading: RowReading;
    readonly choice: OfferId | null;
    readonly cells: readonly string[];
  };

/** Stores a changed row, which is then to be checked. */
export async function updateEditedRow(
  tx: Transaction,
  listId: ListId,
  rowNumber: number,
  { reading, choice, cells, unread, ...asked }: RowEdit,
): Promise<void> {
  const statement = sql`update quick_order_rows
    set written = coalesce(written, jsonb_build_array(part_number)), state = 'waiting',
      note = null, cells = ${JSON.stringify(cells)}, part_number = ${reading.partNumber},
      part_number_key = ${partNumberKey(reading.partNumber)},
      quantity_text = ${reading.quantityText}, quantity = ${reading.quantity},
      quantity_fault = ${reading.quantityFault}, condition = ${reading.condition},
      certificate = ${reading.certificate}, chosen_offer_id = ${choice},
      asked_quantity = nullif(${asked.askedQuantity}::integer, ${reading.quantity}::integer),
      requested_quantity = ${asked.requestedQuantity}, requested_unit = ${asked.requestedUnit},
      suggestions = '[]', unread = nullif(${JSON.stringify(unread)}::jsonb, '{}')
    where quick_order_id = ${listId} and row_number = ${rowNumber}`;
  await change(tx, statement);
}

/** Stores the results of checking rows. Does not wait for the statement. */
export function updateCheckedRows(
  tx: Transaction,
  listId: ListId,
  results: readonly RowResult[],
): void {
  const records = results.map(({ unitPrice, lineTotal, ...row }) => ({
    ...row,
    unitPrice: unitPrice && toStoredPrice(unitPrice),
    lineTotal: lineTotal?.minor.toString(),
    currency: unitPrice?.currency,
  }));
  const { text, values } = sql`update quick_order_rows t
    set state = r.state, offer_id = r."offerId", unit_price = r."unitPrice",
      line_total = r."lineTotal", currency = r.currency, reason = r.reason,
      nearest_quantity = r."nearestQuantity", suggestions = r.suggestions
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) r("rowNumber" integer, state text,
      "offerId" bigint, "unitPrice" numeric, "lineTotal" numeric, currency text, reason text,
      "nearestQuantity" integer, suggestions jsonb)
    where t.quick_order_id = ${listId} and t.row_number = r."rowNumber"`;
  tx.send({ name: "update_checked_rows", text, values });
}

/** Whether a row `r` was added together with the last rows of a list in an order. */
const isOfLastAddition = (listId: string, orderId: OrderId): Sql => sql`r.state = 'added'
  and r.added_version = (
    select max(added_version) from quick_order_rows
    where quick_order_id = ${listId} and order_id = ${orderId}
  )`;

/** The rows of an account's list that were last added to an order. */
export async function countAddedRows(
  db: Queryable,
  accountId: AccountId,
  listId: string,
  orderId: OrderId,
): Promise<number> {
  const statement = sql`select count(*)::integer as count
    from quick_orders l join quick_order_rows r using (quick_order_id)
    where l.account_id = ${accountId} and l.quick_order_id = ${listId}
      and r.order_id = ${orderId} and ${isOfLastAddition(listId, orderId)}`;
  return (await first<{ count: number }>(db, statement))?.count ?? 0;
}

/** The open drafts to which other rows of a list were added together with those of this one. */
export function selectOtherDrafts(
  db: Queryable,
  accountId: AccountId,
  listId: string,
  orderId: OrderId,
): Promise<NamedOrder[]> {
  const statement = sql`select distinct o.order_id, o.order_number
    from quick_orders l join quick_order_rows r using (quick_order_id)
    join orders o using (order_id)
    where l.account_id = ${accountId} and l.quick_order_id = ${listId}
      and o.order_id <> ${orderId} and o.status = 'draft'
      and ${isOfLastAddition(listId, orderId)}
    order by o.order_number`;
  return all<NamedOrder>(db, statement);
}

// The undo of the last change of a list: its rows as they were before. A list that was changed since
// stays as it is.

/**
 * Stores rows as they are, before a change, which ends with `incrementVersion`; forgets the change
 * before.
 */
export async function insertUndo(
  tx: Transaction,
  listId: ListId,
  rowNumbers: readonly number[],
): Promise<void> {
  await change(tx, sql`delete from quick_order_steps where quick_order_id = ${listId}`);
  const statement = sql`insert into quick_order_steps (quick_order_id, step, rows)
    select l.quick_order_id, l.version, jsonb_agg(jsonb_build_object('row', to_jsonb(r)))
    from quick_order_rows r join quick_orders l using (quick_order_id)
    where r.quick_order_id = ${listId} and r.row_number = any(${rowNumbers}::integer[])
    group by l.quick_order_id`;
  await change(tx, statement);
}

const lastChange = sql`quick_order_steps u join quick_orders l
    on l.quick_order_id = u.quick_order_id and l.version = u.step + 1`;

/** Whether the last change of a list can be undone. */
export async function hasUndo(db: Queryable, listId: ListId): Promise<boolean> {
  const found = await all(db, sql`select from ${lastChange} where u.quick_order_id = ${listId}`);
  return found.length > 0;
}

type UndoneRow = {
  readonly rowNumber: number;
  readonly row: unknown;
  readonly keyBefore: string | null;
  readonly keyNow: string | null;
  readonly wasCreated: boolean;
};

/**
 * Puts back the rows of the last change, unless the list was changed since; returns the keys of
 * their part numbers as they are, and as they were before that.
 */
export async function restoreRows(tx: Transaction, listId: ListId) {
  const statement = sql`select (s -> 'row' ->> 'row_number')::integer as row_number, s -> 'row' as row,
      s -> 'row' ->> 'part_number_key' as key_before, r.part_number_key as key_now,
      coalesce((s ->> 'created')::boolean, false) as was_created
    from ${lastChange}
    cross join jsonb_array_elements(u.rows) s
    left join quick_order_rows r on r.quick_order_id = u.quick_order_id
      and r.row_number = (s -> 'row' ->> 'row_number')::integer
    where u.quick_order_id = ${listId} order by 1`;
  const due = await all<UndoneRow>(tx, statement);
  const numbers = due.map(({ rowNumber }) => rowNumber);
  await deleteRows(tx, listId, numbers);
  const before = due.flatMap(({ wasCreated, row }) => (wasCreated ? [] : [row]));
  const restored = sql`insert into quick_order_rows select *
    from jsonb_populate_recordset(null::quick_order_rows, ${JSON.stringify(before)}::jsonb)`;
  await change(tx, restored);
  return due;
}

export async function deleteRows(
  tx: Transaction,
  listId: ListId,
  rowNumbers: readonly number[],
): Promise<void> {
  const statement = sql`delete from quick_order_rows
    where quick_order_id = ${listId} and row_number = any(${rowNumbers}::integer[])`;
  await change(tx, statement);
}
