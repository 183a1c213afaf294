import type { Order as WireOrder } from "../contract/orders.ts";
import { toWireMoney } from "../money.ts";
import type { Order } from "../orders/order.ts";

export function toWireOrder(order: Order): WireOrder {
  return {
    order_id: order.orderId,
    status: order.status,
    po_number: order.poNumber,
    notes: order.notes,
    line_items: order.lines.map((line) => ({
      part_number: line.partNumber,
      title: line.title,
      condition: line.condition,
      unit_of_measure: line.unitOfMeasure,
      vendor: line.vendor,
      quantity: line.quantity,
      unit_price: toWireMoney(line.unitPrice),
      line_total: toWireMoney(line.lineTotal),
    })),
    subtotal: toWireMoney(order.subtotal),
    created_at: order.createdAt.toISOString(),
  };
}

export function writeOrderAnswer(order: Order): string {
  return JSON.stringify({ success: true, order: toWireOrder(order) });
}
