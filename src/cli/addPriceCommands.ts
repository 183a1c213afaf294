// partsdesk price import.
import type { Command } from "commander";
import { importAgreement } from "../pricing/importAgreement.ts";
import { requireAccount } from "./addAccountCommands.ts";
import { type ImportCommandOptions, runImport } from "./runImport.ts";
import type { Shell } from "./shell.ts";

type ImportOptions = ImportCommandOptions & { readonly account: string };

async function importFile(shell: Shell, path: string, options: ImportOptions): Promise<void> {
  const { dryRun } = options;
  await runImport(shell, path, options, async (ground) => {
    const { db, session, batches, now, refusedRows, onStep } = ground;
    const account = await requireAccount(db, options.account);
    const imported = await importAgreement(
      session,
      batches,
      { account, dryRun, refusedRows, onStep },
      now,
    );
    const { created, updated, unchanged, refused, unknownParts, ...rest } = imported;
    const counts = { created, updated, unchanged, refused, unknown_parts: unknownParts };
    return { counts, dryRun, ...rest };
  });
}

/** Adds the commands of prices. */
export function addPriceCommands(program: Command, shell: Shell): void {
  const price = program.command("price").description("what accounts have agreed to pay");
  price
    .command("import")
    .description("make an account's agreement what a CSV file says, but for rows it refuses")
    .argument("<file>", "the file, or - for standard input")
    .requiredOption("--account <account>", "id or name of the account")
    .option("--dry-run", "count what it would do and write nothing", false)
    .option("--errors <file>", "write the refused rows here, each with what is wrong with it")
    .option("--json", "answer as JSON", false)
    .action((path: string, options: ImportOptions) => importFile(shell, path, options));
}
