// partsdesk catalog: import, the history of a part, and what changed in order.
import type { Command } from "commander";
import { exportCatalog } from "../catalog/exportQueries.ts";
import { importCatalog } from "../catalog/import/importCatalog.ts";
import { type FieldChange, listPartHistory, type PartHistory } from "../catalog/partHistory.ts";
import { readChanges } from "../catalog/readChanges.ts";
import { makeVisible } from "./describeRun.ts";
import { printResult } from "./printResult.ts";
import { readVendorOption } from "./readVendorOption.ts";
import { addExportOptions, type ExportCommandOptions, runExport } from "./runExport.ts";
import {
  addImportOptions,
  type ImportCommandOptions,
  runImport,
  withSession,
} from "./runImport.ts";
import { CommandFailure, type Shell, withDatabase } from "./shell.ts";

type JsonOption = { readonly json: boolean };

type CatalogOptions = ImportCommandOptions & {
  readonly vendor?: string;
  readonly replace: boolean;
};

async function importFile(shell: Shell, path: string, given: CatalogOptions): Promise<void> {
  const vendor = readVendorOption(given.vendor);
  const { replace } = given;
  await runImport(shell, path, given, ({ db, session, file, options, now }) =>
    importCatalog(db, session, file, { ...options, vendor, replace }, now),
  );
}

function describeChange({ field, before, after }: FieldChange): string {
  const show = (value: unknown) => makeVisible(JSON.stringify(value ?? null));
  return `      ${field}: ${show(before)} to ${show(after)}`;
}

function layOutHistory(offer: PartHistory): string[] {
  const { partNumber, vendor, condition, unitOfMeasure, createdRun } = offer;
  const created = createdRun === null ? "not by an import" : `by run ${createdRun}`;
  return [
    `${partNumber} of ${makeVisible(vendor)}, ${condition}, ${unitOfMeasure}: created ${created}.`,
    ...offer.entries.flatMap(({ runId, at, startedBy, action, fields }) => [
      `  run ${runId}, ${at}, ${makeVisible(startedBy)}: ${action}`,
      ...fields.map(describeChange),
    ]),
  ];
}

async function showHistory(shell: Shell, part: string, { json }: JsonOption): Promise<void> {
  const offers = await withDatabase(shell, (db) => listPartHistory(db, part));
  if (offers.length === 0) {
    throw new CommandFailure("notFound", `The catalog does not have ${makeVisible(part)}.`);
  }
  const answer = offers.map((offer) => ({
    offer_id: offer.offerId,
    part_number: offer.partNumber,
    vendor: offer.vendor,
    condition: offer.condition,
    unit_of_measure: offer.unitOfMeasure,
    created_run: offer.createdRun,
    entries: offer.entries.map(({ runId, at, startedBy, fileName, action, fields }) => ({
      ...{ run_id: runId, at, started_by: startedBy, file_name: fileName, action, fields },
    })),
  }));
  printResult(json, answer, offers.flatMap(layOutHistory));
}

async function showChanges(shell: Shell, given: { readonly since: string }): Promise<void> {
  if (!/^\d{1,15}$/.test(given.since)) {
    throw new CommandFailure("usage", "--since: expected a whole number, 0 for the beginning.");
  }
  await withDatabase(shell, (db) =>
    withSession(db, async (session) => {
      for await (const { place, changes, isWhole } of readChanges(session, Number(given.since))) {
        for (const { offerId, action } of changes) {
          printResult(true, { place, offer_id: offerId, action }, []);
        }
        if (isWhole) printResult(true, { place, whole: true }, []);
      }
    }),
  );
}

/** Adds the commands of the catalog. */
export function addCatalogCommands(program: Command, shell: Shell): void {
  const catalog = program.command("catalog").description("what can be bought");
  addImportOptions(
    catalog
      .command("import")
      .description("make the offers what a file says, but for rows it refuses"),
  )
    .option("--vendor <name>", "whose offers they are, where the file does not say")
    .option("--replace", "discontinue the vendor's offers that the file does not have", false)
    .action((path: string, options: CatalogOptions) => importFile(shell, path, options));
  addExportOptions(
    catalog.command("export").description("the offers as a file that catalog import takes back"),
  )
    .option("--vendor <name>", "only of this vendor")
    .action((options: ExportCommandOptions & { vendor?: string }) =>
      runExport(shell, "catalog", options, (_db, session) =>
        exportCatalog(session, readVendorOption(options.vendor)),
      ),
    );
  catalog
    .command("history")
    .description("what imports did to the offers of a part")
    .argument("<part>", "its number")
    .option("--json", "answer as JSON", false)
    .action((part: string, options: JsonOption) => showHistory(shell, part, options));
  catalog
    .command("changes")
    .description("what changed after a place in the order of changes, as JSON lines")
    .requiredOption("--since <place>", "the last whole place that was read, 0 for the beginning")
    .action((options: { since: string }) => showChanges(shell, options));
}
