// partsdesk catalog import.
import type { Command } from "commander";
import { importCatalog } from "../catalog/importCatalog.ts";
import { cleanText } from "../imports/cleanText.ts";
import { type ImportCommandOptions, runImport } from "./runImport.ts";
import { CommandFailure, type Shell } from "./shell.ts";

type ImportOptions = ImportCommandOptions & {
  readonly vendor?: string;
  readonly replace: boolean;
};

function readVendor(text: string): string {
  const clean = cleanText(text);
  if (clean.outcome === "refused") throw new CommandFailure("usage", `--vendor ${clean.reason}.`);
  if (clean.text === null || [...clean.text].length > 200) {
    throw new CommandFailure("usage", "--vendor: expected 1 to 200 characters.");
  }
  return clean.text;
}

async function importFile(shell: Shell, path: string, options: ImportOptions): Promise<void> {
  const vendor = options.vendor === undefined ? null : readVendor(options.vendor);
  const { dryRun, replace } = options;
  await runImport(shell, path, options, async ({ session, batches, now, refusedRows, onStep }) => {
    const imported = await importCatalog(
      session,
      batches,
      { vendor, replace, dryRun, refusedRows, onStep },
      now,
    );
    const { created, updated, unchanged, deactivated, refused, ...rest } = imported;
    return { counts: { created, updated, unchanged, deactivated, refused }, dryRun, ...rest };
  });
}

/** Adds the commands of the catalog. */
export function addCatalogCommands(program: Command, shell: Shell): void {
  const catalog = program.command("catalog").description("what can be bought");
  catalog
    .command("import")
    .description("make the offers what a CSV file says, but for rows it refuses")
    .argument("<file>", "the file, or - for standard input")
    .option("--vendor <name>", "whose offers they are, where the file does not say")
    .option("--replace", "discontinue the vendor's offers that the file does not have", false)
    .option("--dry-run", "count what it would do and write nothing", false)
    .option("--errors <file>", "write the refused rows here, each with what is wrong with it")
    .option("--json", "answer as JSON", false)
    .action((path: string, options: ImportOptions) => importFile(shell, path, options));
}
