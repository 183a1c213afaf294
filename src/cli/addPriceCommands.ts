// partsdesk price import.
import type { Command } from "commander";
import { importAgreement } from "../pricing/importAgreement.ts";
import { requireAccount } from "./addAccountCommands.ts";
import { addImportOptions, type ImportCommandOptions, runImport } from "./runImport.ts";
import type { Shell } from "./shell.ts";

type PriceOptions = ImportCommandOptions & { readonly account: string };

async function importFile(shell: Shell, path: string, given: PriceOptions): Promise<void> {
  await runImport(shell, path, given, async ({ db, session, file, options, now }) => {
    const account = await requireAccount(db, given.account);
    return importAgreement(db, session, file, { ...options, account }, now);
  });
}

/** Adds the commands of prices. */
export function addPriceCommands(program: Command, shell: Shell): void {
  const price = program.command("price").description("what accounts have agreed to pay");
  addImportOptions(
    price
      .command("import")
      .description("make an account's agreement what a file says, but for rows it refuses"),
  )
    .requiredOption("--account <account>", "id or name of the account")
    .action((path: string, options: PriceOptions) => importFile(shell, path, options));
}
