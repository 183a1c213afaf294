// The SQL that changes orders. Invariant: whoever changes an order has locked it, and what it
// becomes has the next version.
import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";
import { sendTogether } from "../db/sendTogether.ts";
import type { StoredOrder } from "./order.ts";
import { selectOrder } from "./queries.ts";

/**
 * One order, locked until the transaction ends; only the account's own where an account is given.
 */
export async function lockOrder(
  tx: Queryable,
  accountId: AccountId | null,
  orderId: string,
): Promise<StoredOrder | undefined> {
  const [, order] = await sendTogether([
    tx.query({
      name: "lock_order",
      text: `select from orders
        where order_id = $2 and ($1::uuid is null or account_id = $1) for no key update`,
      values: [accountId, orderId],
    }),
    selectOrder(tx, accountId, orderId),
  ]);
  return order;
}

/** Stores what a locked order has become, but for its lines; sent and not waited for. */
export function updateOrder(tx: Queryable, order: StoredOrder): void {
  void tx.query({
    name: "update_order",
    text: `update orders
      set status = $2, po_number = $3, notes = $4, currency = $5, subtotal = $6, version = $7
      where order_id = $1`,
    values: [
      ...[order.orderId, order.status, order.poNumber, order.notes],
      ...[order.subtotal.currency, order.subtotal.minor, order.version],
    ],
  });
}

/** Replaces the lines of a locked draft by those of `order`; sent and not waited for. */
export function replaceLines(tx: Queryable, { orderId, lines }: StoredOrder): void {
  void tx.query({
    name: "delete_lines",
    text: "delete from order_lines where order_id = $1",
    values: [orderId],
  });
  void tx.query({
    name: "insert_lines",
    text: `insert into order_lines (order_id, offer_id, part_number, title, vendor, condition,
        unit_of_measure, quantity, list_price, list_currency, unit_price, line_total, rule_id,
        priced_at, line_number)
      select $1, (select o.offer_id from offers o where o.offer_id = wanted.offer_id), line.*
      from unnest($2::bigint[]) with ordinality as wanted(offer_id, place)
      join rows from (
        unnest($3::text[]), unnest($4::text[]), unnest($5::text[]),
        unnest($6::text[]), unnest($7::text[]), unnest($8::integer[]), unnest($9::bigint[]),
        unnest($10::text[]), unnest($11::bigint[]), unnest($12::numeric[]), unnest($13::bigint[]),
        unnest($14::timestamptz[])
      ) with ordinality as line on line.ordinality = wanted.place`,
    values: [
      orderId,
      lines.map((line) => line.offerId),
      lines.map((line) => line.partNumber),
      lines.map((line) => line.title),
      lines.map((line) => line.vendor),
      lines.map((line) => line.condition),
      lines.map((line) => line.unitOfMeasure),
      lines.map((line) => line.quantity),
      lines.map((line) => line.listPrice.minor),
      lines.map((line) => line.listPrice.currency),
      lines.map((line) => line.unitPrice.minor),
      lines.map((line) => line.lineTotal.minor),
      lines.map((line) => line.ruleId),
      lines.map((line) => line.pricedAt),
    ],
  });
}
