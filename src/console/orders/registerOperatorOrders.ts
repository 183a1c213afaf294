// The operators' pages of orders, whole: the list with its exports and own views, an order, and
// what is done to it.

import {
  type OrderFormat,
  orderFileTypes,
  writeOrderFile,
} from "../../orders/documents/writeOrderFile.ts";
import { shortOrderId } from "../../orders/order.ts";
import { createFileAnswers } from "../../site/createFileAnswers.ts";
import { type Answer, notFound } from "../../site/visit.ts";
import { allRoles, operatorAndAdminRoles } from "../allRoles.ts";
import type { Visit } from "../consoleContext.ts";
import type { ConsoleServer } from "../consoleServer.ts";
import { addNote } from "./addNote.ts";
import { cancel, fulfil } from "./fulfil.ts";
import { readOrderFilter, toOperatorOrderFilter } from "./orderFilter.ts";
import { removeView, saveView } from "./savedViews.ts";
import { findOrder, showOrder } from "./showOrder.ts";
import { refuseView, showOrders } from "./showOrders.ts";

function addExports({ get, context }: ConsoleServer): void {
  const files = createFileAnswers(context);
  const { db } = context;
  async function sendList(visit: Visit, format: OrderFormat): Promise<Answer> {
    const { filter } = await toOperatorOrderFilter(db, readOrderFilter(visit.query));
    const file = { name: `orders.${format}`, type: orderFileTypes[format] };
    const chosen = { accountId: null, status: null, desk: filter };
    return files.send(visit, file, (session, target) =>
      writeOrderFile(session, chosen, format, target),
    );
  }
  async function sendLines(visit: Visit): Promise<Answer> {
    const order = await findOrder(db, visit.param("order"));
    if (order === undefined) return notFound;
    const { orderId } = order;
    const file = { name: `order-${shortOrderId(orderId)}.csv`, type: orderFileTypes.csv };
    const chosen = { accountId: null, status: null, orderId };
    return files.send(visit, file, (session, target) =>
      writeOrderFile(session, chosen, "csv", target),
    );
  }
  const roles = allRoles;
  get("/console/orders/export.csv", { roles, answer: (visit) => sendList(visit, "csv") });
  get("/console/orders/export.xlsx", { roles, answer: (visit) => sendList(visit, "xlsx") });
  get("/console/orders/:order/lines.csv", { roles, answer: sendLines });
}

/** Adds `/console/orders` and what is under it. */
export function registerOperatorOrders(desk: ConsoleServer): void {
  const { get, post, context } = desk;
  get("/console/orders", { roles: allRoles, answer: (visit) => showOrders(context, visit) });
  get("/console/orders/:order", { roles: allRoles, answer: (visit) => showOrder(context, visit) });
  addExports(desk);
  post("/console/orders/views", {
    roles: allRoles,
    answer: (visit) =>
      saveView(context, visit, (asked, state) => refuseView(context, visit, asked, state)),
  });
  post("/console/orders/views/:view/remove", {
    roles: allRoles,
    answer: (visit) => removeView(context, visit),
  });
  post("/console/orders/:order/fulfil", {
    roles: operatorAndAdminRoles,
    answer: (visit) => fulfil(context, visit),
  });
  post("/console/orders/:order/cancel", {
    roles: operatorAndAdminRoles,
    answer: (visit) => cancel(context, visit),
  });
  post("/console/orders/:order/notes", {
    roles: operatorAndAdminRoles,
    answer: (visit) => addNote(context, visit),
  });
}
