// How orders are spoken of on the pages of both doors: their names and states.
import { type Content, type Html, html } from "../html/html.ts";
import { type Meaning, renderBadge } from "../html/notice.ts";
import { relatedLinks } from "../html/relatedLinks.ts";
import { type Order, type OrderStatus, shortOrderId } from "../orders/order.ts";

/** Each state in a word, and what it means. */
export const statusWords: Readonly<Record<OrderStatus, readonly [Meaning, string]>> = {
  draft: ["short", "Draft"],
  confirmed: ["good", "Confirmed"],
  fulfilled: ["good", "Fulfilled"],
  cancelled: ["neutral", "Cancelled"],
  expired: ["neutral", "Expired"],
};

/** The state of an order as a badge. */
export function renderStatus(status: OrderStatus): Html {
  return renderBadge(...statusWords[status]);
}

const longestUnbroken = 28;

/** A number in a cell: it stands on one line unless it is uncommonly long. */
export function renderNumber(number: string): Content {
  return number.length > longestUnbroken ? html`<span class="long">${number}</span>` : number;
}

/** What its people call an order: its purchase order number, else how its id begins. */
export function nameOrder({ orderId, poNumber }: Pick<Order, "orderId" | "poNumber">): string {
  if (poNumber === null) return `order ${shortOrderId(orderId)}`;
  const number = relatedLinks(poNumber);
  return /^po\b/i.test(number) ? `order ${number}` : `order PO ${number}`;
}

/** As `nameOrder`, to begin with. */
export function titleOrder(order: Pick<Order, "orderId" | "poNumber">): string {
  const name = nameOrder(order);
  return `${name[0]?.toUpperCase() ?? ""}${name.slice(1)}`;
}
