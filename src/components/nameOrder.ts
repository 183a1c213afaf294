import { capitalize } from "../html/capitalize.ts";
import { type Content, closeBidi, type Html, html } from "../html/html.ts";
import { type Meaning, renderBadge } from "../html/notice.ts";
import { type NamedOrder, type OrderStatus, shortOrderName } from "../orders/order.ts";

export const statusWords: Readonly<Record<OrderStatus, readonly [Meaning, string]>> = {
  draft: ["short", "Draft"],
  confirmed: ["active", "Confirmed"],
  fulfilled: ["good", "Fulfilled"],
  cancelled: ["neutral", "Cancelled"],
  expired: ["neutral", "Expired"],
};

export function renderStatus(status: OrderStatus): Html {
  return renderBadge(...statusWords[status]);
}

const maxUnbrokenLength = 28;

/** A number in a cell, on one line unless it is very long. */
export function renderNumber(number: string): Content {
  return number.length > maxUnbrokenLength ? html`<span class="long">${number}</span>` : number;
}

/** The name of an order: its PO number, or its own number. */
export function nameOrder(order: NamedOrder): string {
  return `order ${closeBidi(shortOrderName(order))}`;
}

/** As `nameOrder`, capitalized. */
export function titleOrder(order: NamedOrder): string {
  return capitalize(nameOrder(order));
}
