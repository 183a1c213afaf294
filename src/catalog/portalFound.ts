// The account's own orders whose number or PO number a search may mean, and its quote requests.
import { setTimeout as delay } from "node:timers/promises";
import type { AccountId } from "../accounts/account.ts";
import type { Database, Queryable } from "../db/database.ts";
import { UnavailableError } from "../db/databaseErrors.ts";
import { orderAddress, quoteAddress } from "../home/portalAddresses.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
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
import { selectRequestByNumber, selectRequestsByBeginning } from "../quotes/foundRequestQueries.ts";
import { renderQuoteState } from "../quotes/portal.ts";
import type { QuoteRequestSummary } from "../quotes/quoteRequest.ts";
import { readRequestNumber } from "../quotes/requestNumber.ts";

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

/** What of the account a search may mean, above the parts; null if nothing. */
function renderFound(
  title: string,
  found: readonly Html[],
  all: { readonly href: string; readonly text: string } | null,
): Content {
  if (found.length === 0) return null;
  const points = found.map((one) => html`<li>${one}</li>\n`);
  const more = all && html`<p><a href="${all.href}">${all.text}</a></p>\n`;
  return html`<section class="meant card">
<p>${title}</p>
<ul>
${points}</ul>
${more}</section>
`;
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

async function findRequests(
  db: Queryable,
  accountId: AccountId,
  text: string,
  limit: number,
): Promise<readonly QuoteRequestSummary[]> {
  const written = readRequestNumber(text);
  return written ? selectRequestsByBeginning(db, accountId, written.number, limit) : [];
}

/** The requests to suggest for what was typed so far. */
export function suggestRequests(db: Queryable, accountId: AccountId, typed: string) {
  return findRequests(db, accountId, typed, maxSuggested);
}

/** The requests that a page of results shows for a text with digits, one more than it lists. */
export async function findResultRequests(db: Queryable, accountId: AccountId, text: string) {
  return /\d/.test(text) ? findRequests(db, accountId, text, maxShown + 1) : [];
}

/** The request whose whole number a text is, with its RFQ: digits only may be a part. */
export async function findNamedRequest(
  db: Queryable,
  accountId: AccountId,
  text: string,
): Promise<QuoteRequestSummary | undefined> {
  const written = readRequestNumber(text);
  return written?.isNamed ? selectRequestByNumber(db, written.number, accountId) : undefined;
}

/** What `findResultRequests` found, above the parts; null if nothing. */
export function renderResultRequests(requests: readonly QuoteRequestSummary[]): Content {
  const points = requests.slice(0, maxShown).map((request) => {
    const { requestId, requestNumber, firstPart, state } = request;
    const link = html`<a href="${quoteAddress(requestId)}">${requestNumber}</a>`;
    return html`${link} ${renderQuoteState(state)} <span class="quiet">${firstPart}</span>`;
  });
  const all = { href: "/quote-requests", text: "View all quote requests" };
  return renderFound(
    "Your quote requests with this number:",
    points,
    requests.length > maxShown ? all : null,
  );
}
