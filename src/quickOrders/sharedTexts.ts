import { formatCounted } from "../kit/html/amount.ts";
import { type Html, html } from "../kit/html/html.ts";

/** The words of the rows of quick orders. */
export const listTexts = {
  onRequest: "price on request",
  offer: (from: string, condition: string, price: string, stock: string) =>
    `${from}, ${condition}, ${price}, ${stock} in stock`,
  leadTime: (days: number) => `${formatCounted(days, "day")} lead time`,
  moreIn: (days: number) => `more: ${formatCounted(days, "day")} lead time`,
  leadTimeUntil: (days: number, end: Html) =>
    html`${formatCounted(days, "day")} lead time, until ${end}`,
  moreBy: (end: Html) => html`more by ${end}`,
  certificates: (names: string) => `with ${names}`,
  states: {
    waiting: "Checking",
    ready: "Ready",
    ambiguous: "Choice needed",
    not_found: "Not found",
    other_condition: "Condition not offered",
    short: "Not enough stock",
    bad_quantity: "Wrong quantity",
    not_orderable: "Not for sale",
    on_request: "Price on request",
    unreadable: "Unreadable",
    added: "In an order",
  },
};
