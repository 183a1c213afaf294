// What is declared, by its surfaces: commands of the shell and operations of the operator API. The
// pages of the sites are in `consoleRoutes` and `portalRoutes`, the other commands in `src/cli`.
import type { Command } from "commander";
import { accountList } from "./accounts/console.ts";
import { accountNoun, resumeAccount, suspendAccount } from "./accounts/suspension.ts";
import { auditLog } from "./audit/console.ts";
import { eventNoun } from "./audit/queries.ts";
import type { Shell } from "./cli/shell.ts";
import { type ImportApiContext, importOperations } from "./imports/api.ts";
import { keyRequestOperations } from "./keyRequests/api.ts";
import { keyOperations } from "./keys/api.ts";
import { actionOperation, listOperation, type Operation, recordOperation } from "./kit/api.ts";
import type { Context } from "./kit/declared.ts";
import { addActionCommand, addListCommand } from "./kit/shell.ts";
import { mailActions, outbox } from "./mail/console.ts";
import { operatorKeyList } from "./operatorKeys/console.ts";
import { revokeOperatorKey } from "./operatorKeys/operatorKey.ts";
import { addOperatorKeyCommands } from "./operatorKeys/shell.ts";
import { orderOperations } from "./orders/api.ts";
import { peopleOperations } from "./people/api.ts";
import { quoteRequestOperations } from "./quoteRequests/api.ts";
import { requestOperations } from "./requests/api.ts";
import type { MailingContext } from "./signIn/peopleContext.ts";

/** Adds a command for each declaration that has one. */
export function addDeclaredCommands(program: Command, shell: Shell): void {
  addListCommand(program, shell, accountList);
  addActionCommand(program, shell, suspendAccount);
  addActionCommand(program, shell, resumeAccount);
  addListCommand(program, shell, outbox);
  for (const action of mailActions) addActionCommand(program, shell, action);
  addListCommand(program, shell, auditLog);
  addListCommand(program, shell, operatorKeyList);
  addActionCommand(program, shell, revokeOperatorKey);
  addOperatorKeyCommands(program, shell);
}

/** What an operation can use. */
type OperatorApiContext = Context & MailingContext & ImportApiContext;

/** The operator API, with the scope of each noun. */
export const operations: readonly Operation<OperatorApiContext>[] = [
  listOperation("accounts:read", accountList),
  recordOperation("accounts:read", accountNoun),
  actionOperation("accounts:write", suspendAccount),
  actionOperation("accounts:write", resumeAccount),
  ...peopleOperations,
  ...keyOperations,
  ...keyRequestOperations,

  ...orderOperations,
  ...importOperations,
  ...quoteRequestOperations,
  ...requestOperations,

  listOperation("audit:read", auditLog),
  recordOperation("audit:read", eventNoun),
];
