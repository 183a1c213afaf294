// SQL that recognizes lists that an account uploads again (decision 249).
import type { AccountId } from "../../accounts/account.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import type { OrderId, OrderStatus } from "../../orders/order.ts";
import type { ListId } from "../orderList.ts";
import { areSame, haveSameParts, matchChoices } from "./choiceQueries.ts";

/** A list with the same parts, and the orders and quote requests that have rows of it. */
export type SameList = {
  readonly listId: ListId;
  readonly name: string;
  readonly createdAt: Date;
  readonly createdBy: string;
  /** Whether it has the same rows or upload; else its quantities differ. */
  readonly isSame: boolean;
  /** For how many rows choices were made there that could be used; 0 while rows are checked. */
  readonly choices: number;
  readonly orders: readonly {
    readonly orderId: OrderId;
    readonly orderNumber: string;
    readonly status: OrderStatus;
  }[];
  readonly requests: readonly {
    readonly requestId: string;
    readonly requestNumber: string;
    readonly state: "open" | "answered";
  }[];
};

/** Stores the digests of the rows of a list, as they were first checked, and of their parts. */
export async function updateRowsDigest(tx: Transaction, listId: ListId): Promise<void> {
  const digestOf = (read: string) =>
    `sha256(convert_to(string_agg(${read}, E'\\n' order by ${read}), 'UTF8'))`;
  await tx.query({
    name: "update_quick_order_rows_digest",
    text: `update quick_orders l
      set rows_digest = (
        select ${digestOf("read")} || ${digestOf("part")}
        from (
          select part, jsonb_build_array(part,
            coalesce(quantity::text, quantity_text))::text collate "C" as read
          from quick_order_rows r
            cross join lateral (
              select coalesce(part_number_key, cells::text) collate "C" as part
            ) of
          where r.quick_order_id = l.quick_order_id
        ) rows
      )
      where l.quick_order_id = $1 and l.rows_digest is null`,
    values: [listId],
  });
}

const maxSameLists = 3;

/**
 * The account's other lists with the same parts whose rows are in a draft, order or quote request
 * that changed after `since`: those with the same rows or upload first, then the newest. None for a
 * list that orders another one again.
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
        u.name as "createdBy", coalesce(${areSame("l", "own")}, false) as "isSame",
        coalesce(found.orders, '[]') as orders, coalesce(sent.requests, '[]') as requests,
        case when exists (
          select from quick_order_rows
          where quick_order_id = own.quick_order_id and state = 'waiting'
        ) then 0 else (
          select count(*) from ${matchChoices("own.quick_order_id", "l.quick_order_id")} choices
          where not (choices."isSplit" or choices."isUnclear" or choices."isEdited")
        )::integer end as choices
      from quick_orders own
      join quick_orders l on ${haveSameParts("l", "own")}
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
      cross join lateral (
        select json_agg(json_build_object('requestId', q.request_id,
          'requestNumber', q.request_number, 'state', q.state) order by q.request_id) as requests
        from quote_requests q
        where q.account_id = l.account_id and q.quick_order_id = l.quick_order_id
          and q.state <> 'withdrawn' and q.changed_at >= $3
      ) sent
      where own.account_id = $1 and own.quick_order_id = $2 and own.content_digest is not null
        and (found.orders is not null or sent.requests is not null)
      order by "isSame" desc, l.quick_order_id desc limit ${maxSameLists}`,
    values: [accountId, listId, since],
  });
}
