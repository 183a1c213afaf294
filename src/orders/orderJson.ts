// The one serializer of orders: the API, the shell and files have their facts from here.
import type { LineItem } from "../kit/contract/orderLines.ts";
import type { Order as WireOrder } from "../kit/contract/orders.ts";
import { toWireMoney } from "../kit/money.ts";
import { toWirePrice } from "../kit/price.ts";
import type { Order, OrderHistory, OrderLine } from "./order.ts";
import type { ReportedOrder } from "./recordQueries.ts";

function formatTime(time: Date | null = null): string | null {
  return time?.toISOString() ?? null;
}

/** What a line was asked for, as far as it was; undefined if it was not. */
function toWireRequest({ requested }: OrderLine): LineItem["requested"] {
  const { partNumber, quantity, unit, unread } = requested;
  const conditions = [...requested.conditions, unread.condition ?? []].flat();
  const certificates = [...requested.certificates, unread.certificate ?? []].flat();
  const wire = {
    ...(partNumber !== null && { part_number: partNumber }),
    ...(quantity !== null && { quantity }),
    ...(unit !== null && { unit }),
    ...(conditions.length > 0 && { conditions }),
    ...(certificates.length > 0 && { certificates }),
    ...(unread.day !== undefined && { needed_by: unread.day }),
  };
  return Object.keys(wire).length === 0 ? undefined : wire;
}

function toWireLine(line: OrderLine): LineItem {
  const requested = toWireRequest(line);
  return {
    part_number: line.partNumber,
    title: line.title,
    condition: line.condition,
    unit_of_measure: line.unitOfMeasure,
    vendor: line.vendor,
    manufacturer: line.manufacturer,
    cage: line.cage,
    certificate: line.certificate,
    quantity: line.quantity,
    unit_price: toWirePrice(line.unitPrice),
    line_total: toWireMoney(line.lineTotal),
    ...(line.remark === null ? {} : { remark: line.remark }),
    ...(line.neededBy === null ? {} : { needed_by: line.neededBy }),
    ...(requested && { requested }),
  };
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
  const { line_items, ...fields } = toWireOrder(order, order.history);
  return {
    account_id: order.accountId,
    account: order.accountName,
    ship_to: null,
    ...fields,
    confirmed_by: order.confirmedBy,
    lines: order.lines.map((line) => ({
      remark: null,
      needed_by: null,
      requested: null,
      ...toWireLine(line),
      lead_time_days: line.leadTimeDays,
      list_price: line.listPrice && toWirePrice(line.listPrice),
      rule_id: line.ruleId,
    })),
  };
}
