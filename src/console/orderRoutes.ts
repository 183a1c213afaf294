// The routes of orders; part of the console's table.

import type { Queryable } from "../db/database.ts";
import { type ConsoleAccess, everyone, operators } from "../kit/access.ts";
import { readSelected } from "../kit/selection.ts";
import { sendNewDraft, showNewDraft } from "../orders/consoleDraft.ts";
import { fulfilSelected, showFulfilSelected } from "../orders/consoleFulfil.ts";
import {
  addNote,
  cancelOrder,
  correct,
  fulfil,
  markAnswered,
  showOrder,
} from "../orders/consoleOrder.ts";
import {
  type OrderFormat,
  orderFileTypes,
  writeOrderFile,
} from "../orders/documents/writeOrderFile.ts";
import { anyOrder, type OperatorOrderFilter } from "../orders/operatorQueries.ts";
import type { OrderId, StoredOrder } from "../orders/order.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { createRouteBuilders, largeFormBytes, none, type Route } from "../site/routes.ts";
import type { ConsoleContext, Handler, Visit } from "./consoleContext.ts";
import * as load from "./loaders.ts";
import { readOrderFilter, toDatedEvent, toOperatorOrderFilter } from "./orders/orderFilter.ts";
import { showOrders } from "./orders/showOrders.ts";

/** The orders that the address selects or, if it selects none, those of its filter. */
async function readExported(db: Queryable, { query, zone }: Visit): Promise<OperatorOrderFilter> {
  if (query.has("order")) {
    return { ...anyOrder, among: readSelected(query, "order") as OrderId[] };
  }
  const { filter } = await toOperatorOrderFilter(db, readOrderFilter(query), zone);
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
  const listed = await readExported(db, visit);
  const file = { name: `${nameFile(visit)}.${format}`, type: orderFileTypes[format] };
  return files.send(visit, file, (session, target) =>
    writeOrderFile(db, session, { accountId: null, listed }, format, target),
  );
};

const exportOrdersAsCsv: Handler = (context, visit) => exportOrders(context, visit, "csv");

const exportOrdersAsXlsx: Handler = (context, visit) => exportOrders(context, visit, "xlsx");

const exportOrderLines: Handler<StoredOrder> = async ({ db, files }, visit, order) => {
  const { orderId, orderNumber } = order;
  const file = { name: `order-${orderNumber}.csv`, type: orderFileTypes.csv };
  return files.send(visit, file, (session, target) =>
    writeOrderFile(db, session, { accountId: null, orderId }, "csv", target),
  );
};

const { get, post } = createRouteBuilders<ConsoleContext, SignedInOperator, ConsoleAccess>();

/** The lines of an order, as an operator pastes them. */
const draftForm = { maxBodyBytes: largeFormBytes };

export const orderRoutes: readonly Route<ConsoleContext, SignedInOperator, ConsoleAccess>[] = [
  get("/console/orders", everyone, none, showOrders),
  get("/console/orders/export.csv", everyone, none, exportOrdersAsCsv),
  get("/console/orders/export.xlsx", everyone, none, exportOrdersAsXlsx),
  get("/console/orders/fulfil", operators, none, showFulfilSelected),
  post("/console/orders/fulfil", operators, none, fulfilSelected),
  get("/console/accounts/:account/orders/new", operators, load.account, showNewDraft),
  post("/console/accounts/:account/orders/new", operators, load.account, sendNewDraft, draftForm),
  get("/console/orders/:order", everyone, load.order, showOrder),
  get("/console/orders/:order/lines.csv", everyone, load.order, exportOrderLines),
  post("/console/orders/:order/fulfil", operators, load.order, fulfil),
  post("/console/orders/:order/reference", operators, load.order, correct),
  post("/console/orders/:order/cancel", operators, load.order, cancelOrder),
  post("/console/orders/:order/answered", operators, load.order, markAnswered),
  post("/console/orders/:order/notes", operators, load.order, addNote),
];
