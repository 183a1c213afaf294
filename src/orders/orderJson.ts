// The one serializer of orders: the API, the shell and files have their facts from here.
import type { Order as WireOrder } from "../kit/contract/orders.ts";
import { toWireMoney } from "../kit/money.ts";
import { toReportedLine, toWireLine } from "./lineFacts.ts";
import type { Order, OrderHistory } from "./order.ts";
import type { ReportedOrder } from "./recordQueries.ts";

function formatTime(time: Date | null = null): string | null {
  return time?.toISOString() ?? null;
}

/** An order as its account sees it. */
export function toWireOrder(order: Order, history: OrderHistory): WireOrder {
  return {
    order_id: order.orderId,
    order_number: order.orderNumber,
    status: order.status,
    po_number: order.poNumber,
    ...(order.shipTo === null ? {} : { ship_to: order.shipTo }),
    notes: order.notes,
    line_items: order.lines.map(toWireLine),
    subtotal: toWireMoney(order.subtotal),
    created_at: order.createdAt.toISOString(),
    updated_at: history.updatedAt.toISOString(),
    confirmed_at: formatTime(history.confirmedAt),
    fulfilled_at: formatTime(history.fulfilledAt),
    fulfilment_reference: history.fulfilmentReference ?? null,
    cancelled_at: formatTime(history.cancelledAt),
    cancellation_reason: history.cancellationReason ?? null,
  };
}

export function writeOrderAnswer(order: Order, history: OrderHistory): string {
  return JSON.stringify({ success: true, order: toWireOrder(order, history) });
}

/** The response to the request that places an order. */
export function writePlacedAnswer(order: Order): string {
  return writeOrderAnswer(order, { updatedAt: order.createdAt });
}

/** An order as the distributor sees it, for the shell; what is not there is null. */
export function toReportJson(order: ReportedOrder) {
  const { line_items: _, ...fields } = toWireOrder({ ...order, lines: [] }, order.history);
  return {
    account_id: order.accountId,
    account: order.accountName,
    ship_to: null,
    ...fields,
    confirmed_by: order.confirmedBy,
    lines: order.lines.map(toReportedLine),
  };
}
