// The whole API: every address with its schemas and hooks. Nothing else is reachable under its
// prefixes.
import type { FastifyInstance } from "fastify";
import type { CatalogRequest } from "../contract/catalog.ts";
import { apiPrefixes } from "../contract/limits.ts";
import type { OrderListQuery, OrderRequest } from "../contract/orders.ts";
import type { Admissions } from "./admission.ts";
import type { ApiContext } from "./apiContext.ts";
import { createCatalogHandler } from "./catalogHandler.ts";
import { createRequestRecorder } from "./createRequestRecorder.ts";
import { describeCatalog } from "./describeCatalog.ts";
import { describeOrder, describeOrderCreation, describeOrderList } from "./describeOrders.ts";
import { createListOrdersHandler } from "./listOrdersHandler.ts";
import { createOrderHandler } from "./orderHandler.ts";
import { createReadOrderHandler } from "./readOrderHandler.ts";

const orderPath = /^\/orders\/[^/]+$/;

/** Lists the methods of an API address, for 405; empty if there is no such address. */
export function apiMethods(path: string): readonly string[] {
  const prefix = apiPrefixes.find((candidate) => path.startsWith(`${candidate}/`));
  if (prefix === undefined) return [];
  const rest = path.slice(prefix.length);
  if (rest === "/catalog") return ["POST"];
  if (rest === "/orders") return ["GET", "HEAD", "POST"];
  return orderPath.test(rest) ? ["GET", "HEAD"] : [];
}

/** Adds the API to a server, identically under both prefixes (decision 1). */
export function registerApi(
  server: FastifyInstance,
  context: ApiContext,
  admissions: Admissions,
): void {
  const catalogHooks = {
    onRequest: admissions.catalog.admit,
    onResponse: createRequestRecorder(context),
  };
  const orderHooks = { ...catalogHooks, onRequest: admissions.orders.admit };
  server.decorateRequest("caller").decorateRequest("logDetails");
  for (const prefix of apiPrefixes) {
    const hide = prefix !== apiPrefixes[0];
    server.post<{ Body: CatalogRequest }>(
      `${prefix}/catalog`,
      { schema: { ...describeCatalog, hide }, ...catalogHooks },
      createCatalogHandler(context),
    );
    server.post<{ Body: OrderRequest }>(
      `${prefix}/orders`,
      { schema: { ...describeOrderCreation, hide }, ...orderHooks },
      createOrderHandler(context, prefix),
    );
    server.get<{ Querystring: OrderListQuery }>(
      `${prefix}/orders`,
      { schema: { ...describeOrderList, hide }, ...orderHooks },
      createListOrdersHandler(context),
    );
    server.get<{ Params: { order_id: string } }>(
      `${prefix}/orders/:order_id`,
      { schema: { ...describeOrder, hide }, ...orderHooks },
      createReadOrderHandler(context),
    );
  }
}
