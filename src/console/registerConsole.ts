// The door for operators, whole: every family of pages.
import type { FastifyInstance } from "fastify";
import { registerSite } from "../site/registerSite.ts";
import { registerAccounts } from "./accounts/registerAccounts.ts";
import { registerAgreements } from "./agreements/registerAgreements.ts";
import { registerAudit } from "./audit/registerAudit.ts";
import { registerCatalog } from "./catalog/registerCatalog.ts";
import { registerCharts } from "./charts/registerCharts.ts";
import type { ConsoleContext } from "./consoleContext.ts";
import { type ConsoleServer, createConsoleServer, type DeclaredRoute } from "./consoleServer.ts";
import { createConsoleSite } from "./consoleSite.ts";
import { registerImports } from "./imports/registerImports.ts";
import { registerKeyRequests } from "./keyRequests/registerKeyRequests.ts";
import { registerKeys } from "./keys/registerKeys.ts";
import { registerOperators } from "./operators/registerOperators.ts";
import { registerOperatorOrders } from "./orders/registerOperatorOrders.ts";
import { registerOutbox } from "./outbox/registerOutbox.ts";
import { registerOperatorAccountPages } from "./people/registerOperatorAccountPages.ts";
import { registerRequests } from "./requests/registerRequests.ts";
import { registerSystem } from "./system/registerSystem.ts";
import { registerToday } from "./today/registerToday.ts";

/** A family of pages: it adds its routes. */
export type ConsoleFamily = (desk: ConsoleServer) => void;

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
  registerOperatorAccountPages,
];

/** Adds the console to a server; returns its routes as they were declared. */
export async function registerConsole(
  server: FastifyInstance,
  context: ConsoleContext,
  families: readonly ConsoleFamily[] = consoleFamilies,
): Promise<readonly DeclaredRoute[]> {
  return registerSite(server, createConsoleSite(context), (declare) => {
    const desk = createConsoleServer(context, declare);
    for (const register of families) register(desk);
  });
}
