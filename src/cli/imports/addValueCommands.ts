import type { Command } from "commander";
import { shellActor } from "../../audit/actor.ts";
import { forgetValue } from "../../imports/values/rememberValues.ts";
import { selectVendorValues } from "../../imports/values/valueQueries.ts";
import { makeVisible } from "../describeRun.ts";
import { formatTable, type JsonOption, printResult } from "../printResult.ts";
import { readVendorOption } from "../runImport.ts";
import { CommandFailure, type Shell, withDatabase } from "../shell.ts";

type ListOptions = JsonOption & { readonly vendor?: string };
type RemoveOptions = JsonOption & { readonly vendor: string };

const maxListed = 10_000;

async function list(shell: Shell, { vendor, json }: ListOptions): Promise<void> {
  const values = await withDatabase(shell, (db) =>
    selectVendorValues(db, readVendorOption(vendor), { from: 0, limit: maxListed }),
  );
  const described = values.map(({ changedBy, changedAt, ...value }) => ({
    ...value,
    changed_by: changedBy,
    changed_at: changedAt.toISOString(),
  }));
  const rows = values.map(({ vendor: of, column, written, meaning, changedAt }) => [
    makeVisible(of),
    column,
    makeVisible(written),
    meaning === "" ? "(empty)" : makeVisible(meaning),
    changedAt.toISOString().slice(0, 16),
  ]);
  const head = ["vendor", "column", "value", "read as", "saved"];
  printResult(json, described, values.length === 0 ? ["No values."] : formatTable(head, rows));
}

async function remove(shell: Shell, text: string, options: RemoveOptions): Promise<void> {
  const [, column, written] = /^([a-z_]+):(.*\S.*)$/s.exec(text) ?? [];
  const vendor = readVendorOption(options.vendor);
  if (column === undefined || written === undefined || vendor === null) {
    throw new CommandFailure("usage", "Expected column:value, such as condition:NEW.");
  }
  const value = { vendor, column, written };
  await withDatabase(shell, async (db) => {
    const meant = await forgetValue(db, value, { actor: shellActor, now: shell.now() });
    if (meant === undefined) {
      const message = makeVisible(`${vendor} has no value ${column}:${written}.`);
      throw new CommandFailure("notFound", message);
    }
    const line = `Later imports of ${vendor} refuse ${column} "${written}".`;
    printResult(options.json, { ...value, meaning: meant }, [makeVisible(line)]);
  });
}

export function addValueCommands(program: Command, shell: Shell): void {
  const value = program
    .command("value")
    .description("manage what values in the files of vendors mean");
  value
    .command("list")
    .description("list what values mean; --value with --remember, or the console, adds some")
    .option("--vendor <name>", "only this vendor")
    .option("--json", "print JSON", false)
    .action((options: ListOptions) => list(shell, options));
  value
    .command("remove")
    .description("remove what a value means; later imports refuse it")
    .argument("<column:value>", "such as condition:NEW")
    .requiredOption("--vendor <name>", "vendor of the files")
    .option("--json", "print JSON", false)
    .action((text: string, options: RemoveOptions) => remove(shell, text, options));
}
