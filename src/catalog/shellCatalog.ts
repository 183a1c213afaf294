import { type Command, InvalidArgumentError, Option } from "commander";
import { maxExcludedRows, readLines } from "../imports/excludedRows.ts";
import { importCatalog } from "../imports/offers/importCatalog.ts";
import { importStock } from "../imports/offers/importStock.ts";
import { repeatRules } from "../imports/rows/columns.ts";
import {
  addImportOptions,
  type ImportCommandOptions,
  readVendorOption,
  runImport,
} from "../imports/shellImport.ts";
import { parseMoment } from "../kit/day.ts";
import { type JsonOption, makeVisible, printResult } from "../kit/shell/printResult.ts";
import { addExportOptions, type ExportCommandOptions, runExport } from "../kit/shell/runExport.ts";
import {
  CommandFailure,
  nameOperator,
  type Shell,
  withDatabase,
  withSession,
} from "../kit/shell/shell.ts";
import { selectHistoryStart } from "./changeQueries.ts";
import { exportCatalog } from "./exportQueries.ts";
import { type StockMode, stockModes } from "./feedStock.ts";
import { type FieldChange, listPartHistory, type PartHistory } from "./partHistory.ts";
import { ChangesExpired, readChanges } from "./readChanges.ts";

type OfferImportOptions = ImportCommandOptions & {
  readonly vendor?: string;
  readonly replace: boolean;
  readonly stock?: StockMode;
  readonly asOf?: Date;
  readonly olderCounts: boolean;
  readonly leaveOut: readonly number[];
};

function parseLines(text: string): readonly number[] {
  const lines = readLines(text.split(","));
  if (lines === undefined) {
    throw new InvalidArgumentError("Expected lines of the file, such as 12,40.");
  }
  if (lines.length > maxExcludedRows) {
    throw new InvalidArgumentError(
      `Expected at most ${maxExcludedRows} lines. Correct the file instead.`,
    );
  }
  return lines;
}

function parseAsOf(text: string): Date {
  const moment = parseMoment(text);
  if (moment === undefined) {
    throw new InvalidArgumentError("Expected a time with its zone: 2026-11-21T22:00:00Z.");
  }
  return moment;
}

function addOfferOptions(command: Command): Command {
  const mode = new Option(
    "--stock <mode>",
    "what quantities mean: all on hand, or available only; default: the vendor's last choice",
  );
  return command
    .addOption(mode.choices(stockModes))
    .option(
      "--as-of <time>",
      "when quantities were counted; default: the as_of column, or else now",
      parseAsOf,
    )
    .option("--older-counts", "replace stock that was counted later, too", false)
    .option(
      "--leave-out <lines>",
      "lines of the file whose offers stay as they are, such as 12,40",
      parseLines,
      [],
    );
}

async function importFile(
  shell: Shell,
  path: string,
  given: OfferImportOptions,
  kind: "catalog" | "stock",
): Promise<void> {
  const vendor = readVendorOption(given.vendor);
  const { replace, stock: stockMode = null, asOf = null, olderCounts } = given;
  if (asOf !== null && asOf.getTime() > shell.now().getTime()) {
    throw new CommandFailure("usage", "--as-of: expected a time that is not in the future.");
  }
  const stock = { mode: stockMode, asOf, appliesOlder: olderCounts };
  const importOffers = kind === "catalog" ? importCatalog : importStock;
  const mode = replace ? "replace" : "merge";
  const subject = { kind, vendor };
  const by = nameOperator();
  const excluded = given.leaveOut.map((line) => ({ line, by }));
  await runImport(shell, path, given, subject, ({ db, session, source, request }) =>
    importOffers(db, session, source, { ...request, mode, stock, excluded }),
  );
}

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

export function addCatalogCommands(program: Command, shell: Shell): void {
  const catalog = program.command("catalog").description("manage the catalog");
  addOfferOptions(
    addImportOptions(
      catalog.command("import").description("import offers from a file; invalid rows are refused"),
    ),
  )
    .option("--vendor <name>", "vendor of the offers, if the file has no vendor column")
    .option("--fresh", "ignore the columns of the vendor's earlier files", false)
    .addOption(repeatsOption())
    .option("--remember", "apply these --value options to the vendor's later files too", false)
    .option("--replace", "discontinue offers of the vendor that are not in the file", false)
    .action((path: string, options: OfferImportOptions) =>
      importFile(shell, path, options, "catalog"),
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

function repeatsOption(): Option {
  return new Option("--repeats <rule>", "which rows of the same offer count").choices(repeatRules);
}

export function addStockCommands(program: Command, shell: Shell): void {
  const stock = program.command("stock").description("manage stock");
  addOfferOptions(
    addImportOptions(stock.command("import").description("import the stock of offers from a file")),
  )
    .option("--vendor <name>", "vendor of the offers, if the file has no vendor column")
    .option("--fresh", "ignore the columns of the vendor's earlier files", false)
    .addOption(repeatsOption())
    .option("--remember", "apply these --value options to the vendor's later files too", false)
    .option("--replace", "set the stock of the vendor's other offers to 0", false)
    .action((path: string, options: OfferImportOptions) =>
      importFile(shell, path, options, "stock"),
    );
}
