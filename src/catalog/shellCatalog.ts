import type { Command } from "commander";
import { addImportOptions, type OfferOptions } from "../imports/options.ts";
import {
  addFileCommand,
  type ImportCommandOptions,
  readVendorOption,
  runImport,
} from "../imports/shellImport.ts";
import { addExportOptions, type ExportCommandOptions, runExport } from "../kit/shell/runExport.ts";
import type { Shell } from "../kit/shell/shell.ts";
import { exportCatalog } from "./exportQueries.ts";

type OfferImportOptions = ImportCommandOptions & OfferOptions;

export function addCatalogCommands(program: Command, shell: Shell): void {
  const catalog = program.command("catalog").description("manage the catalog");
  addImportOptions(
    addFileCommand(
      catalog.command("import").description("import offers from a file; invalid rows are refused"),
    ),
    "catalog",
  ).action((path: string, options: OfferImportOptions) =>
    runImport(shell, "catalog", path, options),
  );
  addExportOptions(
    catalog.command("export").description("export offers to a file that can be imported again"),
  )
    .option("--vendor <name>", "only this vendor")
    .action((options: ExportCommandOptions & { vendor?: string }) =>
      runExport(shell, "catalog", options, (_db, session) =>
        exportCatalog(session, readVendorOption(options.vendor), shell.now()),
      ),
    );
}

export function addStockCommands(program: Command, shell: Shell): void {
  const stock = program.command("stock").description("manage stock");
  addImportOptions(
    addFileCommand(stock.command("import").description("import the stock of offers from a file")),
    "stock",
  ).action((path: string, options: OfferImportOptions) => runImport(shell, "stock", path, options));
}
