// partsdesk demo: the service with a fictional distributor's data, and what a newcomer needs to
// try it.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { selectAccounts } from "../accounts/queries.ts";
import type { Config } from "../config.ts";
import { apiPrefixes } from "../contract/limits.ts";
import type { Database } from "../db/database.ts";
import { demoLogins, demoOperator, prepareDemoLogins } from "../demo/demoLogins.ts";
import { demoShowcase } from "../demo/demoShowcase.ts";
import { demoAccounts, isGoodKey, loadDemo } from "../demo/loadDemo.ts";
import { createPasswordHasher } from "../signIn/passwordHasher.ts";
import { createPeopleContext } from "../signIn/peopleContext.ts";
import { runUntilStopped } from "./addServeCommand.ts";
import { say } from "./printResult.ts";
import { CommandFailure, type Shell, withDatabase } from "./shell.ts";

async function readKept(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The demo key: the one kept from an earlier start, or a new one once the demo is loaded. */
async function prepareDemo(db: Database, config: Config, now: Date): Promise<string> {
  const file = join(config.dataDir, "demo.key");
  const kept = await readKept(file);
  if (kept !== undefined && (await isGoodKey(db, kept, now))) return kept;
  const demoNames = new Set<string>(demoAccounts.map((account) => account.name));
  const strangers = (await selectAccounts(db)).filter((account) => !demoNames.has(account.name));
  if (strangers.length > 0) {
    const message =
      "This database has accounts of its own; demo fills only an empty one. Use serve.";
    throw new CommandFailure("conflict", message);
  }
  say("Loading the demo catalog, some 20,000 offers.");
  const key = await loadDemo(db, now);
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return key;
}

/** The password of the demo logins: the one kept from an earlier start, or a new one. */
async function prepareLogins(
  db: Database,
  config: Config,
  secret: Buffer,
  now: Date,
): Promise<string> {
  const file = join(config.dataDir, "demo.password");
  const kept = await readKept(file);
  const context = createPeopleContext({
    ...config,
    db,
    secret,
    hasher: createPasswordHasher(),
  });
  const password = await prepareDemoLogins(context, kept, now);
  if (password !== kept) await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** The curl line of a lookup, and the one that orders a part of its answer. */
function writeCurlLines(baseUrl: string, key: string): [string, string] {
  const call = (path: string, body: string): string =>
    `curl -s ${baseUrl}${apiPrefixes[0]}/${path} -H 'Authorization: Bearer ${key}' ` +
    `-H 'Content-Type: application/json' -d ${body}`;
  const lookup = call("catalog", `'{"part_numbers":["${demoShowcase.inStock}"]}'`);
  const takePartId = `grep -o '"part_id":"[^"]*"'`;
  const order = call("orders", `"{\\"items\\":[{$(${lookup} | ${takePartId}),\\"quantity\\":2}]}"`);
  return [lookup, order];
}

/** What opens the demo: a key for its interface, a password for its logins. */
type DemoAccess = { readonly key: string; readonly password: string };

/** What is printed once the demo serves: where, how to sign in, and two lines to paste. */
export function describeDemo(address: string, { key, password }: DemoAccess): string[] {
  const [lookup, order] = writeCurlLines(address, key);
  const logins = demoLogins.map(({ email, account }) => `${email}   (account ${account})`);
  return [
    "partsdesk serves a fictional distributor. Everything in it is made up.",
    "",
    `  Interface   ${address}${apiPrefixes[0]}`,
    `  Reference   ${address}/docs`,
    `  Health      ${address}/readyz`,
    `  API key     ${key}   (account ${demoAccounts[0].name})`,
    `  Web site    ${address}/sign-in`,
    ...logins.map((login) => `  Sign in as  ${login}`),
    `  Console     ${address}/console`,
    `  Sign in as  ${demoOperator.email}   (operator)`,
    `  Password    ${password}   (of each)`,
    "",
    "Look a part up:",
    "",
    lookup,
    "",
    "Order two of it, with the part_id of a fresh lookup:",
    "",
    order,
    "",
    "Ctrl-C stops it; the data stays for the next start.",
  ];
}

/** Who is fictional. */
const distributorName = "Example Aero Parts";

/** Adds the command that serves the demo. */
export function addDemoCommand(program: Command, shell: Shell): void {
  program
    .command("demo")
    .description("run the service with a fictional distributor's data")
    .action(async () => {
      const config = shell.readConfig({ LOG_LEVEL: "warn", DISTRIBUTOR_NAME: distributorName });
      const { service, ...access } = await withDatabase(shell, async (db, _config, secret) => ({
        key: await prepareDemo(db, config, shell.now()),
        password: await prepareLogins(db, config, secret, shell.now()),
        service: await shell.startNode(config),
      }));
      process.stdout.write(`${describeDemo(service.address, access).join("\n")}\n`);
      await runUntilStopped(service, config);
    });
}
