import { readSelected } from "../../components/selection.ts";
import type { Queryable } from "../../db/database.ts";
import type { ExportedOrders } from "../../orders/documents/exportQueries.ts";
import {
  type OrderFormat,
  orderFileTypes,
  writeOrderFile,
} from "../../orders/documents/writeOrderFile.ts";
import { anyOrder, type OperatorOrderFilter } from "../../orders/operators/operatorOrderQueries.ts";
import type { OrderId, StoredOrder } from "../../orders/order.ts";
import type { Handler, Visit } from "../consoleContext.ts";
import { readOrderFilter, toDatedEvent, toOperatorOrderFilter } from "./orderFilter.ts";

/** The orders that the address selects or, if it selects none, those of its filter. */
async function readExported(db: Queryable, { query, reader }: Visit): Promise<OperatorOrderFilter> {
  if (query.has("order")) {
    return { ...anyOrder, among: readSelected(query, "order") as OrderId[] };
  }
  const { filter } = await toOperatorOrderFilter(db, readOrderFilter(query), reader);
  return filter;
}

/** The name of the file without its ending, with the period: orders-fulfilled-2026-10-01-to-… */
function nameFile({ query }: Visit): string {
  const page = readOrderFilter(query);
  const { from, until } = page;
  if (query.has("order") || (from === "" && until === "")) return "orders";
  const ends = [...(from === "" ? [] : [from]), ...(until === "" ? [] : ["to", until])];
  return ["orders", toDatedEvent(page), ...(until === "" ? ["from"] : []), ...ends].join("-");
}

const exportOrders: Handler<OrderFormat> = async ({ db, files }, visit, format) => {
  const filter = await readExported(db, visit);
  const file = { name: `${nameFile(visit)}.${format}`, type: orderFileTypes[format] };
  const chosen: ExportedOrders = { accountId: null, status: null, filter };
  return files.send(visit, file, (session, target) =>
    writeOrderFile(db, session, chosen, format, target),
  );
};

export const exportOrdersAsCsv: Handler = (context, visit) => exportOrders(context, visit, "csv");

export const exportOrdersAsXlsx: Handler = (context, visit) => exportOrders(context, visit, "xlsx");

export const exportOrderLines: Handler<StoredOrder> = async ({ db, files }, visit, order) => {
  const { orderId, orderNumber } = order;
  const file = { name: `order-${orderNumber}.csv`, type: orderFileTypes.csv };
  const chosen: ExportedOrders = { accountId: null, status: null, orderId };
  return files.send(visit, file, (session, target) =>
    writeOrderFile(db, session, chosen, "csv", target),
  );
};
