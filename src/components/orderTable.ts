import { type Content, type Html, html } from "../html/html.ts";
import { renderAge, renderDayAt } from "../html/moment.ts";
import { type Column, renderTable } from "../html/table.ts";
import { renderPickHead } from "../kit/selection.ts";
import type { OrderId } from "../orders/order.ts";
import type { OrderSummary } from "../orders/summaryQueries.ts";
import { formatMoney } from "../price.ts";
import { renderCreator, renderNumber, renderStatus } from "./nameOrder.ts";

/** What differs by site: the address of an order, and its account in the console. */
export type OrderRows<Summary extends OrderSummary> = {
  readonly caption?: string;
  readonly orderAddress: (orderId: OrderId) => string;
  readonly accountOf?: (order: Summary) => Content;
  /** What happened to the orders, instead of their creation, and when. */
  readonly dated?: { readonly title: string; readonly atOf: (order: Summary) => Date | null };
  /** The box that selects an order. */
  readonly pickOf?: (order: Summary) => Content;
  /** What can be done with the order. */
  readonly actionOf?: (order: Summary) => Content;
  /** How the list is sorted by the columns that can sort it; `at` is the time. */
  readonly sorts?: Readonly<Partial<Record<OrderHead, Column["sort"]>>>;
};

type OrderHead = "order" | "account" | "po" | "at" | "total";

/** A list by a day shows the day, others how long ago. */
function renderAt<Summary extends OrderSummary>(
  dated: OrderRows<Summary>["dated"],
  order: Summary,
): Html | null {
  if (dated === undefined) return renderAge(order.createdAt);
  const at = dated.atOf(order);
  return at && renderDayAt(at);
}

export function renderOrderRows<Summary extends OrderSummary>(
  orders: readonly Summary[],
  shown: OrderRows<Summary>,
): Html {
  const { caption = "Orders, newest first", orderAddress, accountOf, dated, pickOf } = shown;
  const { actionOf } = shown;
  const sorted = (head: OrderHead): Pick<Column, "sort"> => {
    const sort = shown.sorts?.[head];
    return sort === undefined ? {} : { sort };
  };
  const account: Column = { title: "Account", kind: "text", ...sorted("account") };
  return renderTable({
    caption,
    ...(pickOf && { pickHead: renderPickHead() }),
    columns: [
      { title: "Order", kind: "code", ...sorted("order") },
      ...(accountOf === undefined ? [] : [account]),
      { title: "PO", kind: "words", ...sorted("po") },
      { title: "State", kind: "words", corner: true },
      { title: "Created by", kind: "text" },
      dated === undefined
        ? { title: "Created", kind: "words", ...sorted("at") }
        : { title: dated.title, kind: "words", titled: true, ...sorted("at") },
      { title: "Lines", kind: "number" },
      { title: "Total", kind: "number", ...sorted("total") },
      ...(actionOf === undefined ? [] : [{ title: "Actions", kind: "actions" } as const]),
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
        renderCreator(order),
        renderAt(dated, order),
        order.lines,
        formatMoney(order.subtotal),
        ...(actionOf === undefined ? [] : [actionOf(order)]),
      ],
    })),
  });
}
