// The routes of orders; part of the console's table.

import type { SignedInOperator } from "../signIn/signedIn.ts";
import { createRouteBuilders, largeFormBytes, none, type Route } from "../site/routes.ts";
import { type ConsoleAccess, everyone, operators } from "./access.ts";
import type { ConsoleContext } from "./consoleContext.ts";
import { sendNewDraft, showNewDraft } from "./customerDrafts/newDraft.ts";
import * as load from "./loaders.ts";
import { addNote, cancelOrder, correct, fulfil, markAnswered } from "./orders/changeOrder.ts";
import { removeView, saveView } from "./orders/changeViews.ts";
import { exportOrderLines, exportOrdersAsCsv, exportOrdersAsXlsx } from "./orders/exportOrders.ts";
import { fulfilSelected, showFulfilSelected } from "./orders/fulfilSelected.ts";
import { showOrder } from "./orders/showOrder.ts";
import { showOrders } from "./orders/showOrders.ts";

const { get, post } = createRouteBuilders<ConsoleContext, SignedInOperator, ConsoleAccess>();

/** The lines of an order, as an operator pastes them. */
const draftForm = { maxBodyBytes: largeFormBytes };

export const orderRoutes: readonly Route<ConsoleContext, SignedInOperator, ConsoleAccess>[] = [
  get("/console/orders", everyone, none, showOrders),
  get("/console/orders/export.csv", everyone, none, exportOrdersAsCsv),
  get("/console/orders/export.xlsx", everyone, none, exportOrdersAsXlsx),
  get("/console/orders/fulfil", operators, none, showFulfilSelected),
  post("/console/orders/fulfil", operators, none, fulfilSelected),
  post("/console/orders/views", everyone, none, saveView),
  post("/console/orders/views/:view/remove", everyone, load.savedView, removeView),
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
