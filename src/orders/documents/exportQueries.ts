import type { AccountId } from "../../accounts/account.ts";
import { buildConditions } from "../../db/conditions.ts";
import type { Session } from "../../db/database.ts";
import { readRows } from "../../db/readRows.ts";
import type { WrittenRecord } from "../../files/writtenCells.ts";
import { type OperatorOrderFilter, toOrderConditions } from "../operators/operatorOrderQueries.ts";
import type { OrderId, OrderStatus } from "../order.ts";
import { matchingOrders, type OrderSearch, searchValues } from "../summaryQueries.ts";

/** A filter of null matches any order. A search needs an account. */
export type ExportedOrders = {
  readonly accountId: AccountId | null;
  readonly status: OrderStatus | null;
  readonly orderId?: OrderId;
  readonly search?: OrderSearch;
  /** The filter of the operators' list, instead of a search. */
  readonly filter?: OperatorOrderFilter;
};

function formatUtc(time: string): string {
  return `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

export function readExportedOrders(
  session: Session,
  { accountId, status, orderId, search, filter }: ExportedOrders,
): AsyncGenerator<readonly WrittenRecord[]> {
  const searched = search === undefined ? [] : [accountId, ...searchValues(search)];
  const { where, values } = buildConditions(
    [
      ["o.account_id = ?", accountId],
      ["o.status = ?", status],
      ["o.order_id = ?", orderId ?? null],
      [`o.order_id in (${matchingOrders(2)})`, search ?? null],
      ...(filter === undefined ? [] : toOrderConditions(filter)),
    ],
    searched,
  );
  return readRows<WrittenRecord>(session, {
    name: "export_orders",
    text: `select o.order_id::text, o.status, a.name as account, o.po_number,
        ${formatUtc("o.created_at")} as created_at,
        l.line_number::text, l.part_number, l.title, l.vendor, l.condition, l.unit_of_measure,
        l.quantity::text, price_text(l.list_price, currency_digits(l.list_currency)) as list_price,
        l.list_currency, price_text(l.unit_price, currency_digits(o.currency)) as unit_price,
        round(
          l.line_total / 10::numeric ^ currency_digits(o.currency), currency_digits(o.currency)
        )::text as line_total,
        o.currency, o.notes, o.order_number, l.certificate, l.manufacturer, l.cage,
        l.lead_time_days::text, ${formatUtc("confirmed.at")} as confirmed_at,
        confirmed.actor_name as confirmed_by, ${formatUtc("fulfilled.at")} as fulfilled_at,
        coalesce(corrected.reference, fulfilled.details ->> 'reference') as fulfilment_reference,
        l.remark, to_char(l.needed_by, 'YYYY-MM-DD') as needed_by, o.ship_to
      from orders o join accounts a using (account_id) join order_lines l using (order_id)
      left join order_events confirmed
        on confirmed.order_id = o.order_id and confirmed.kind = 'confirmed'
      left join order_events fulfilled
        on fulfilled.order_id = o.order_id and fulfilled.kind = 'fulfilled'
      left join lateral (
        select e.details -> 'fulfilmentReference' ->> 'after' as reference
        from order_events e
        where e.order_id = fulfilled.order_id and e.version > fulfilled.version
          and e.kind = 'edited'
        order by e.version desc limit 1
      ) corrected on true
      where ${where}
      order by o.order_id desc, l.line_number`,
    values,
  });
}
