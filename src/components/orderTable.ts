import { type Content, type Html, html } from "../html/html.ts";
import { renderAge, renderMoment } from "../html/moment.ts";
import { renderTable } from "../html/table.ts";
import type { OrderId } from "../orders/order.ts";
import type { OrderSummary } from "../orders/summaryQueries.ts";
import { formatMoney } from "../price.ts";
import { nameKeyAuthor, renderKeyName, renderNumber, renderStatus } from "./nameOrder.ts";
import { renderPickHead } from "./selection.ts";
import { texts } from "./texts.ts";

/** What differs by site: the address of an order, and its account in the console. */
export type OrderRows<Summary extends OrderSummary> = {
  readonly caption?: string;
  readonly orderAddress: (orderId: OrderId) => string;
  readonly accountOf?: (order: Summary) => Content;
  /** What happened to the orders, instead of their creation, and when. */
  readonly dated?: { readonly title: string; readonly atOf: (order: Summary) => Date | null };
  /** The box that selects an order. */
  readonly pickOf?: (order: Summary) => Content;
};

/** A list by a day shows the day, others how long ago. */
function renderAt<Summary extends OrderSummary>(
  dated: OrderRows<Summary>["dated"],
  order: Summary,
): Html | null {
  if (dated === undefined) return renderAge(order.createdAt);
  const at = dated.atOf(order);
  return at && renderMoment(at);
}

export function renderOrderRows<Summary extends OrderSummary>(
  orders: readonly Summary[],
  { caption = texts.orders.caption, orderAddress, accountOf, dated, pickOf }: OrderRows<Summary>,
): Html {
  return renderTable({
    caption,
    ...(pickOf && { pickHead: renderPickHead() }),
    columns: [
      { title: texts.orders.order, kind: "code" },
      ...(accountOf === undefined ? [] : [{ title: texts.orders.account, kind: "text" } as const]),
      { title: texts.orders.po, kind: "words" },
      { title: texts.orders.state, kind: "words", corner: true },
      { title: texts.orders.createdBy, kind: "text" },
      dated === undefined
        ? { title: texts.orders.created, kind: "words" }
        : { title: dated.title, kind: "words", titled: true },
      { title: texts.orders.lines, kind: "number" },
      { title: texts.orders.total, kind: "number" },
    ],
    rows: orders.map((order) => ({
      pick: pickOf?.(order),
      cells: [
        html`<a href="${orderAddress(order.orderId)}">${order.orderNumber}</a>`,
        ...(accountOf === undefined ? [] : [accountOf(order)]),
        order.poNumber === null
          ? html`<span class="quiet">${texts.orders.noPo}</span>`
          : renderNumber(order.poNumber),
        renderStatus(order.status),
        order.madeByKey ? renderKeyName(nameKeyAuthor(order.madeBy ?? "")) : order.madeBy,
        renderAt(dated, order),
        order.lines,
        formatMoney(order.subtotal),
      ],
    })),
  });
}
