// The account's own orders whose number or PO number a search may mean.
import type { AccountId } from "../../accounts/account.ts";
import { renderStatus } from "../../components/nameOrder.ts";
import type { Database } from "../../db/database.ts";
import { type Content, html } from "../../html/html.ts";
import { formatAddress } from "../../html/pager.ts";
import { awaitReplicated } from "../../orders/awaitReplicated.ts";
import { formatPoNumber } from "../../orders/order.ts";
import { type OrderSummary, searchSummaries } from "../../orders/summaryQueries.ts";
import { formatMoney } from "../../price.ts";
import { orderAddress } from "../addresses.ts";
import { texts } from "./texts.ts";

const maxShown = 5;
/** A shorter text is within the PO numbers of too many orders to mean one of them. */
const minTextLength = 4;

/** The newest orders, at most `limit`. */
export async function findOrders(
  db: Database,
  accountId: AccountId,
  text: string,
  limit: number,
): Promise<OrderSummary[]> {
  const filter = { accountId, status: null, before: null, limit };
  const orders = await searchSummaries(db, { text, partNumberKey: "" }, filter);
  await awaitReplicated(db, orders);
  return orders;
}

/** The orders that a page of results shows for its text, one more than it lists. */
export async function findResultOrders(
  db: Database,
  accountId: AccountId,
  text: string,
): Promise<OrderSummary[]> {
  return text.length < minTextLength ? [] : findOrders(db, accountId, text, maxShown + 1);
}

/** What `findResultOrders` found, above the parts; null if nothing. */
export function renderResultOrders(orders: readonly OrderSummary[], text: string): Content {
  if (orders.length === 0) return null;
  const points = orders.slice(0, maxShown).map((order) => {
    const { orderId, orderNumber, poNumber, status, subtotal } = order;
    const po = poNumber === null ? null : html` · ${formatPoNumber(poNumber)}`;
    const link = html`<a href="${orderAddress(orderId)}">${orderNumber}${po}</a>`;
    return html`<li>${link} ${renderStatus(status)} <span
 class="quiet">${formatMoney(subtotal)}</span></li>\n`;
  });
  const all = formatAddress("/orders", { q: text });
  const more = html`<p><a href="${all}">${texts.orders.viewAll}</a></p>\n`;
  return html`<section class="meant card">
<p>${texts.orders.title}</p>
<ul>
${points}</ul>
${orders.length > maxShown && more}</section>
`;
}
