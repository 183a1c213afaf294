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
import { keyList } from "./keys/console.ts";
import { operatorKeyList } from "./keys/consoleOperatorKeys.ts";
import { operatorKeyNoun, revokeOperatorKey } from "./keys/operatorKey.ts";
import { keyNoun } from "./keys/operatorKeyQueries.ts";
import { revokeVerb } from "./keys/revokeKey.ts";
import { addOperatorKeyCommands } from "./keys/shellOperatorKeys.ts";
import type { ConsoleAccess, Part } from "./kit/access.ts";
import type { Verb } from "./kit/action.ts";
import {
  inPart,
  listOperation,
  operatorApiPrefix,
  recordOperation,
  type ScopedOperation,
  verbOperation,
} from "./kit/api.ts";
import type { Noun, Surface } from "./kit/declared.ts";
import type { Listing } from "./kit/list.ts";
import {
  addActionCommand,
  addListCommand,
  type ShellContext,
} from "./kit/shell/declaredCommands.ts";
import { formatTable, type JsonOption, printResult } from "./kit/shell/printResult.ts";
import type { Shell } from "./kit/shell/shell.ts";
import { mailActions, outbox } from "./mail/console.ts";
import { mailNoun } from "./mail/outbox.ts";
import { orderOperations } from "./orders/api.ts";
import { userList, userNoun, userVerbs } from "./people/api.ts";
import { quoteRequestOperations } from "./quotes/api.ts";
import { requestOperations } from "./requests/api.ts";
import type { MailingContext } from "./signIn/peopleContext.ts";

type Served = {
  readonly addCommands: (program: Command, shell: Shell) => void;
  readonly operations: readonly ScopedOperation<ShellContext>[];
};

/** A noun on the surfaces that its list and its changes name; without a part, on no API. */
function serve<Listed, Row>(
  part: Part | null,
  list: Listing<Listed>,
  noun: Noun<Row>,
  verbs: readonly Verb<ShellContext, Row>[] = [],
): Served {
  const verbsOn = (surface: Surface) => verbs.filter(({ surfaces }) => surfaces.includes(surface));
  return {
    addCommands(program, shell) {
      addListCommand(program, shell, list);
      for (const verb of verbsOn("shell")) addActionCommand(program, shell, verb);
    },
    operations:
      part === null
        ? []
        : inPart(part, [
            listOperation(list),
            recordOperation(noun),
            ...verbsOn("api").map((verb) => verbOperation(verb)),
          ]),
  };
}

const nouns: readonly Served[] = [
  serve("accounts", accountList, accountNoun, [suspendAccount, resumeAccount]),
  serve("accounts", userList, userNoun, userVerbs),
  serve("accounts", keyList, keyNoun, [revokeVerb]),
  serve(null, outbox, mailNoun, mailActions),
  serve("audit", auditLog, eventNoun),
  serve(null, operatorKeyList, operatorKeyNoun, [revokeOperatorKey]),
];

/** Adds a command for each declaration that has one. */
export function addDeclaredCommands(program: Command, shell: Shell): void {
  for (const { addCommands } of nouns) addCommands(program, shell);
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
type OperatorApiContext = ShellContext &
  MailingContext &
  ImportApiContext & { readonly maxPriceMove: number };

/** The operator API, with the part of its keys that each noun belongs to. */
export const operations: readonly ScopedOperation<OperatorApiContext>[] = [
  ...nouns.flatMap((noun) => noun.operations),
  ...inPart("accounts", keyRequestOperations),
  ...inPart("orders", orderOperations),
  ...inPart("catalog", [...importOperations, ...requestOperations]),
  ...inPart("quotes", quoteRequestOperations),
];
