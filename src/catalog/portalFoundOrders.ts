// The account's own orders whose number or PO number a search may mean.
import { setTimeout as delay } from "node:timers/promises";
import type { AccountId } from "../accounts/account.ts";
import type { Database } from "../db/database.ts";
import { UnavailableError } from "../db/databaseErrors.ts";
import { orderAddress } from "../home/portalAddresses.ts";
import { type Content, html } from "../kit/html/html.ts";
import { formatAddress } from "../kit/html/pager.ts";
import { formatMoney } from "../kit/price.ts";
import { formatPoNumber } from "../orders/order.ts";
import { renderStatus } from "../orders/sharedOrders.ts";
import {
  awaitReplicated,
  type OrderSearch,
  type OrderSummary,
  searchSummaries,
} from "../orders/summaryQueries.ts";
import { renderFound } from "./portalFoundCard.ts";

const maxShown = 5;
const maxSuggested = 3;
const minTypedLength = 2;
/** Orders that are searched with each key that is pressed. */
const maxScanned = 500;
/** A shorter text is within the PO numbers of too many orders to mean one of them. */
const minTextLength = 4;

/** A standby confirms sooner, or does not answer: parts do not wait for it. */
const maxReplicationMs = 250;

function isReplicated(db: Database, orders: readonly OrderSummary[]): Promise<boolean> {
  const replicated = awaitReplicated(db, orders).then(
    () => true,
    (error: unknown) => {
      if (error instanceof UnavailableError) return false;
      throw error;
    },
  );
  return Promise.race([replicated, delay(maxReplicationMs, false, { ref: false })]);
}

/** The newest orders, at most `limit`; none while a synchronous standby does not confirm them. */
async function findOrders(
  db: Database,
  accountId: AccountId,
  search: Omit<OrderSearch, "partNumberKey">,
  limit: number,
): Promise<OrderSummary[]> {
  const filter = { accountId, status: null, before: null, limit };
  const orders = await searchSummaries(db, { ...search, partNumberKey: "" }, filter);
  return (await isReplicated(db, orders)) ? orders : [];
}

/** The orders to suggest for what was typed so far. */
export async function suggestOrders(
  db: Database,
  accountId: AccountId,
  typed: string,
): Promise<OrderSummary[]> {
  if (typed.length < minTypedLength) return [];
  return findOrders(db, accountId, { text: typed, scanned: maxScanned }, maxSuggested);
}

/** The orders that a page of results shows for its text, one more than it lists. */
export async function findResultOrders(
  db: Database,
  accountId: AccountId,
  text: string,
): Promise<OrderSummary[]> {
  return text.length < minTextLength ? [] : findOrders(db, accountId, { text }, maxShown + 1);
}

/** What `findResultOrders` found, above the parts; null if nothing. */
export function renderResultOrders(orders: readonly OrderSummary[], text: string): Content {
  const points = orders.slice(0, maxShown).map((order) => {
    const { orderId, orderNumber, poNumber, status, subtotal } = order;
    const po = poNumber === null ? null : html` · ${formatPoNumber(poNumber)}`;
    const link = html`<a href="${orderAddress(orderId)}">${orderNumber}${po}</a>`;
    const sum = html`<span class="quiet">${formatMoney(subtotal)}</span>`;
    return html`${link} ${renderStatus(status)} ${sum}`;
  });
  const all = {
    href: formatAddress("/orders", { q: text }),
    text: "View all orders with this number",
  };
  return renderFound(
    "Your orders with this number:",
    points,
    orders.length > maxShown ? all : null,
  );
}
