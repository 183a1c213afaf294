// What is declared, by its surfaces: commands of the shell and operations of the operator API. The
// pages of the sites are in `consoleRoutes` and `portalRoutes`, the other commands in the `shell` files
// of their nouns.
import type { Command } from "commander";
import { accountList } from "./accounts/console.ts";
import { accountNoun, resumeAccount, suspendAccount } from "./accounts/suspension.ts";
import { auditLog } from "./audit/console.ts";
import { eventNoun } from "./audit/queries.ts";
import { type ImportApiContext, importOperations } from "./imports/api.ts";
import { keyRequestOperations } from "./keyRequests/api.ts";
import { keyOperations } from "./keys/api.ts";
import { operatorKeyList } from "./keys/consoleOperatorKeys.ts";
import { revokeOperatorKey } from "./keys/operatorKey.ts";
import { addOperatorKeyCommands } from "./keys/shellOperatorKeys.ts";
import type { ConsoleAccess } from "./kit/access.ts";
import {
  actionOperation,
  listOperation,
  type Operation,
  operatorApiPrefix,
  recordOperation,
} from "./kit/api.ts";
import type { Context } from "./kit/declared.ts";
import { addActionCommand, addListCommand } from "./kit/shell/declaredCommands.ts";
import { formatTable, type JsonOption, printResult } from "./kit/shell/printResult.ts";
import type { Shell } from "./kit/shell/shell.ts";
import { mailActions, outbox } from "./mail/console.ts";
import { orderOperations } from "./orders/api.ts";
import { peopleOperations } from "./people/api.ts";
import { quoteRequestOperations } from "./quotes/api.ts";
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

/** One thing that a person or a system can do. `who`: roles, a scope, or who is signed in. */
type Entry = { readonly kind: string; readonly name: string; readonly who: string };

type SiteRoute = {
  readonly method: string;
  readonly path: string;
  readonly access: ConsoleAccess | string;
};

function describeRoute({ method, path, access }: SiteRoute): Entry {
  const who = typeof access === "string" ? access : access.roles.join(", ");
  return { kind: "page", name: `${method} ${path}`, who };
}

function listCommands(program: Command, above: readonly string[] = []): Entry[] {
  return program.commands.flatMap((command) => {
    const name = [...above, command.name()];
    const own = { kind: "command", name: name.join(" "), who: "shell" };
    return command.commands.length === 0 ? [own] : listCommands(command, name);
  });
}

/** Every page of both sites, every operation of both APIs and every command, from their tables. */
async function listSurface(program: Command): Promise<Entry[]> {
  // A command such as `key revoke` is urgent: it does not wait for the sites to load.
  const [{ consoleRoutes }, { portalRoutes }, { apiOperations }] = await Promise.all([
    import("./home/consoleRoutes.ts"),
    import("./home/portalRoutes.ts"),
    import("./server/api/registerApi.ts"),
  ]);
  return [
    ...portalRoutes.map(describeRoute),
    ...consoleRoutes.map(describeRoute),
    ...apiOperations.map((name) => ({ kind: "API", name, who: "key of an account" })),
    ...operations.map(({ method, path, scope }) => {
      return { kind: "operator API", name: `${method} ${operatorApiPrefix}${path}`, who: scope };
    }),
    ...listCommands(program),
  ];
}

export function addSurfaceCommand(program: Command): void {
  program
    .command("surface")
    .description("list every page, operation and command, and who may use it")
    .option("--json", "print JSON", false)
    .action(async ({ json }: JsonOption) => {
      const entries = await listSurface(program);
      const rows = entries.map(({ kind, name, who }) => [kind, name, who]);
      printResult(json, entries, formatTable(["kind", "name", "who"], rows));
    });
}

/** What an operation can use. */
type OperatorApiContext = Context &
  MailingContext &
  ImportApiContext & { readonly maxPriceMove: number };

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
