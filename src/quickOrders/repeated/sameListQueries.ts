// SQL that recognizes lists that an account uploads again (decision 249).
import type { AccountId } from "../../accounts/account.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import type { OrderId, OrderStatus } from "../../orders/order.ts";
import type { ListId } from "../orderList.ts";
import { areSame, matchChoices } from "./choiceQueries.ts";

/** A list with the same rows or the same upload, and the orders that have rows of it. */
export type SameList = {
  readonly listId: ListId;
  readonly name: string;
  readonly createdAt: Date;
  readonly createdBy: string;
  /** For how many rows choices were made there that could be used; 0 while rows are checked. */
  readonly choices: number;
  readonly orders: readonly {
    readonly orderId: OrderId;
    readonly orderNumber: string;
    readonly status: OrderStatus;
  }[];
};

/** Stores the digest of the rows of a list, as they were first checked. */
export async function updateRowsDigest(tx: Transaction, listId: ListId): Promise<void> {
  await tx.query({
    name: "update_quick_order_rows_digest",
    text: `update quick_orders l
      set rows_digest = (
        select sha256(convert_to(string_agg(read, E'\\n' order by read), 'UTF8'))
        from (
          select jsonb_build_array(coalesce(part_number_key, cells::text),
            coalesce(quantity::text, quantity_text))::text collate "C" as read
          from quick_order_rows r where r.quick_order_id = l.quick_order_id
        ) rows
      )
      where l.quick_order_id = $1 and l.rows_digest is null`,
    values: [listId],
  });
}

const maxSameLists = 3;

/**
 * The account's other lists with the same rows or upload whose rows are in a draft or order that
 * changed after `since`, newest first. None for a list that orders another one again.
 */
export function selectSameLists(
  db: Queryable,
  accountId: AccountId,
  listId: ListId,
  since: Date,
): Promise<SameList[]> {
  return db.query<SameList>({
    name: "select_same_quick_orders",
    text: `select l.quick_order_id as "listId", l.name, l.created_at as "createdAt",
        u.name as "createdBy", found.orders,
        case when exists (
          select from quick_order_rows
          where quick_order_id = own.quick_order_id and state = 'waiting'
        ) then 0 else (
          select count(*) from ${matchChoices("own.quick_order_id", "l.quick_order_id")} choices
          where not choices."isSplit" and not choices."isUnclear"
        )::integer end as choices
      from quick_orders own
      join quick_orders l on ${areSame("l", "own")}
      join users u on u.user_id = l.user_id
      cross join lateral (
        select json_agg(json_build_object('orderId', o.order_id, 'orderNumber', o.order_number,
          'status', o.status) order by o.created_at, o.order_id) as orders
        from orders o
        where o.account_id = l.account_id and o.status in ('draft', 'confirmed', 'fulfilled')
          and o.changed_at >= $3
          and o.order_id in (
            select r.order_id from quick_order_rows r
            where r.quick_order_id = l.quick_order_id and r.state = 'added'
          )
      ) found
      where own.account_id = $1 and own.quick_order_id = $2 and own.content_digest is not null
        and found.orders is not null
      order by l.quick_order_id desc limit ${maxSameLists}`,
    values: [accountId, listId, since],
  });
}
