import type { AccountId } from "../accounts/account.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import type { Currency } from "../money.ts";
import type { UserId } from "../signIn/signedIn.ts";
import {
  type ListId,
  type ListSummary,
  type OrderList,
  type RowState,
  rowStates,
} from "./orderList.ts";
import { isRequested, isToQuote } from "./pageQueries.ts";

const listFields = `l.quick_order_id as "listId", l.account_id as "accountId", l.name,
  json_build_object('userId', l.user_id, 'name', (
    select u.name from users u where u.user_id = l.user_id
  )) as "madeBy",
  json_build_object('headers', l.headers, 'numberColumn', l.number_column,
    'quantityColumn', l.quantity_column, 'conditionColumn', l.condition_column) as columns,
  l.is_unclear as "isUnclear", l.is_saved as "isSaved", l.notes, l.urgent, l.version,
  l.created_at as "createdAt"`;

/** Stores a list without columns or rows. */
export async function insertList(
  tx: Transaction,
  list: Pick<OrderList, "listId" | "accountId" | "name" | "createdAt"> & {
    readonly userId: UserId;
  },
): Promise<void> {
  await tx.query({
    name: "insert_quick_order",
    text: `insert into quick_orders (quick_order_id, account_id, user_id, name, headers,
        number_column, is_unclear, row_count, unclear_count, created_at, checked_at)
      values ($1, $2, $3, $4, '{}', 0, true, 0, 0, $5, $5)`,
    values: [list.listId, list.accountId, list.userId, list.name, list.createdAt],
  });
}

/** Stores what was read of a list besides its rows, which are then checked. */
export async function updateContents(
  tx: Transaction,
  listId: ListId,
  read: Pick<OrderList, "columns" | "notes" | "urgent"> & { readonly rows: number },
): Promise<void> {
  const { headers, numberColumn, quantityColumn, conditionColumn } = read.columns;
  await tx.query({
    name: "update_quick_order_contents",
    text: `update quick_orders set headers = $2, number_column = $3, quantity_column = $4,
        condition_column = $5, is_unclear = false, notes = $6, row_count = $7, urgent = $8
      where quick_order_id = $1`,
    values: [
      listId,
      headers,
      numberColumn,
      quantityColumn,
      conditionColumn,
      read.notes,
      read.rows,
      JSON.stringify(read.urgent),
    ],
  });
}

/** Stores the name of a list. Returns false if it would be one saved list too many. */
export async function updateName(
  tx: Transaction,
  accountId: AccountId,
  listId: ListId,
  { name, isSaved }: Pick<OrderList, "name" | "isSaved">,
  maxSaved: number,
): Promise<boolean> {
  const rows = await tx.query({
    name: "update_quick_order_name",
    text: `update quick_orders set name = $3, is_saved = $4
      where quick_order_id = $2 and account_id = $1
        and (is_saved or not $4 or $5 > (
          select count(*) from quick_orders where account_id = $1 and is_saved
        ))
      returning quick_order_id`,
    values: [accountId, listId, name, isSaved, maxSaved],
  });
  return rows.length > 0;
}

/**
 * Copies the rows of a list as they were read and corrected, to be checked again; returns their
 * number. The offer of a row that could be ordered is its choice.
 */
export async function copyRows(tx: Transaction, fromId: ListId, toId: ListId): Promise<number> {
  const [counts] = await tx.query<{ rows: number }>({
    name: "copy_quick_order_rows",
    text: `with copied as (
        insert into quick_order_rows (quick_order_id, row_number, cells, state, reason,
          part_number, part_number_key, quantity_text, quantity, quantity_fault, condition,
          certificate, remark, unread, requested_quantity, requested_unit, note, written,
          chosen_offer_id, suggestions)
        select $2, row_number, cells, case state when 'unreadable' then state else 'waiting' end,
          case state when 'unreadable' then reason end, part_number, part_number_key,
          quantity_text, quantity, quantity_fault, condition, certificate, remark,
          nullif(unread - 'day', '{}'), requested_quantity, requested_unit, note, written,
          case when state in ('ready', 'added') then offer_id else chosen_offer_id end, '[]'
        from quick_order_rows where quick_order_id = $1
        returning row_number
      )
      select count(*)::integer as rows from copied`,
    values: [fromId, toId],
  });
  return counts?.rows ?? 0;
}

/** A list of the account; undefined for another account's list. */
export async function selectList(
  db: Queryable,
  accountId: AccountId,
  listId: string,
): Promise<OrderList | undefined> {
  const [list] = await db.query<OrderList>({
    name: "select_quick_order",
    text: `select ${listFields} from quick_orders l
      where l.quick_order_id = $2 and l.account_id = $1`,
    values: [accountId, listId],
  });
  return list;
}

