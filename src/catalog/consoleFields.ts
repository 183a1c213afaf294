import { formatCount } from "../kit/html/amount.ts";
import { type Content, html } from "../kit/html/html.ts";
import type { Currency } from "../kit/money.ts";
import { formatMoney, readPriceOfRow } from "../kit/price.ts";
import { showFact } from "./offerFacts.ts";
import type { ListedOffer } from "./search/listedOffer.ts";
import { renderLots, renderStock } from "./sharedOffers.ts";

/** The value of a column of an offer; `currency` is that of its price. */
export function formatField(field: string, value: unknown, currency: Currency | null): Content {
  if (field === "list_price") {
    const isPriced = value !== null && currency !== null;
    if (!isPriced) return "on request";
    return formatMoney(readPriceOfRow(value, currency));
  }
  if (value === null || value === undefined || value === "") return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  return Number.isInteger(value) ? formatCount(Number(value)) : showFact(field, String(value));
}

// The stock of an offer for operators: what is available, and why that is not all on hand.

/** "on hand 10, allocated 10, available 0 EA"; only the last if it is all on hand. */
export function renderStockCounts(offer: ListedOffer): Content {
  const { onHand, allocated, stock, unitOfMeasure, lots } = offer;
  if (allocated === 0 && onHand === stock) return renderStock(offer);
  const counts = `on hand ${formatCount(onHand)}, allocated ${formatCount(allocated)},`;
  const available = `available ${formatCount(stock)} ${unitOfMeasure}`;
  const inLots = lots === null || lots < 2 ? null : html` ${renderLots(lots)}`;
  return html`<span class="quiet">${counts}</span> ${available}${inLots}`;
}
