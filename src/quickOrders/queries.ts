// The SQL of lists, of their uploads, and of the columns that people chose for them.
import type { AccountId } from "../accounts/account.ts";
import { selectTradeCodes } from "../catalog/codeQueries.ts";
import { collectCertificates, type TradeCodes, toConditionCodes } from "../catalog/tradeCodes.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import type { RememberedMappings } from "../imports/rows/sheets.ts";
import type { Currency } from "../kit/money.ts";
import { all, and, change, first, sql } from "../kit/sql.ts";
import type { ListCodes } from "../reading/condition.ts";
import { wordsOf } from "../reading/lexicon.ts";
import type { UserId } from "../signIn/signedIn.ts";
import {
  type ListId,
  type ListSummary,
  type OrderList,
  type RowState,
  rowStates,
} from "./orderList.ts";
import type { HeadRecord, ListUpload } from "./readUpload.ts";
import { isRequested, isToQuote } from "./rowQueries.ts";

const listFields = sql`l.quick_order_id as list_id, l.account_id, l.name,
  json_build_object('userId', l.user_id, 'name', (
    select u.name from users u where u.user_id = l.user_id
  )) as made_by,
  json_build_object('headers', l.headers, 'numberColumn', l.number_column,
    'quantityColumn', l.quantity_column, 'conditionColumn', l.condition_column) as columns,
  l.is_unclear, l.is_saved, l.notes, l.urgent, l.version, l.created_at`;

/** Stores a list without columns or rows. */
export async function insertList(
  tx: Transaction,
  list: Pick<OrderList, "listId" | "accountId" | "name" | "createdAt"> & {
    readonly userId: UserId;
  },
): Promise<void> {
  const { listId, accountId, userId, name, createdAt } = list;
  const statement = sql`insert into quick_orders (quick_order_id, account_id, user_id, name, headers,
      number_column, is_unclear, row_count, unclear_count, created_at, checked_at)
    values (${listId}, ${accountId}, ${userId}, ${name}, '{}', 0, true, 0, 0,
      ${createdAt}, ${createdAt})`;
  await change(tx, statement);
}

/** Stores what was read of a list besides its rows, which are then checked. */
export async function updateContents(
  tx: Transaction,
  listId: ListId,
  read: Pick<OrderList, "columns" | "notes" | "urgent"> & { readonly rows: number },
): Promise<void> {
  const { headers, numberColumn, quantityColumn, conditionColumn } = read.columns;
  const statement = sql`update quick_orders set headers = ${headers}, number_column = ${numberColumn},
      quantity_column = ${quantityColumn}, condition_column = ${conditionColumn},
      is_unclear = false, notes = ${read.notes}, row_count = ${read.rows},
      urgent = ${JSON.stringify(read.urgent)}
    where quick_order_id = ${listId}`;
  await change(tx, statement);
}

/**
 * Copies the rows of a list as they were read and corrected, to be checked again; returns their
 * number. The offer of a row that could be ordered is its choice.
 */
export function copyRows(tx: Transaction, fromId: ListId, toId: ListId): Promise<number> {
  const statement = sql`insert into quick_order_rows (quick_order_id, row_number, cells, state, reason,
      part_number, part_number_key, quantity_text, quantity, quantity_fault, condition,
      certificate, remark, unread, requested_quantity, requested_unit, note, written,
      chosen_offer_id, suggestions)
    select ${toId}::uuid, row_number, cells,
      case state when 'unreadable' then state else 'waiting' end,
      case state when 'unreadable' then reason end, part_number, part_number_key,
      quantity_text, quantity, quantity_fault, condition, certificate, remark,
      nullif(unread - 'day', '{}'), requested_quantity, requested_unit, note, written,
      case when state in ('ready', 'added') then offer_id else chosen_offer_id end, '[]'
    from quick_order_rows where quick_order_id = ${fromId}`;
  return change(tx, statement);
}

const selectOwn = (accountId: AccountId, listId: string) => sql`select ${listFields}
  from quick_orders l where l.quick_order_id = ${listId} and l.account_id = ${accountId}`;

/** A list of the account; undefined for another account's list. */
export function selectList(
  db: Queryable,
  accountId: AccountId,
  listId: string,
): Promise<OrderList | undefined> {
  return first(db, selectOwn(accountId, listId));
}

