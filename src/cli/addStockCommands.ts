import type { Command } from "commander";
import { importStock } from "../catalog/import/importStock.ts";
import {
  addImportOptions,
  type ImportCommandOptions,
  readVendorOption,
  runImport,
} from "./runImport.ts";
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

export function addStockCommands(program: Command, shell: Shell): void {
  const stock = program.command("stock").description("manage stock");
  addImportOptions(stock.command("import").description("import the stock of offers from a file"))
    .option("--vendor <name>", "vendor of the offers, if the file has no vendor column")
    .option("--replace", "set the stock of the vendor's other offers to 0", false)
    .action((path: string, options: StockOptions) => importFile(shell, path, options));
}
