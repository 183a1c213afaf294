import type { ExportedOrders } from "../../orders/documents/exportQueries.ts";
import {
  type OrderFormat,
  orderFileTypes,
  writeOrderFile,
} from "../../orders/documents/writeOrderFile.ts";
import { type StoredOrder, shortOrderId } from "../../orders/order.ts";
import type { Answer } from "../../site/visit.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";
import { readOrderListFilter } from "./showOrders.ts";

function send(
  { files }: PortalContext,
  visit: Visit,
  chosen: ExportedOrders,
  file: { readonly stem: string; readonly format: OrderFormat },
): Promise<Answer> {
  const { stem, format } = file;
  return files.send(
    visit,
    { name: `${stem}.${format}`, type: orderFileTypes[format] },
    (session, target) => writeOrderFile(session, chosen, format, target),
  );
}

function sendList(context: PortalContext, visit: Visit, format: OrderFormat): Promise<Answer> {
  const { status, search } = readOrderListFilter(visit);
  const { accountId } = visit.signedIn.account;
  const chosen = { accountId, status, ...(search === undefined ? {} : { search }) };
  return send(context, visit, chosen, { stem: "orders", format });
}

/** The lines of the orders that a list shows. */
export function sendOrdersCsv(context: PortalContext, visit: Visit): Promise<Answer> {
  return sendList(context, visit, "csv");
}

export function sendOrdersXlsx(context: PortalContext, visit: Visit): Promise<Answer> {
  return sendList(context, visit, "xlsx");
}

/** The lines of one order. */
export function sendLinesCsv(
  context: PortalContext,
  visit: Visit,
  { orderId }: StoredOrder,
): Promise<Answer> {
  const { accountId } = visit.signedIn.account;
  const file = { stem: `order-${shortOrderId(orderId)}`, format: "csv" } as const;
  return send(context, visit, { accountId, status: null, orderId }, file);
}