/** Like `selectList`, and locks the list and its rows until the transaction ends. */
export function lockList(
  tx: Transaction,
  accountId: AccountId,
  listId: string,
): Promise<OrderList | undefined> {
  return first(tx, sql`${selectOwn(accountId, listId)} for update`);
}

/** Locks a list like `lockList` and records that it is checked at `now`. */
export function lockListToCheck(
  tx: Transaction,
  listId: ListId,
  now: Date,
): Promise<OrderList | undefined> {
  const statement = sql`update quick_orders l set checked_at = greatest(l.checked_at, ${now})
    where l.quick_order_id = ${listId} returning ${listFields}`;
  return first(tx, statement);
}

export async function incrementVersion(tx: Transaction, listId: ListId): Promise<void> {
  const statement = sql`update quick_orders set version = version + 1 where quick_order_id = ${listId}`;
  await change(tx, statement);
}

export type ListedList = OrderList & { readonly rows: number; readonly unchecked: number };

/** Lists of an account: the saved ones by name, or the others, newest first, before one of them. */
export function selectLists(
  db: Queryable,
  accountId: AccountId,
  of: { readonly isSaved: boolean; readonly before?: ListId | null; readonly limit?: number },
): Promise<ListedList[]> {
  const { isSaved, before = null, limit = null } = of;
  const where = and([
    sql`l.account_id = ${accountId} and l.is_saved = ${isSaved}`,
    before !== null && sql`l.quick_order_id < ${before}`,
  ]);
  return all<ListedList>(
    db,
    sql`select ${listFields}, l.row_count as rows, (
        select count(*)::integer from quick_order_rows r
        where r.quick_order_id = l.quick_order_id and r.state = 'waiting'
      ) as unchecked
      from quick_orders l where ${where}
      order by ${isSaved ? sql`lower(l.name), l.quick_order_id` : sql`l.quick_order_id desc`}
      limit ${limit}`,
  );
}

type SummaryRow = Pick<ListSummary, "rows" | "toQuote"> & {
  readonly state: RowState;
  readonly currency: Currency | null;
  readonly total: string | null;
  readonly requested: number;
};

export async function summarizeList(db: Queryable, listId: ListId): Promise<ListSummary> {
  const statement = sql`select r.state, case when r.state = 'ready' then r.currency end as currency,
      count(*)::integer as rows, sum(r.line_total) filter (where r.state = 'ready') as total,
      (count(*) filter (where ${isRequested(listId)}))::integer as requested,
      (count(*) filter (where ${isToQuote(listId)}))::integer as to_quote
    from quick_order_rows r where r.quick_order_id = ${listId} group by 1, 2 order by 2`;
  const found = await all<SummaryRow>(db, statement);
  const none = () =>
    Object.fromEntries(rowStates.map((state) => [state, 0])) as Record<RowState, number>;
  const [states, requested] = [none(), none()];
  for (const row of found) {
    states[row.state] += row.rows;
    requested[row.state] += row.requested;
  }
  const sum = (field: "rows" | "toQuote") => found.reduce((all, row) => all + row[field], 0);
  const totals = found.flatMap(({ currency, total }) =>
    currency === null || total === null ? [] : [{ minor: BigInt(total), currency }],
  );
  return { rows: sum("rows"), states, requested, toQuote: sum("toQuote"), totals };
}

/** Lists with unchecked rows whose last check was before `before`. */
export async function selectStalledLists(db: Queryable, before: Date): Promise<ListId[]> {
  const statement = sql`select l.quick_order_id as list_id from quick_orders l
    where l.checked_at < ${before}
      and exists (
        select from quick_order_rows r
        where r.quick_order_id = l.quick_order_id and r.state = 'waiting'
      )
    order by l.checked_at`;
  const rows = await all<{ listId: ListId }>(db, statement);
  return rows.map(({ listId }) => listId);
}

/**
 * Deletes the oldest list that is not saved and was created before `madeBefore` with its rows, of
 * which there may be many; returns the number of deleted lists.
 */
export function deleteLists(db: Queryable, madeBefore: Date): Promise<number> {
  const statement = sql`delete from quick_orders where quick_order_id in (
      select quick_order_id from quick_orders
      where created_at < ${madeBefore} and not is_saved order by created_at limit 1
    )`;
  return change(db, statement);
}

