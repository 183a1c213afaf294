// partsdesk stock import.
import type { Command } from "commander";
import { importStock } from "../catalog/import/importStock.ts";
import { readVendorOption } from "./readVendorOption.ts";
import { addImportOptions, type ImportCommandOptions, runImport } from "./runImport.ts";
import type { Shell } from "./shell.ts";

type StockOptions = ImportCommandOptions & {
  readonly vendor?: string;
  readonly replace: boolean;
};

async function importFile(shell: Shell, path: string, given: StockOptions): Promise<void> {
  const vendor = readVendorOption(given.vendor);
  const { replace } = given;
  await runImport(shell, path, given, ({ db, session, file, options, now }) =>
    importStock(db, session, file, { ...options, vendor, replace }, now),
  );
}

/** Adds the commands of stock. */
export function addStockCommands(program: Command, shell: Shell): void {
  const stock = program.command("stock").description("how many of each offer there are");
  addImportOptions(
    stock.command("import").description("give the offers the stock that a file says they have"),
  )
    .option("--vendor <name>", "whose offers they are, where the file does not say")
    .option("--replace", "put the vendor's offers that the file does not have out of stock", false)
    .action((path: string, options: StockOptions) => importFile(shell, path, options));
}