/** Like `selectList`, and locks the list and its rows until the transaction ends. */
export async function lockList(
  tx: Transaction,
  accountId: AccountId,
  listId: string,
): Promise<OrderList | undefined> {
  const [list] = await tx.query<OrderList>({
    name: "lock_quick_order",
    text: `select ${listFields} from quick_orders l
      where l.quick_order_id = $2 and l.account_id = $1 for update`,
    values: [accountId, listId],
  });
  return list;
}

/** Locks a list like `lockList` and records that it is checked at `now`. */
export async function lockListToCheck(
  tx: Transaction,
  listId: ListId,
  now: Date,
): Promise<OrderList | undefined> {
  const [list] = await tx.query<OrderList>({
    name: "lock_quick_order_to_check",
    text: `update quick_orders l set checked_at = greatest(l.checked_at, $2)
      where l.quick_order_id = $1 returning ${listFields}`,
    values: [listId, now],
  });
  return list;
}

export async function incrementVersion(tx: Transaction, listId: ListId): Promise<void> {
  await tx.query({
    name: "increment_quick_order_version",
    text: "update quick_orders set version = version + 1 where quick_order_id = $1",
    values: [listId],
  });
}

export type ListedList = OrderList & { readonly rows: number; readonly unchecked: number };

const listedFields = `${listFields}, l.row_count as rows, (
    select count(*)::integer from quick_order_rows r
    where r.quick_order_id = l.quick_order_id and r.state = 'waiting'
  ) as unchecked`;

/** The lists that an account did not save, newest first; `before` is the last page's last one. */
export function selectLists(
  db: Queryable,
  accountId: AccountId,
  before: ListId | null,
  limit: number,
): Promise<ListedList[]> {
  return db.query<ListedList>({
    name: "select_quick_orders",
    text: `select ${listedFields} from quick_orders l
      where l.account_id = $1 and not l.is_saved and ($2::uuid is null or l.quick_order_id < $2)
      order by l.quick_order_id desc limit $3`,
    values: [accountId, before, limit],
  });
}

/** The saved lists of an account, by name. */
export function selectSavedLists(db: Queryable, accountId: AccountId): Promise<ListedList[]> {
  return db.query<ListedList>({
    name: "select_saved_quick_orders",
    text: `select ${listedFields} from quick_orders l
      where l.account_id = $1 and l.is_saved order by lower(l.name), l.quick_order_id`,
    values: [accountId],
  });
}

type SummaryRow = {
  readonly state: RowState;
  readonly currency: Currency | null;
  readonly rows: number;
  readonly total: string | null;
  readonly requested: number;
  readonly toQuote: number;
};

function countStates(): Record<RowState, number> {
  return Object.fromEntries(rowStates.map((state) => [state, 0])) as Record<RowState, number>;
}

export async function summarizeList(db: Queryable, listId: ListId): Promise<ListSummary> {
  const found = await db.query<SummaryRow>({
    name: "summarize_quick_order",
    text: `select r.state, case when r.state = 'ready' then r.currency end as currency,
        count(*)::integer as rows, sum(r.line_total) filter (where r.state = 'ready') as total,
        (count(*) filter (where ${isRequested}))::integer as requested,
        (count(*) filter (where ${isToQuote}))::integer as "toQuote"
      from quick_order_rows r where r.quick_order_id = $1 group by 1, 2 order by 2`,
    values: [listId],
  });
  const [states, requested] = [countStates(), countStates()];
  for (const row of found) {
    states[row.state] += row.rows;
    requested[row.state] += row.requested;
  }
  const sum = (field: "rows" | "toQuote") => found.reduce((all, row) => all + row[field], 0);
  const rows = sum("rows");
  const totals = found.flatMap(({ currency, total }) =>
    currency === null || total === null ? [] : [{ minor: BigInt(total), currency }],
  );
  const checked = rows - states.waiting;
  return { rows, checked, states, requested, toQuote: sum("toQuote"), totals };
}

/** Lists with unchecked rows whose last check was before `before`. */
export async function selectStalledLists(db: Queryable, before: Date): Promise<ListId[]> {
  const rows = await db.query<{ listId: ListId }>({
    name: "select_stalled_quick_orders",
    text: `select l.quick_order_id as "listId" from quick_orders l
      where l.checked_at < $1
        and exists (
          select from quick_order_rows r
          where r.quick_order_id = l.quick_order_id and r.state = 'waiting'
        )
      order by l.checked_at`,
    values: [before],
  });
  return rows.map(({ listId }) => listId);
}

/**
 * Deletes the oldest list that is not saved and was created before `madeBefore` with its rows, of
 * which there may be many; returns the number of deleted lists.
 */
export async function deleteLists(db: Queryable, madeBefore: Date): Promise<number> {
  const rows = await db.query({
    name: "delete_quick_orders",
    text: `delete from quick_orders where quick_order_id in (
        select quick_order_id from quick_orders
        where created_at < $1 and not is_saved order by created_at limit 1
      ) returning quick_order_id`,
    values: [madeBefore],
  });
  return rows.length;
}
