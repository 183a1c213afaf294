import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { selectAccounts } from "../accounts/queries.ts";
import type { Database } from "../db/database.ts";
import { demoFiles } from "../db/embedded/fileNames.ts";
import { parseKey } from "../keys/plainKey.ts";
import { apiPrefixes } from "../kit/contract/limits.ts";
import { printStep } from "../kit/shell/printResult.ts";
import { CommandFailure, type Shell, withDatabase } from "../kit/shell/shell.ts";
import type { Config } from "../server/config.ts";
import { runUntilStopped } from "../server/shellServe.ts";
import { createPasswordHasher } from "../signIn/passwordHasher.ts";
import { createPeopleContext, type PeopleContext } from "../signIn/peopleContext.ts";
import { demoLogins, demoOperator, prepareDemoLogins } from "./demoLogins.ts";
import { demoShowcase } from "./demoShowcase.ts";
import { hasOrders } from "./history/historyQueries.ts";
import { startOfHistory } from "./history/historyTimes.ts";
import { loadDemoHistory } from "./history/loadDemoHistory.ts";
import { historyAccounts } from "./history/planEvents.ts";
import { demoAccounts, isActiveKey, loadDemo } from "./loadDemo.ts";

type DemoAccess = { readonly key: string; readonly password: string };

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Returns the stored demo key, or loads the demo and creates a new key. */
async function prepareDemo(db: Database, config: Config, now: Date): Promise<string> {
  const file = join(config.dataDir, demoFiles.key);
  const stored = await readIfPresent(file);
  if (stored !== undefined && (await isActiveKey(db, stored))) return stored;
  const demoNames = new Set<string>([
    ...demoAccounts.map((account) => account.name),
    ...Object.values(historyAccounts),
  ]);
  const others = (await selectAccounts(db)).filter((account) => !demoNames.has(account.name));
  if (others.length > 0) {
    const message =
      "This database is not empty. The demo needs an empty database; use serve for this one.";
    throw new CommandFailure("conflict", message);
  }
  const key = await printStep("Loading the demo catalog, about 20,000 offers", () =>
    loadDemo(db, startOfHistory(now)),
  );
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return key;
}

/** Returns the stored password of the demo logins, or sets a new one. */
async function prepareLogins(context: PeopleContext, config: Config, now: Date): Promise<string> {
  const file = join(config.dataDir, demoFiles.password);
  const stored = await readIfPresent(file);
  const password = await prepareDemoLogins(context, stored, now);
  if (password !== stored) await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Loads what is missing: catalog, accounts, logins and the history of 60 days. */
async function prepareAccess(
  db: Database,
  config: Config,
  secret: Buffer,
  now: Date,
): Promise<DemoAccess> {
  const context = createPeopleContext({ ...config, db, secret, hasher: createPasswordHasher() });
  const key = await prepareDemo(db, config, now);
  const password = await prepareLogins(context, config, startOfHistory(now));
  const plainKey = parseKey(key);
  if (plainKey !== undefined && !(await hasOrders(db))) {
    const history = { ...context, calendar: config.calendar };
    await printStep("Loading 60 days of orders, requests and imports", () =>
      loadDemoHistory(history, { secret, key: plainKey }, now),
    );
  }
  return { key, password };
}

/** Formats a lookup of a part and an order of it, to be pasted as they are. */
function formatCommands(address: string, key: string): string[] {
  const lookup = `'{"part_numbers": ["${demoShowcase.inStock}"]}'`;
  return [
    `post() { curl -s "${address}${apiPrefixes[0]}/$1" -d "$2" \\`,
    `  -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json'; echo; }`,
    `post catalog ${lookup}`,
    "",
    `part=$(post catalog ${lookup} | grep -o '"part_id":"[^"]*"')`,
    `post orders "{\\"items\\": [{$part, \\"quantity\\": 2}]}"`,
  ];
}

function describeDemo(address: string, { key, password }: DemoAccess): string[] {
  const logins = demoLogins.map(({ email, account }) => `${email}   (account ${account})`);
  return [
    "partsdesk is running with demo data. All companies, people and parts are fictional.",
    "",
    `  API         ${address}${apiPrefixes[0]}`,
    `  Reference   ${address}/docs`,
    `  Health      ${address}/readyz`,
    `  API key     ${key}   (account ${demoAccounts[0].name})`,
    `  Portal      ${address}/sign-in`,
    ...logins.map((login) => `  Sign in as  ${login}`),
    `  Console     ${address}/console`,
    `  Sign in as  ${demoOperator.email}   (operator)`,
    `  Password    ${password}   (for every login)`,
    "",
    "Look up a part, and order two of it:",
    "",
    ...formatCommands(address, key),
    "",
    "Press Ctrl-C to stop. The data is kept for the next start.",
  ];
}

const distributorName = "Example Aero Parts";

export function addDemoCommand(program: Command, shell: Shell): void {
  program
    .command("demo")
    .description("run the service with demo data")
    .action(async () => {
      const config = shell.readConfig({
        LOG_LEVEL: "warn",
        DISTRIBUTOR_NAME: distributorName,
        STOP_DELAY_SECONDS: "0",
        WORKERS: "1",
      });
      const { service, ...access } = await withDatabase(
        shell,
        async (db, _config, secret) => ({
          ...(await prepareAccess(db, config, secret, shell.now())),
          service: await shell.startNode(config),
        }),
        config,
      );
      const stopped = runUntilStopped(service, config);
      process.stdout.write(`${describeDemo(service.address, access).join("\n")}\n`);
      await stopped;
    });
}
