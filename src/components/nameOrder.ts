import { capitalize } from "../html/capitalize.ts";
import { type Content, closeBidi, type Html, html } from "../html/html.ts";
import { type Meaning, renderBadge } from "../html/notice.ts";
import {
  type NamedOrder,
  type OrderStatus,
  type StoredOrder,
  shortOrderName,
} from "../orders/order.ts";
import type { OrderEvent } from "../orders/orderEvent.ts";
import type { OrderSummary } from "../orders/summaryQueries.ts";
import { texts } from "./texts.ts";

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

/** How urgent an order is; null if its list did not say so. */
export function renderUrgency({ urgency }: Pick<StoredOrder, "urgency">): Html | null {
  return urgency && html` ${renderBadge("fault", urgency)}`;
}

const maxUnbrokenLength = 16;

/** A number in a cell: a short one is not broken at its hyphens, a long one breaks anywhere. */
export function renderNumber(number: string): Html {
  const look = number.length > maxUnbrokenLength ? "long" : "unbroken";
  return html`<span class="${look}">${number}</span>`;
}

/** The name of an order: its PO number, or its own number. */
export function nameOrder(order: NamedOrder): string {
  return `order ${closeBidi(shortOrderName(order))}`;
}

/** Whom an order names as its author if an API key created or confirmed it. */
function nameKeyAuthor(key: string): string {
  return `API (key ${key})`;
}

/** Whom an order names as the author of an event; `unknown` if it has no name. */
export function nameActor(event: OrderEvent | undefined, unknown: string): string {
  const name = event?.actorName ?? unknown;
  if (event?.actor === "key") return nameKeyAuthor(name);
  return event?.actor === "operator" ? texts.orders.createdByOperator(name) : name;
}

/** Who created an order, in a cell. */
export function renderCreator({ madeBy, madeByKey, madeByOperator }: OrderSummary): Content {
  if (madeByKey) return renderKeyName(nameKeyAuthor(madeBy ?? ""));
  return madeByOperator ? texts.orders.createdByOperator(madeBy ?? "") : madeBy;
}

/** A text that ends with the name of a key in a cell: how the key ends is not broken. */
export function renderKeyName(text: string): Html {
  const end = /…\S*$/.exec(text)?.index ?? text.length;
  return html`${text.slice(0, end)}<span class="unbroken">${text.slice(end)}</span>`;
}

/** As `titleOrder`, with the order number also if there is a PO: several orders can have one PO. */
export function titleOrderInFull(order: NamedOrder): string {
  const title = titleOrder(order);
  return order.poNumber === null ? title : `${title} · ${order.orderNumber}`;
}

/** As `nameOrder`, capitalized. */
export function titleOrder(order: NamedOrder): string {
  return capitalize(nameOrder(order));
}
