// The door for operators, whole: every family of pages.
import type { FastifyInstance } from "fastify";
import { registerSite } from "../site/registerSite.ts";
import { registerAccounts } from "./accounts/registerAccounts.ts";
import { registerAgreements } from "./agreements/registerAgreements.ts";
import { registerAudit } from "./audit/registerAudit.ts";
import { registerCatalog } from "./catalog/registerCatalog.ts";
import { registerCharts } from "./charts/registerCharts.ts";
import type { ConsoleContext } from "./consoleContext.ts";
import { type ConsoleRoute, type ConsoleServer, collectRoutes } from "./consoleServer.ts";
import { createConsoleSite } from "./consoleSite.ts";
import { registerImports } from "./imports/registerImports.ts";
import { registerKeyRequests } from "./keyRequests/registerKeyRequests.ts";
import { registerKeys } from "./keys/registerKeys.ts";
import { registerOperators } from "./operators/registerOperators.ts";
import { registerOperatorOrders } from "./orders/registerOperatorOrders.ts";
import { registerOutbox } from "./outbox/registerOutbox.ts";
import { registerRequests } from "./requests/registerRequests.ts";
import { signInPages } from "./signInPages.ts";
import { registerSystem } from "./system/registerSystem.ts";
import { registerToday } from "./today/registerToday.ts";

/** A family of pages: it adds its routes. */
type ConsoleFamily = (desk: ConsoleServer) => void;

const consoleFamilies: readonly ConsoleFamily[] = [
  registerToday,
  registerOperatorOrders,
  registerRequests,
  registerCharts,
  registerAccounts,
  registerKeys,
  registerKeyRequests,
  registerCatalog,
  registerAgreements,
  registerImports,
  registerOutbox,
  registerAudit,
  registerSystem,
  registerOperators,
];

/** Adds the console to a server; returns its routes. */
export async function registerConsole(
  server: FastifyInstance,
  context: ConsoleContext,
): Promise<readonly ConsoleRoute[]> {
  const routes = [...collectRoutes(context, consoleFamilies), ...signInPages];
  await registerSite(server, createConsoleSite(context), context, routes);
  return routes;
}
