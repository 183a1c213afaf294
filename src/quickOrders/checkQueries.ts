// The SQL of checking the rows of lists. Invariant: rows change only while their list is locked.
import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import type { Currency } from "../money.ts";
import { toStoredPrice } from "../price.ts";
import type { RowCheck } from "./checkRows.ts";
import type { ListId, OrderList, RowState } from "./orderList.ts";
import type { NamedRow } from "./supply/matchOffer.ts";

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
        where quick_order_id = $1 and state = 'waiting' and part_number_key is not null
        order by row_number limit $2
      ) unchecked`,
    values: [listId, rows],
  });
  return found.map(({ key }) => key);
}

/** Rows that a version before stored with several readings: a person says what they mean. */
export async function updateUnread(tx: Transaction, listId: ListId): Promise<void> {
  await tx.query({
    name: "update_unread_rows",
    text: `update quick_order_rows
      set state = 'unreadable', readings = null, reason = 'It can be read in several ways.'
      where quick_order_id = $1 and state = 'waiting' and part_number_key is null`,
    values: [listId],
  });
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
  /** What the list calls the part, and whether the account accepted that for its number. */
  readonly nameCell: string | null;
  readonly isNameAccepted: boolean;
  readonly state: RowState;
  readonly offerId: OfferId | null;
  readonly unitPrice: string | null;
  readonly currency: Currency | null;
};

/** What a row calls its part, by the place of its column. */
function nameOf(row: string, column: string): string {
  return `substr(btrim(${row}.cells ->> ${column}), 1, 200)`;
}

/** All rows of these part numbers that are not in an order yet, by row number. */
export function selectRowsOfParts(
  tx: Transaction,
  { listId, accountId }: Pick<OrderList, "listId" | "accountId">,
  keys: readonly string[],
  { alternates, name }: { readonly alternates: number | null; readonly name: number | null },
): Promise<CurrentRow[]> {
  return tx.query<CurrentRow>({
    name: "select_rows_of_parts",
    text: `select row_number as "rowNumber", part_number as "partNumber",
        part_number_key as "partNumberKey", quantity_text as "quantityText", quantity,
        quantity_fault as "quantityFault", condition, certificate,
        chosen_offer_id::float8 as "chosenOfferId",
        cells ->> $3::integer as "alternatesCell", "nameCell",
        exists (
          select from accepted_part_names a where a.account_id = $5
            and a.part_number_key = r.part_number_key and a.name = "nameCell"
        ) as "isNameAccepted",
        state, offer_id::float8 as "offerId", unit_price as "unitPrice", currency
      from quick_order_rows r, ${nameOf("r", "$4::integer")} as "nameCell"
      where quick_order_id = $1 and part_number_key = any($2::text[]) and state <> 'added'
      order by row_number`,
    values: [listId, keys, alternates, name, accountId],
  });
}

/** Accepts for an account that its lists call the part of a row as the row does. */
export async function acceptPartName(
  tx: Transaction,
  { listId, accountId }: Pick<OrderList, "listId" | "accountId">,
  { rowNumber, column }: { readonly rowNumber: number; readonly column: number | null },
  now: Date,
): Promise<void> {
  await tx.query({
    name: "accept_part_name",
    text: `insert into accepted_part_names (account_id, part_number_key, name, accepted_at)
      select $3, part_number_key, name, $5
      from quick_order_rows r, ${nameOf("r", "$4::integer")} as name
      where quick_order_id = $1 and row_number = $2 and part_number_key is not null and name <> ''
      on conflict do nothing`,
    values: [listId, rowNumber, accountId, column, now],
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
