// Suggestions while someone types in the search box: the options of a list box, for the script.

import {
  maxCountedOffers,
  type SuggestedPart,
  suggestParts,
} from "../../catalog/browse/suggestParts.ts";
import { renderStatus } from "../../components/nameOrder.ts";
import { describeSuggestion } from "../../components/offerCells.ts";
import { formatCount, formatCountTo } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { type IconName, renderIcon } from "../../html/icons.ts";
import { renderBadge } from "../../html/notice.ts";
import { type OrderSummary, selectByPoNumber } from "../../orders/summaryQueries.ts";
import { formatMoney } from "../../price.ts";
import { orderAddress, partAddress } from "../addresses.ts";
import type { Handler } from "../portalContext.ts";
import { formatResultsAddress, searchFor } from "./resultsQuery.ts";

const maxOrders = 3;
const maxTextLength = 200;

/** A text with the typed part marked, wherever it is. */
function mark(text: string, typed: string): Content {
  const at = text.toLowerCase().indexOf(typed.toLowerCase());
  if (at < 0 || typed === "") return text;
  const end = at + typed.length;
  return html`${text.slice(0, at)}<mark>${text.slice(at, end)}</mark>${text.slice(end)}`;
}

function renderOption(href: string, icon: IconName, text: Content, beside: Content): Html {
  return html`<li role="option" aria-selected="false" data-href="${href}">${renderIcon(icon)}<span
 class="grow">${text}</span>${beside}</li>
`;
}

function renderPart({ partNumber, title, stock }: SuggestedPart, typed: string): Html {
  const badge =
    stock === 0
      ? renderBadge("short", "Out of stock")
      : renderBadge("good", `${formatCount(stock)} in stock`);
  const text = html`<span class="pn">${mark(partNumber, typed)}</span> ${mark(title ?? "", typed)}`;
  return renderOption(partAddress(partNumber), "package", text, badge);
}

function renderOrder(order: OrderSummary, typed: string): Html {
  const text = html`${mark(order.poNumber ?? "", typed)} <span
 class="quiet">${formatMoney(order.subtotal)}</span>`;
  return renderOption(
    orderAddress(order.orderId),
    "shopping-cart",
    text,
    renderStatus(order.status),
  );
}

/** The options for the text typed so far; empty if there are none. */
export const showSuggestions: Handler = async ({ db, replica }, visit) => {
  const typed = visit.query.text("q").trim().slice(0, maxTextLength).toWellFormed();
  const { names, parts, meant } = replica.read((view) => suggestParts(view, typed, visit.now));
  const { accountId } = visit.signedIn.account;
  const orders = typed.length < 2 ? [] : await selectByPoNumber(db, accountId, typed, maxOrders);
  const options = [
    names.map(({ name, offers }) => {
      const count = formatCountTo(maxCountedOffers, offers);
      const beside = html`<span class="quiet">${count} ${offers === 1 ? "offer" : "offers"}</span>`;
      const href = formatResultsAddress(searchFor(name));
      return renderOption(href, "search", mark(name, typed), beside);
    }),
    parts.map((part) => renderPart(part, typed)),
    meant.map((one) => {
      const why = html`<span class="quiet">${describeSuggestion(one)}</span>`;
      const number = html`<span class="pn">${one.partNumber}</span>`;
      return renderOption(partAddress(one.partNumber), "package", number, why);
    }),
    orders.map((order) => renderOrder(order, typed)),
  ];
  return { kind: "fragment", html: html`${options}` };
};
