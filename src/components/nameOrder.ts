import { capitalize } from "../html/capitalize.ts";
import { type Content, closeBidi, type Html, html } from "../html/html.ts";
import { type Meaning, renderBadge } from "../html/notice.ts";
import { type NamedOrder, type OrderStatus, shortOrderName } from "../orders/order.ts";
import { texts } from "./texts.ts";

export const statusWords: Readonly<Record<OrderStatus, readonly [Meaning, string]>> = {
  draft: ["short", texts.order.statuses.draft],
  confirmed: ["active", texts.order.statuses.confirmed],
  fulfilled: ["good", texts.order.statuses.fulfilled],
  cancelled: ["neutral", texts.order.statuses.cancelled],
  expired: ["neutral", texts.order.statuses.expired],
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
  return texts.order.name(closeBidi(shortOrderName(order)));
}

/** Whom an order names as its author if an API key created or confirmed it. */
export function nameKeyAuthor(key: string): string {
  return texts.orders.createdByKey(key);
}

/** As `nameOrder`, capitalized. */
export function titleOrder(order: NamedOrder): string {
  return capitalize(nameOrder(order));
}
