// Suggestions while someone types in the search box: the options of a list box, for the script.

import { orderAddress, partAddress, quoteAddress } from "../home/portalAddresses.ts";
import type { Handler } from "../home/portalContext.ts";
import { formatCountTo } from "../kit/html/amount.ts";
import { type Html, html } from "../kit/html/html.ts";
import { formatMoney } from "../kit/price.ts";
import { formatPoNumber } from "../orders/order.ts";
import { renderStatus } from "../orders/sharedOrders.ts";
import type { OrderSummary } from "../orders/summaryQueries.ts";
import { renderQuoteState } from "../quotes/portal.ts";
import type { QuoteRequestSummary } from "../quotes/quoteRequest.ts";
import { maxCountedOffers, type SuggestedPart, suggestParts } from "./browse/suggestParts.ts";
import { suggestOrders, suggestRequests } from "./portalFound.ts";
import { formatResultsAddress, searchFor } from "./portalQuery.ts";
import { describeSuggestion, renderPartStock } from "./sharedOffers.ts";
import { markTyped, renderOption } from "./sharedSuggestions.ts";

const maxTextLength = 200;

function renderPart(part: SuggestedPart, typed: string): Html {
  const { partNumber, title } = part;
  const beside = renderPartStock(part);
  const number = html`<span class="pn">${markTyped(partNumber, typed)}</span>`;
  const text = html`${number} ${markTyped(title ?? "", typed)}`;
  return renderOption({ href: partAddress(partNumber), icon: "package", text, beside });
}

function renderOrder(order: OrderSummary, typed: string): Html {
  const { orderNumber, poNumber } = order;
  const po = poNumber === null ? null : html` · ${markTyped(formatPoNumber(poNumber), typed)}`;
  const text = html`${markTyped(orderNumber, typed)}${po} <span
 class="quiet">${formatMoney(order.subtotal)}</span>`;
  const href = orderAddress(order.orderId);
  return renderOption({ href, icon: "shopping-cart", text, beside: renderStatus(order.status) });
}

function renderRequest(request: QuoteRequestSummary, typed: string): Html {
  const { requestId, requestNumber, firstPart, state } = request;
  const number = markTyped(requestNumber, typed);
  const text = html`${number} <span class="quiet">${firstPart}</span>`;
  const href = quoteAddress(requestId);
  return renderOption({ href, icon: "scroll-text", text, beside: renderQuoteState(state) });
}

/** The options for the text typed so far; empty if there are none. */
export const showSuggestions: Handler = async ({ db, replica }, visit) => {
  const typed = visit.query.text("q").trim().slice(0, maxTextLength).toWellFormed();
  const found = replica.read((view) => suggestParts(view, typed, visit.now));
  const { accountId } = visit.signedIn.account;
  const [orders, requests] = await Promise.all([
    suggestOrders(db, accountId, typed),
    suggestRequests(db, accountId, typed),
  ]);
  const parts = found.parts.map((part) => renderPart(part, typed));
  const meant = found.meant.map((one) => {
    const beside = html`<span class="quiet">${describeSuggestion(one)}</span>`;
    const text = html`<span class="pn">${one.partNumber}</span>`;
    return renderOption({ href: partAddress(one.partNumber), icon: "package", text, beside });
  });
  const options = [
    found.names.map(({ name, offers }) => {
      const count = formatCountTo(maxCountedOffers, offers);
      const text = offers === 1 ? `${count} offer` : `${count} offers`;
      const beside = html`<span class="quiet">${text}</span>`;
      const href = formatResultsAddress(searchFor(name));
      return renderOption({ href, icon: "search", text: markTyped(name, typed), beside });
    }),
    found.isMeantFirst ? [meant, parts] : [parts, meant],
    orders.map((order) => renderOrder(order, typed)),
    requests.map((request) => renderRequest(request, typed)),
  ];
  return { kind: "fragment", html: html`${options}` };
};
