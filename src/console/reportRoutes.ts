// The routes of reports; part of the console's table.

import type { SignedInOperator } from "../signIn/signedIn.ts";
import { createRouteBuilders, none, type Route } from "../site/routes.ts";
import { type ConsoleAccess, everyone } from "./access.ts";
import type { ConsoleContext } from "./consoleContext.ts";
import { exportAccounts, exportParts, exportValue } from "./reports/exportReports.ts";
import { showReports } from "./reports/showReports.ts";

const { get } = createRouteBuilders<ConsoleContext, SignedInOperator, ConsoleAccess>();

export const reportRoutes: readonly Route<ConsoleContext, SignedInOperator, ConsoleAccess>[] = [
  get("/console/reports", everyone, none, showReports),
  get("/console/reports/value.csv", everyone, none, exportValue),
  get("/console/reports/accounts.csv", everyone, none, exportAccounts),
  get("/console/reports/parts.csv", everyone, none, exportParts),
];
