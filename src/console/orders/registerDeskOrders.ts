// The operators' pages of orders, whole: the list with its exports and own views, an order, and
// what is done to it.
import { createFileAnswers } from "../../http/createFileAnswers.ts";
import type { Answer } from "../../http/visit.ts";
import { shortOrderId } from "../../orders/shortOrderId.ts";
import { type OrderFormat, orderFileTypes, writeOrderFile } from "../../orders/writeOrderFile.ts";
import type { ConsoleServer, Visit } from "../consoleServer.ts";
import { deskRoles, everyRole } from "../everyRole.ts";
import { cancel, fulfil } from "./fulfil.ts";
import { keepView, removeView } from "./keepView.ts";
import { note } from "./note.ts";
import { readAskedOrders, toDeskFilter } from "./readAskedOrders.ts";
import { findOrder, showOrder } from "./showOrder.ts";
import { refuseView, showOrders } from "./showOrders.ts";

function addExports({ get, context }: ConsoleServer): void {
  const files = createFileAnswers(context);
  const { db } = context;
  async function sendList(visit: Visit, format: OrderFormat): Promise<Answer> {
    const { filter } = await toDeskFilter(db, readAskedOrders(visit.query));
    const file = { name: `orders.${format}`, type: orderFileTypes[format] };
    const chosen = { accountId: null, status: null, desk: filter };
    return files.send(visit, file, (session, target) =>
      writeOrderFile(session, chosen, format, target),
    );
  }
  async function sendLines(visit: Visit): Promise<Answer> {
    const order = await findOrder(db, visit.param("order"));
    if (order === undefined) return { kind: "nothing" };
    const { orderId } = order;
    const file = { name: `order-${shortOrderId(orderId)}.csv`, type: orderFileTypes.csv };
    const chosen = { accountId: null, status: null, orderId };
    return files.send(visit, file, (session, target) =>
      writeOrderFile(session, chosen, "csv", target),
    );
  }
  const roles = everyRole;
  get("/console/orders/export.csv", { roles, answer: (visit) => sendList(visit, "csv") });
  get("/console/orders/export.xlsx", { roles, answer: (visit) => sendList(visit, "xlsx") });
  get("/console/orders/:order/lines.csv", { roles, answer: sendLines });
}

/** Adds `/console/orders` and what is under it. */
export function registerDeskOrders(desk: ConsoleServer): void {
  const { get, post, context } = desk;
  get("/console/orders", { roles: everyRole, answer: (visit) => showOrders(context, visit) });
  get("/console/orders/:order", { roles: everyRole, answer: (visit) => showOrder(context, visit) });
  addExports(desk);
  post("/console/orders/views", {
    roles: everyRole,
    answer: (visit) =>
      keepView(context, visit, (asked, state) => refuseView(context, visit, asked, state)),
  });
  post("/console/orders/views/:view/remove", {
    roles: everyRole,
    answer: (visit) => removeView(context, visit),
  });
  post("/console/orders/:order/fulfil", {
    roles: deskRoles,
    answer: (visit) => fulfil(context, visit),
  });
  post("/console/orders/:order/cancel", {
    roles: deskRoles,
    answer: (visit) => cancel(context, visit),
  });
  post("/console/orders/:order/notes", {
    roles: deskRoles,
    answer: (visit) => note(context, visit),
  });
}
