import type { OrderId } from "../../orders/order.ts";

/** The address of an order's page, or of one below it. */
export function orderAddress(orderId: OrderId, under = ""): string {
  return `/orders/${orderId}${under}`;
}

export function partAddress(partNumber: string): string {
  return `/parts/${encodeURIComponent(partNumber)}`;
}
