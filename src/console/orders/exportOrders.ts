import type { ExportedOrders } from "../../orders/documents/exportQueries.ts";
import {
  type OrderFormat,
  orderFileTypes,
  writeOrderFile,
} from "../../orders/documents/writeOrderFile.ts";
import { type StoredOrder, shortOrderId } from "../../orders/order.ts";
import type { Answer } from "../../site/visit.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { readOrderFilter, toOperatorOrderFilter } from "./orderFilter.ts";

async function exportOrders(
  { db, files }: ConsoleContext,
  visit: Visit,
  format: OrderFormat,
): Promise<Answer> {
  const { filter } = await toOperatorOrderFilter(db, readOrderFilter(visit.query));
  const file = { name: `orders.${format}`, type: orderFileTypes[format] };
  const chosen: ExportedOrders = { accountId: null, status: null, filter };
  return files.send(visit, file, (session, target) =>
    writeOrderFile(session, chosen, format, target),
  );
}

export function exportOrdersAsCsv(context: ConsoleContext, visit: Visit): Promise<Answer> {
  return exportOrders(context, visit, "csv");
}

export function exportOrdersAsXlsx(context: ConsoleContext, visit: Visit): Promise<Answer> {
  return exportOrders(context, visit, "xlsx");
}

export async function exportOrderLines(
  { files }: ConsoleContext,
  visit: Visit,
  { orderId }: StoredOrder,
): Promise<Answer> {
  const file = { name: `order-${shortOrderId(orderId)}.csv`, type: orderFileTypes.csv };
  const chosen: ExportedOrders = { accountId: null, status: null, orderId };
  return files.send(visit, file, (session, target) =>
    writeOrderFile(session, chosen, "csv", target),
  );
}
