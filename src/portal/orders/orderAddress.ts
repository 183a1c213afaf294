// Where orders and parts stand on the buyers' site.
import type { OrderId } from "../../orders/order.ts";

/** The address of an order's page, and of what is under it. */
export function orderAddress(orderId: OrderId, under = ""): string {
  return `/orders/${orderId}${under}`;
}

/** The address of a part's page. */
export function partAddress(partNumber: string): string {
  return `/parts/${encodeURIComponent(partNumber)}`;
}
