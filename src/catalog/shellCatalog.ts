import type { Command } from "commander";
import { addImportOptions, type OfferOptions } from "../imports/options.ts";
import {
  addFileCommand,
  type ImportCommandOptions,
  readVendorOption,
  runImport,
} from "../imports/shellImport.ts";
import { type JsonOption, makeVisible, printResult } from "../kit/shell/printResult.ts";
import { addExportOptions, type ExportCommandOptions, runExport } from "../kit/shell/runExport.ts";
import { CommandFailure, type Shell, withDatabase, withSession } from "../kit/shell/shell.ts";
import { selectHistoryStart } from "./changeQueries.ts";
import { exportCatalog } from "./exportQueries.ts";
import { type FieldChange, listPartHistory, type PartHistory } from "./partHistory.ts";
import { ChangesExpired, readChanges } from "./readChanges.ts";

function describeChange({ field, before, after }: FieldChange): string {
  const show = (value: unknown) => makeVisible(JSON.stringify(value ?? null));
  return `      ${field}: ${show(before)} to ${show(after)}`;
}

function formatHistory(offer: PartHistory): string[] {
  const { partNumber, vendor, condition, unitOfMeasure, manufacturer, cage, createdRun } = offer;
  const made = [manufacturer, cage].filter((text) => text !== null).map(makeVisible);
  const names = [partNumber, makeVisible(vendor), condition, unitOfMeasure, ...made];
  const created = createdRun === null ? "without an import" : `by run ${createdRun}`;
  return [
    `${names.join(", ")}: created ${created}.`,
    ...offer.entries.flatMap(({ runId, at, startedBy, action, fields }) => [
      `  run ${runId}, ${at}, ${makeVisible(startedBy)}: ${action}`,
      ...fields.map(describeChange),
    ]),
  ];
}

async function showHistory(shell: Shell, part: string, { json }: JsonOption): Promise<void> {
  const [offers, start] = await withDatabase(shell, (db) =>
    Promise.all([listPartHistory(db, part), selectHistoryStart(db)]),
  );
  if (offers.length === 0) {
    throw new CommandFailure("notFound", `There is no part ${makeVisible(part)}.`);
  }
  const value = offers.map((offer) => ({
    offer_id: offer.offerId,
    part_number: offer.partNumber,
    vendor: offer.vendor,
    condition: offer.condition,
    unit_of_measure: offer.unitOfMeasure,
    manufacturer: offer.manufacturer,
    cage: offer.cage,
    created_run: offer.createdRun,
    entries: offer.entries.map(({ runId, at, startedBy, fileName, action, fields }) => ({
      run_id: runId,
      at,
      started_by: startedBy,
      file_name: fileName,
      action,
      fields,
    })),
  }));
  const expired = start === null ? [] : [`Changes before ${start.toISOString()} have expired.`];
  printResult(json, value, [...offers.flatMap(formatHistory), ...expired]);
}

async function showChanges(shell: Shell, given: { readonly since: string }): Promise<void> {
  if (!/^\d{1,15}$/.test(given.since)) {
    throw new CommandFailure(
      "usage",
      "--since: expected a position, or 0 to start from the beginning.",
    );
  }
  const reading = withDatabase(shell, (db) =>
    withSession(db, async (session) => {
      for await (const { place, changes, isWhole } of readChanges(session, Number(given.since))) {
        for (const { offerId, action } of changes) {
          printResult(true, { place, offer_id: offerId, action }, []);
        }
        if (isWhole) printResult(true, { place, whole: true }, []);
      }
    }),
  );
  await reading.catch((error: unknown) => {
    if (!(error instanceof ChangesExpired)) throw error;
    const remedy = `Export the catalog, then continue with --since ${error.place}.`;
    throw new CommandFailure("conflict", `${error.message} ${remedy}`);
  });
}

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
  catalog
    .command("history")
    .description("show how imports changed the offers of a part")
    .argument("<part>", "part number")
    .option("--json", "print JSON", false)
    .action((part: string, options: JsonOption) => showHistory(shell, part, options));
  catalog
    .command("changes")
    .description("list changes after a position, in order, as JSON Lines")
    .requiredOption(
      "--since <place>",
      "the last complete position that was read, or 0 to start from the beginning",
    )
    .action((options: { since: string }) => showChanges(shell, options));
}

export function addStockCommands(program: Command, shell: Shell): void {
  const stock = program.command("stock").description("manage stock");
  addImportOptions(
    addFileCommand(stock.command("import").description("import the stock of offers from a file")),
    "stock",
  ).action((path: string, options: OfferImportOptions) => runImport(shell, "stock", path, options));
}
