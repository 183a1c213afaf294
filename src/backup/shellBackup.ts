import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { secretFile } from "../db/embedded/fileNames.ts";
import { createProgress, formatBar } from "../kit/shell/createProgress.ts";
import { type JsonOption, printMessage, printResult } from "../kit/shell/printResult.ts";
import { CommandFailure, type Shell } from "../kit/shell/shell.ts";
import type { Config } from "../server/config.ts";
import { UnreadableBackup } from "./readTar.ts";
import {
  isEmptyFolder,
  type RestoredBackup,
  type RestoreProgress,
  restoreBackup,
} from "./restoreBackup.ts";
import { type BackupProgress, hasCluster, writeBackup } from "./writeBackup.ts";

const formatMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

function createByteProgress() {
  return createProgress<BackupProgress | RestoreProgress>({
    formatLine: ({ step, bytes, totalBytes }) =>
      `${formatBar(bytes / Math.max(1, totalBytes))}${step}: ` +
      `${formatMegabytes(bytes)} of ${formatMegabytes(totalBytes)}`,
    toJson: ({ step, bytes, totalBytes }) => ({ step, bytes, total_bytes: totalBytes }),
  });
}

/** Ends the command if the database is not the embedded one. */
function readEmbeddedConfig(shell: Shell): Config {
  const config = shell.readConfig();
  if (config.databaseUrl === null) return config;
  throw new CommandFailure(
    "usage",
    "DATABASE_URL is set, and this command is for the embedded server. Back up and restore your " +
      "own server with its tools, such as pg_dump or pg_basebackup: see docs/operating.md.",
  );
}

async function runBackup(
  shell: Shell,
  version: string,
  file: string,
  { json }: JsonOption,
): Promise<void> {
  const { dataDir, secretKey } = readEmbeddedConfig(shell);
  if (!hasCluster(dataDir)) {
    throw new CommandFailure("notFound", `${dataDir} has no database. Check DATA_DIR.`);
  }
  if (!existsSync(dirname(resolve(file)))) {
    throw new CommandFailure("notFound", `The folder of ${file} does not exist.`);
  }
  const hasStoredSecret = secretKey === null && existsSync(join(dataDir, secretFile));
  const progress = createByteProgress();
  const written = await writeBackup(file, {
    dataDir,
    hasStoredSecret,
    version,
    now: shell.now(),
    log: printMessage,
    onProgress: progress.report,
  }).finally(progress.end);
  const result = {
    file: resolve(file),
    bytes: written.bytes,
    database_bytes: written.databaseBytes,
    consistent_at: written.consistentAt.toISOString(),
    has_secret_key: hasStoredSecret,
  };
  printResult(json, result, [
    `Backed up ${dataDir} to ${file}: ${formatMegabytes(written.bytes)}, from a database of ` +
      `${formatMegabytes(written.databaseBytes)}.`,
    `The backup has every change made before ${result.consistent_at}.`,
    hasStoredSecret
      ? `It contains ${secretFile}: protect it like a password.`
      : "It does not contain SECRET_KEY: store that separately.",
  ]);
}

async function restore(shell: Shell, file: string): Promise<RestoredBackup> {
  const { dataDir } = readEmbeddedConfig(shell);
  if (!existsSync(file)) throw new CommandFailure("notFound", `${file} does not exist.`);
  if (!(await isEmptyFolder(dataDir))) {
    throw new CommandFailure(
      "conflict",
      `${dataDir} is not empty, and a restore does not replace data. Set DATA_DIR to an empty ` +
        "folder, or move the old one away.",
    );
  }
  const progress = createByteProgress();
  try {
    return await restoreBackup(file, { dataDir, log: printMessage, onProgress: progress.report });
  } catch (error) {
    throw error instanceof UnreadableBackup
      ? new CommandFailure("failed", `${file} cannot be restored. ${error.message}`)
      : error;
  } finally {
    progress.end();
  }
}

async function runRestore(shell: Shell, file: string, { json }: JsonOption): Promise<void> {
  const { dataDir, secretKey } = shell.readConfig();
  const restored = await restore(shell, file);
  const { consistent_at, has_secret_key, version, missingMigrations } = restored;
  const lines = [`Restored ${file} to ${dataDir}, with every change made before ${consistent_at}.`];
  if (!has_secret_key && secretKey === null) {
    lines.push(
      "Before you start, set SECRET_KEY to that of the backed-up service. The backup does not " +
        "contain it; with a different key, stored secrets and part_ids become useless.",
    );
  }
  if (missingMigrations.length > 0) lines.push("The next start migrates its schema.");
  const result = {
    data_dir: dataDir,
    consistent_at,
    has_secret_key,
    version,
    missing_migrations: missingMigrations,
  };
  printResult(json, result, lines);
}

export function addBackupCommands(program: Command, shell: Shell): void {
  program
    .command("backup")
    .description("back up the embedded database, also while the service runs")
    .argument("<file>", "file to write, such as partsdesk.tar.gz")
    .option("--json", "print JSON", false)
    .action((file: string, options: JsonOption) =>
      runBackup(shell, program.version() ?? "", file, options),
    );
  program
    .command("restore")
    .description("restore a backup into an empty DATA_DIR")
    .argument("<file>", "file written by backup")
    .option("--json", "print JSON", false)
    .action((file: string, options: JsonOption) => runRestore(shell, file, options));
}
