import { findAccounts } from "../accounts/foundAccountQueries.ts";
import type { Queryable } from "../db/database.ts";
import {
  type OperatorOrder,
  type OperatorOrderRow,
  selectOrdersById,
  startsWith,
  toOperatorOrder,
} from "./operatorQueries.ts";
import { type OrderId, toOrderIdRange, toOrderNumber } from "./order.ts";
import { summaryColumns } from "./summaryQueries.ts";

// The orders that a text in the search of the console names.

/** Few, so that the planner reads them in the order of their index. */
const maxFound = 100;

/** Orders with this number come first, then the newest. Every arm reads an index. */
const findOrdersText = `select ${summaryColumns}, o.account_id as "accountId",
    a.name as "accountName"
  from (
    (select o.order_id from orders o where o.order_number = $1)
    union
    (select o.order_id from orders o
      where o.order_id between $2::uuid and $3::uuid order by o.order_id desc limit $5)
    union
    (select order_id from (
        select o.order_id from orders o where ${startsWith.replaceAll("?", "$4")}
        order by lower(o.po_number) collate "C" limit ${maxFound}
      ) few order by order_id desc limit $5)
  ) found join orders o using (order_id) join accounts a using (account_id)
  order by o.order_number is distinct from $1, o.order_id desc limit $5`;

/** A fragment is sought in this many of the newest orders: it has no index. */
const maxSearched = 10_000;
/** Fewer characters are within too many numbers to mean one. */
const minFragment = 3;

/** `$1` is the fragment, `$2` the limit. */
const fragmentText = `select order_id as "orderId"
  from (select order_id, po_number from orders order by order_id desc limit ${maxSearched}) o
  where position(lower($1) in lower(po_number)) > 0 order by order_id desc limit $2`;

async function selectByFragment(
  db: Queryable,
  fragment: string,
  limit: number,
): Promise<OrderId[]> {
  if (Array.from(fragment).length < minFragment) return [];
  const rows = await db.query<{ orderId: OrderId }>({
    name: "select_orders_by_fragment",
    text: fragmentText,
    values: [fragment, limit],
  });
  return rows.map(({ orderId }) => orderId);
}

/** If more orders match a purchase order number, they are read by id, newest first. */
const fewOrders = 1_000;

/**
 * The orders whose purchase order number starts with a text, ignoring case, or else contains it;
 * null if there are more than a few. The planner does not know their number: a few are found first
 * and read one by one.
 */
export async function selectOrdersByPo(db: Queryable, poNumber: string): Promise<OrderId[] | null> {
  const rows = await db.query<{ orderId: OrderId }>({
    name: "select_few_by_po",
    text: `select o.order_id as "orderId" from orders o
      where ${startsWith.replaceAll("?", "$1")} order by lower(o.po_number) collate "C" limit $2`,
    values: [poNumber, fewOrders + 1],
  });
  if (rows.length === 0) return selectByFragment(db, poNumber, fewOrders);
  return rows.length > fewOrders ? null : rows.map(({ orderId }) => orderId);
}

/** Of so many accounts, a purchase order number is sought. */
const maxAccounts = 20;
/** More words name no order and its account. */
const maxWords = 5;

/**
 * The newest orders of which one word finds the purchase order number, as `selectOrdersByPo`, and
 * the others the account.
 */
async function selectByPoAndAccount(
  db: Queryable,
  typed: string,
  limit: number,
): Promise<OrderId[]> {
  const words = typed.trim().split(/\s+/);
  if (words.length < 2 || words.length > maxWords) return [];
  for (const [place, word] of words.entries()) {
    const accounts = await findAccounts(db, words.toSpliced(place, 1).join(" "), maxAccounts);
    const isSought = accounts.length > 0 && Array.from(word).length >= minFragment;
    const ids = isSought ? await selectOrdersByPo(db, word) : [];
    if (ids === null || ids.length === 0) continue;
    const rows = await db.query<{ orderId: OrderId }>({
      name: "select_orders_of_accounts",
      text: `select order_id as "orderId" from orders
        where order_id = any ($1::uuid[]) and account_id = any ($2::uuid[])
        order by order_id desc limit $3`,
      values: [ids, accounts.map(({ accountId }) => accountId), limit],
    });
    if (rows.length > 0) return rows.map(({ orderId }) => orderId);
  }
  return [];
}

/**
 * The orders that a text names: by order number, by the beginning of the id with 8 digits or more,
 * or by the beginning of the purchase order number, also with "PO" before it as pages show it; if
 * it names none, the newest orders whose purchase order number contains it, or of which one word is
 * in that number and the others name the account.
 */
export async function findOrders(
  db: Queryable,
  typed: string,
  limit: number,
): Promise<OperatorOrder[]> {
  const ids = toOrderIdRange(typed);
  const values = [toOrderNumber(typed) ?? null, ids?.from ?? null, ids?.to ?? null];
  const bare = typed.replace(/^po\b[\s#:]*/i, "");
  const find = (poNumber: string) =>
    db.query<OperatorOrderRow>({
      name: "find_orders",
      text: findOrdersText,
      values: [...values, poNumber, limit],
    });
  const asTyped = await find(typed);
  const isBare = asTyped.length > 0 || bare.length < 2 || bare === typed;
  const found = isBare ? asTyped : await find(bare);
  if (found.length > 0) return found.map(toOperatorOrder);
  const byFragment = await selectByFragment(db, bare, limit);
  if (byFragment.length > 0) return selectOrdersById(db, byFragment);
  return selectOrdersById(db, await selectByPoAndAccount(db, bare, limit));
}
