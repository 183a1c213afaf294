// The door for operators, whole: every family of pages.
import type { FastifyInstance } from "fastify";
import { registerSite } from "../http/registerSite.ts";
import { registerAudit } from "./audit/registerAudit.ts";
import type { ConsoleContext } from "./consoleContext.ts";
import { type ConsoleServer, createConsoleServer, type DeclaredRoute } from "./consoleServer.ts";
import { createConsoleSite } from "./consoleSite.ts";
import { registerImports } from "./imports/registerImports.ts";
import { registerOperators } from "./operators/registerOperators.ts";
import { registerOutbox } from "./outbox/registerOutbox.ts";
import { registerOperatorPeople } from "./people/registerOperatorPeople.ts";
import { registerSystem } from "./system/registerSystem.ts";
import { registerToday } from "./today/registerToday.ts";

/** A family of pages: it adds its routes. */
export type ConsoleFamily = (desk: ConsoleServer) => void;

const consoleFamilies: readonly ConsoleFamily[] = [
  registerToday,
  registerImports,
  registerOutbox,
  registerAudit,
  registerSystem,
  registerOperators,
  registerOperatorPeople,
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
