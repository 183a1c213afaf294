import type { Command } from "commander";
import { shellActor } from "../audit/actor.ts";
import type { Database } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { parseCurrency, parsePercent } from "../kit/money.ts";
import { printResult } from "../kit/shell/printResult.ts";
import { CommandFailure, type Shell, withDatabase } from "../kit/shell/shell.ts";
import { hasCompleteDomain } from "../mail/emailAddress.ts";
import { isMailbox } from "../mail/queueMail.ts";
import type { Account, AccountId } from "./account.ts";
import { openAccount } from "./openAccount.ts";
import { selectAccount } from "./queries.ts";

export async function requireAccount(db: Database, idOrName: string): Promise<Account> {
  const account = await selectAccount(db, idOrName);
  if (account === undefined) {
    throw new CommandFailure("notFound", `There is no account "${idOrName}".`);
  }
  return account;
}

export type AccountOption = { readonly account?: string };

/** The account that an option names; null if the option is not set. */
export async function findAccountId(
  db: Database,
  { account }: AccountOption,
): Promise<AccountId | null> {
  return account === undefined ? null : (await requireAccount(db, account)).accountId;
}

type CreateOptions = {
  readonly name: string;
  readonly email: string;
  readonly currency: string;
  readonly discount: string;
  readonly json: boolean;
};

async function create(shell: Shell, options: CreateOptions): Promise<void> {
  const currency = parseCurrency(options.currency);
  if (currency === undefined) {
    throw new CommandFailure("usage", `--currency: "${options.currency}" is not an ISO 4217 code.`);
  }
  const discount = parsePercent(options.discount);
  if (discount === undefined) {
    throw new CommandFailure("usage", "--discount: expected a percentage such as 7.5, up to 100.");
  }
  const name = options.name.trim();
  const email = options.email.trim();
  if (name === "" || name.length > 200) {
    throw new CommandFailure("usage", "--name: expected 1 to 200 characters.");
  }
  if (!isMailbox(email) || !hasCompleteDomain(email)) {
    throw new CommandFailure("usage", `--email: "${email}" is not a complete e-mail address.`);
  }
  await withDatabase(shell, async (db) => {
    const accountId = newId() as AccountId;
    const account = { accountId, name, email, currency, discount, now: shell.now() };
    if ((await openAccount(db, account, shellActor)) === "name taken") {
      throw new CommandFailure("conflict", `An account named "${name}" already exists.`);
    }
    const value = { account_id: accountId, name, email, currency, discount: options.discount };
    printResult(options.json, value, [`Account ${name} created: ${accountId}`]);
  });
}

export function addAccountCommands(program: Command, shell: Shell): void {
  const account = program.command("account").description("manage customer accounts");
  account
    .command("create")
    .description("create an account")
    .requiredOption("--name <name>", "name; must be unique, ignoring case")
    .requiredOption("--email <address>", "e-mail address of the account")
    .option("--currency <code>", "ISO 4217 code", "USD")
    .option("--discount <percent>", "discount off all list prices, in percent", "0")
    .option("--json", "print JSON", false)
    .action((options: CreateOptions) => create(shell, options));
}
