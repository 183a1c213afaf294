// The stock of an offer for operators: what is available, and why that is not all on hand.

import { formatCount } from "../kit/html/amount.ts";
import { type Content, html } from "../kit/html/html.ts";
import type { ListedOffer } from "./search/listedOffer.ts";
import { renderLots, renderStock } from "./sharedOffers.ts";

/** "on hand 10, allocated 10, available 0 EA"; only the last if it is all on hand. */
export function renderStockCounts(offer: ListedOffer): Content {
  const { onHand, allocated, stock, unitOfMeasure, lots } = offer;
  if (allocated === 0 && onHand === stock) return renderStock(offer);
  const counts = `on hand ${formatCount(onHand)}, allocated ${formatCount(allocated)},`;
  const available = `available ${formatCount(stock)} ${unitOfMeasure}`;
  const inLots = lots === null || lots < 2 ? null : html` ${renderLots(lots)}`;
  return html`<span class="quiet">${counts}</span> ${available}${inLots}`;
}
