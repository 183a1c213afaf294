import type { PartSearch } from "../catalog/search/findParts.ts";
import { linkPart } from "../components/offerCells.ts";
import { formatPartsFilter } from "../components/partsFilter.ts";
import type { Html } from "../html/html.ts";
import type { OrderId } from "../orders/order.ts";

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
