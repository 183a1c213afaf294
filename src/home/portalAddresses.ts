import type { OfferId } from "../catalog/partId.ts";
import type { PartSearch } from "../catalog/search/findParts.ts";
import { formatPartsFilter } from "../catalog/sharedFilter.ts";
import { linkPart } from "../catalog/sharedOffers.ts";
import type { Html } from "../kit/html/html.ts";
import { formatAddress } from "../kit/html/pager.ts";
import type { OrderId } from "../orders/order.ts";
import type { LoadedOffer } from "../prices/loadPart.ts";
import { nearestAllowedQuantity } from "../prices/orderTerms.ts";
import type { ListId } from "../quickOrders/orderList.ts";

export function orderAddress(orderId: OrderId, under = ""): string {
  return `/orders/${orderId}${under}`;
}

export function partAddress(partNumber: string): string {
  return `/parts/${encodeURIComponent(partNumber)}`;
}

export function renderPartLink(partNumber: string): Html {
  return linkPart(partNumber, partAddress(partNumber));
}

export function formatPartsAddress(asked: Partial<PartSearch> & { readonly text: string }): string {
  return formatPartsFilter("/parts", asked);
}

export function quoteAddress(requestId: string, under = ""): string {
  return `/quote-requests/${requestId}${under}`;
}

/**
 * The form that requests a quote for offers, each with the quantity that is wanted. With an order,
 * for lines of it.
 */
export function newQuoteAddress(
  wanted: readonly { readonly offerId: OfferId; readonly quantity: number }[],
  orderId?: OrderId,
): string {
  const query = wanted.flatMap(({ offerId, quantity }) => [
    ["offer", String(offerId)],
    ["quantity", String(quantity)],
  ]);
  const order = orderId === undefined ? [] : [["order", orderId]];
  return `/quote-requests/new?${new URLSearchParams([...query, ...order])}`;
}

/** The same for an offer, with the smallest quantity in which it is sold. */
export function offerQuoteAddress({ offer, terms }: LoadedOffer): string {
  const { offerId } = offer;
  return newQuoteAddress([{ offerId, quantity: nearestAllowedQuantity(1, terms) }]);
}

/** The same for a part that is not sold. */
export function partQuoteAddress(partNumber: string): string {
  return formatAddress("/quote-requests/new", { part: partNumber });
}

/** The same for the lines that a duplicate was created without. */
export function leftOutQuoteAddress(orderId: OrderId): string {
  return formatAddress("/quote-requests/new", { left_out: orderId });
}

/** The same for rows of a list; null: all that need a quote. */
export function listQuoteAddress(listId: ListId, rows: readonly number[] | null = null): string {
  return formatAddress("/quote-requests/new", { list: listId, rows: rows?.join(",") });
}
