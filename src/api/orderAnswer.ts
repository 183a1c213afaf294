import type { Order as WireOrder } from "../contract/orders.ts";
import { toWireMoney } from "../money.ts";
import { type Order, type OrderHistory, startHistory } from "../orders/order.ts";
import { toWirePrice } from "../price.ts";

/** The work of reading one order. */
export const unitsPerOrder = 2;

function formatTime(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

export function toWireOrder(order: Order, history: OrderHistory): WireOrder {
  return {
    order_id: order.orderId,
    order_number: order.orderNumber,
    status: order.status,
    po_number: order.poNumber,
    ...(order.shipTo === null ? {} : { ship_to: order.shipTo }),
    notes: order.notes,
    line_items: order.lines.map((line) => ({
      part_number: line.partNumber,
      title: line.title,
      condition: line.condition,
      unit_of_measure: line.unitOfMeasure,
      vendor: line.vendor,
      quantity: line.quantity,
      unit_price: toWirePrice(line.unitPrice),
      line_total: toWireMoney(line.lineTotal),
      ...(line.remark === null ? {} : { remark: line.remark }),
      ...(line.neededBy === null ? {} : { needed_by: line.neededBy }),
    })),
    subtotal: toWireMoney(order.subtotal),
    created_at: order.createdAt.toISOString(),
    updated_at: history.updatedAt.toISOString(),
    confirmed_at: formatTime(history.confirmedAt),
    fulfilled_at: formatTime(history.fulfilledAt),
    fulfilment_reference: history.fulfilmentReference,
    cancelled_at: formatTime(history.cancelledAt),
    cancellation_reason: history.cancellationReason,
  };
}

export function writeOrderAnswer(order: Order, history: OrderHistory): string {
  return JSON.stringify({ success: true, order: toWireOrder(order, history) });
}

/** The response to the request that places an order. */
export function writePlacedAnswer(order: Order): string {
  return writeOrderAnswer(order, startHistory(order.createdAt));
}
