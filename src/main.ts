import { Command, CommanderError, Help, type Option } from "commander";
import { addAccountCommands } from "./accounts/shellAccounts.ts";
import { addBackupCommands } from "./backup/shellBackup.ts";
import { addCatalogCommands, addStockCommands } from "./catalog/shellCatalog.ts";
import { addCodeCommands } from "./catalog/shellCodes.ts";
import { addDemoCommand } from "./demo/shellDemo.ts";
import { addImportCommands } from "./imports/shellRuns.ts";
import { addKeyCommands } from "./keys/shellKeys.ts";
import { printMessage } from "./kit/shell/printResult.ts";
import { CommandFailure, exitCodes, type Shell } from "./kit/shell/shell.ts";
import { addOrderCommands } from "./orders/shellOrders.ts";
import { addOperatorCommands } from "./people/shellOperators.ts";
import { addUserCommands } from "./people/shellUsers.ts";
import { addPriceCommands } from "./prices/shellPrices.ts";
import { ConfigFault, describeConfig, readConfig } from "./server/config.ts";
import { connect, inspectDatabase, migrateDatabase } from "./server/connect.ts";
import { addMaintenanceCommands } from "./server/shellMaintenance.ts";
import { addServeCommand } from "./server/shellServe.ts";
import { addDeclaredCommands, addSurfaceCommand } from "./surface.ts";
import { readVersion } from "./version.ts";

function createShell(env: NodeJS.ProcessEnv | undefined): Shell {
  return {
    readConfig: (fallbacks) => readConfig(fallbacks, env),
    // The service takes most of the time to load, and a command such as `key revoke` is urgent.
    startNode: async (config) => (await import("./server/node.ts")).startNode(config),
    connect: (config) =>
      connect(config, { applicationName: "partsdesk shell", report: printMessage }),
    migrate: (config) => migrateDatabase(config, printMessage),
    inspectDatabase: (config) => inspectDatabase(config, printMessage),
    describeConfig: () => describeConfig(env),
    now: () => new Date(),
  };
}

/** Omits defaults that say nothing: of flags, and of options that can be repeated. */
function describeOption(option: Option): string {
  const { defaultValue, description } = option;
  const isEmpty = Array.isArray(defaultValue) && defaultValue.length === 0;
  return defaultValue === false || isEmpty ? description : new Help().optionDescription(option);
}

function createProgram(shell: Shell): Command {
  const program = new Command("partsdesk")
    .description("A parts ordering service for aerospace distributors.")
    .version(readVersion())
    .exitOverride()
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({ writeErr: (text) => process.stderr.write(text) });
  addServeCommand(program, shell);
  addDemoCommand(program, shell);
  addMaintenanceCommands(program, shell);
  addBackupCommands(program, shell);
  addAccountCommands(program, shell);
  addKeyCommands(program, shell);
  addUserCommands(program, shell);
  addDeclaredCommands(program, shell);
  addOperatorCommands(program, shell);
  addCatalogCommands(program, shell);
  addCodeCommands(program, shell);
  addStockCommands(program, shell);
  addImportCommands(program, shell);
  addPriceCommands(program, shell);
  addOrderCommands(program, shell);
  addSurfaceCommand(program);
  return program;
}

function reportFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  if (error instanceof CommandFailure) {
    printMessage(error.message);
    return error.exitCode;
  }
  if (error instanceof ConfigFault) {
    printMessage(error.message);
    return exitCodes.usage;
  }
  printMessage(error instanceof Error ? `Failed: ${error.message}` : `Failed: ${String(error)}`);
  return exitCodes.failed;
}

/** Runs a command and returns its exit code; `env` is where its configuration comes from. */
export async function runProgram(
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    await createProgram(createShell(env)).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    return reportFailure(error);
  }
}

// Not awaited here: a module that awaits at its top level delays all that import it.
if (import.meta.main) {
  const reportUnfinished = () => {
    process.exitCode = exitCodes.failed;
  };
  process.once("beforeExit", reportUnfinished);
  void runProgram(process.argv.slice(2)).then((exitCode) => {
    process.off("beforeExit", reportUnfinished);
    process.exitCode = exitCode;
  });
}