/** `doubt` is why a person has to choose the columns; null if they were found. */
export type UploadFacts = {
  readonly head: readonly HeadRecord[];
  readonly doubt: string | null;
  /** As `describeMapping` writes it; empty if nobody chose. */
  readonly mapping: string;
  /** The version of the list with the rows as they were read; null until they were. */
  readonly readVersion: number | null;
};

export async function insertUpload(
  tx: Transaction,
  listId: ListId,
  upload: ListUpload,
  { head, doubt, mapping, readVersion }: UploadFacts,
): Promise<void> {
  const isText = upload.kind === "text";
  const bytes = isText ? Buffer.from(upload.text) : upload.bytes;
  const statement = sql`insert into quick_order_uploads (quick_order_id, is_text, bytes, head, doubt, mapping,
      read_version)
    values (${listId}, ${isText}, ${bytes}, ${JSON.stringify(head)}, ${doubt}, ${mapping},
      ${readVersion})`;
  await change(tx, statement);
}

/** The first records of a list's upload; undefined for a list of an earlier version. */
export function selectUploadFacts(db: Queryable, listId: ListId): Promise<UploadFacts | undefined> {
  const statement = sql`select head, doubt, mapping, read_version from quick_order_uploads
    where quick_order_id = ${listId}`;
  return first(db, statement);
}

export async function selectUpload(db: Queryable, listId: ListId): Promise<ListUpload | undefined> {
  const statement = sql`select is_text, bytes from quick_order_uploads where quick_order_id = ${listId}`;
  const row = await first<{ isText: boolean; bytes: Buffer }>(db, statement);
  if (row === undefined) return undefined;
  const { isText, bytes } = row;
  return isText ? { kind: "text", text: bytes.toString() } : { kind: "file", bytes };
}

/**
 * Deletes the upload of one list that was created before `madeBefore`; returns how many there were.
 * Its rows stay, but its columns can no longer be chosen.
 */
export function deleteUploads(db: Queryable, madeBefore: Date): Promise<number> {
  const statement = sql`delete from quick_order_uploads where quick_order_id in (
      select quick_order_id from quick_orders join quick_order_uploads using (quick_order_id)
      where created_at < ${madeBefore} limit 1
    )`;
  return change(db, statement);
}

export async function selectListMappings(
  db: Queryable,
  accountId: AccountId,
): Promise<RememberedMappings> {
  const statement = sql`select shape, mapping from quick_order_mappings where account_id = ${accountId}`;
  const rows = await all<{ shape: string; mapping: string }>(db, statement);
  return new Map(rows.map(({ shape, mapping }) => [shape, mapping]));
}

/** Shapes of lists whose columns are remembered for an account, those used last. */
const maxShapes = 20;

/** Remembers the columns of lists with these headers for an account. */
export async function upsertListMapping(
  db: Queryable,
  accountId: AccountId,
  { shape, mapping }: { readonly shape: string; readonly mapping: string },
  now: Date,
): Promise<void> {
  const isOther = sql`account_id = ${accountId} and shape <> ${shape}`;
  const statement = sql`with latest as (
      select shape from quick_order_mappings where ${isOther}
      order by changed_at desc limit ${maxShapes - 1}
    ), expired as (
      delete from quick_order_mappings where ${isOther}
        and shape not in (select shape from latest)
    )
    insert into quick_order_mappings (account_id, shape, mapping, changed_at)
    values (${accountId}, ${shape}, ${mapping}, ${now})
    on conflict (account_id, shape)
    do update set mapping = excluded.mapping, changed_at = excluded.changed_at`;
  await all(db, statement);
}

/**
 * What the conditions of a list can name: the operator's words, and those of the trade for its
 * codes. A single letter is none: N may mean no.
 */
export function toListCodes({
  conditions,
  certificates,
}: Pick<TradeCodes, "conditions" | "certificates">): ListCodes {
  const { known, synonyms } = toConditionCodes(conditions);
  const ofTrade = [...wordsOf("condition")].filter(
    ([word, code]) => known.has(code) && !known.has(word) && word.length > 1,
  );
  return {
    known,
    synonyms: new Map([...ofTrade, ...synonyms]),
    certificates: collectCertificates(certificates),
  };
}

export async function loadListCodes(db: Queryable): Promise<ListCodes> {
  return toListCodes(await selectTradeCodes(db));
}
