import { type Content, type Html, html } from "../html/html.ts";
import { renderMoment } from "../html/moment.ts";
import { renderTable } from "../html/table.ts";
import type { OrderId } from "../orders/order.ts";
import type { OrderSummary } from "../orders/summaryQueries.ts";
import { formatMoney } from "../price.ts";
import { renderNumber, renderStatus } from "./nameOrder.ts";
import { renderPickHead } from "./selection.ts";

/** What differs by site: the address of an order, and its account in the console. */
export type OrderRows<Summary extends OrderSummary> = {
  readonly caption?: string;
  readonly orderAddress: (orderId: OrderId) => string;
  readonly accountOf?: (order: Summary) => Content;
  /** The box that selects an order. */
  readonly pickOf?: (order: Summary) => Content;
};

export function renderOrderRows<Summary extends OrderSummary>(
  orders: readonly Summary[],
  { caption = "Orders, newest first", orderAddress, accountOf, pickOf }: OrderRows<Summary>,
): Html {
  return renderTable({
    caption,
    ...(pickOf && { pickHead: renderPickHead() }),
    columns: [
      { title: "Order", kind: "code" },
      ...(accountOf === undefined ? [] : [{ title: "Account", kind: "text" } as const]),
      { title: "PO", kind: "text" },
      { title: "State", kind: "words", corner: true },
      { title: "Created by", kind: "text" },
      { title: "Created", kind: "words" },
      { title: "Lines", kind: "number" },
      { title: "Total", kind: "number" },
    ],
    rows: orders.map((order) => ({
      pick: pickOf?.(order),
      cells: [
        html`<a href="${orderAddress(order.orderId)}">${order.orderNumber}</a>`,
        ...(accountOf === undefined ? [] : [accountOf(order)]),
        order.poNumber === null
          ? html`<span class="quiet">no PO</span>`
          : renderNumber(order.poNumber),
        renderStatus(order.status),
        order.madeByKey ? `API (key ${order.madeBy ?? ""})` : order.madeBy,
        renderMoment(order.createdAt),
        order.lines,
        formatMoney(order.subtotal),
      ],
    })),
  });
}
