import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { compareReplica } from "../catalog/replica/compareReplica.ts";
import {
  findReplicaFolder,
  readCurrentName,
  requestFill,
} from "../catalog/replica/replicaFolder.ts";
import type { Database } from "../db/database.ts";
import type { DatabaseFacts } from "../db/migrateSchema.ts";
import { formatTable, type JsonOption, printResult } from "../kit/shell/printResult.ts";
import { CommandFailure, type Shell, withDatabase } from "../kit/shell/shell.ts";
import { openMailServer } from "../mail/openMailServer.ts";
import { unsetLetterhead } from "../mail/renderHtmlMail.ts";
import { describeReplicaPlace, inspectReplicaPlace } from "./config/networkFileSystem.ts";
import { divideConnections } from "./config/workers.ts";
import type { Config } from "./config.ts";

type Finding = {
  readonly check: string;
  readonly state: "good" | "fault";
  readonly detail: string;
};

const minFreeMiB = 1024;
const maxClockSkewMs = 2_000;

async function migrate(shell: Shell, { json }: JsonOption): Promise<void> {
  const ran = await shell.migrate(shell.readConfig());
  const lines =
    ran.length === 0 ? ["The schema is up to date."] : ran.map((name) => `Applied ${name}.`);
  printResult(json, { ran }, lines);
}

async function checkDisk(folder: string): Promise<Finding> {
  const existing = existsSync(folder) ? folder : process.cwd();
  const { bavail, bsize } = await statfs(existing);
  const freeMiB = Math.floor((bavail * bsize) / 1_048_576);
  return {
    check: "disk",
    state: freeMiB >= minFreeMiB ? "good" : "fault",
    detail: `${freeMiB} MiB free at ${existing}; minimum ${minFreeMiB}`,
  };
}

async function checkFileSystem({ dataDir }: Config): Promise<Finding> {
  const check = "file system";
  const place = await inspectReplicaPlace(dataDir);
  const fault = describeReplicaPlace(place);
  if (fault !== undefined) return { check, state: "fault", detail: fault };
  const good = `${place.folder} is not on a known network file system`;
  const unknown = "checked only on Linux";
  return { check, state: "good", detail: process.platform === "linux" ? good : unknown };
}

function checkClock(serverNow: Date, before: Date, after: Date): Finding {
  const ownMs = (before.getTime() + after.getTime()) / 2;
  const skewMs = Math.round(serverNow.getTime() - ownMs);
  const state = Math.abs(skewMs) <= maxClockSkewMs ? "good" : "fault";
  return { check: "clock", state, detail: `${skewMs} ms from the clock of the database` };
}

function checkDurability({ unsafeSettings, waitsForStandby }: DatabaseFacts): Finding {
  const check = "durability";
  if (unsafeSettings.length > 0) {
    const names = unsafeSettings.join(", ");
    return { check, state: "fault", detail: `off: ${names}; a crash can lose confirmed orders` };
  }
  const places = waitsForStandby ? "on disk and on the synchronous standby" : "on disk";
  return { check, state: "good", detail: `confirmed orders are ${places}` };
}

function checkLogin({ hasExcessRights }: DatabaseFacts): Finding {
  const check = "login";
  if (!hasExcessRights) return { check, state: "good", detail: "only the rights of the service" };
  const detail = "more rights than the service needs; docs/operating.md has the roles";
  return { check, state: "fault", detail };
}

async function checkDatabase(shell: Shell): Promise<Finding[]> {
  const config = shell.readConfig();
  const before = shell.now();
  try {
    const found = await shell.inspectDatabase(config);
    const missing = found.missingMigrations;
    return [
      { check: "database", state: "good", detail: found.version },
      {
        check: "migrations",
        state: missing.length === 0 ? "good" : "fault",
        detail: missing.length === 0 ? "up to date" : `missing: ${missing.join(", ")}; run migrate`,
      },
      checkDurability(found),
      // To the embedded server, the service signs in as a role that owns nothing.
      ...(config.databaseUrl === null ? [] : [checkLogin(found)]),
      checkClock(found.now, before, shell.now()),
    ];
  } catch (error) {
    return [{ check: "database", state: "fault", detail: (error as Error).message }];
  }
}

async function checkMail({ smtpUrl, mailFrom, supportEmail }: Config): Promise<Finding> {
  const check = "mail";
  if (smtpUrl === null) {
    return { check, state: "good", detail: "SMTP_URL is not set: e-mails are stored, not sent" };
  }
  const server = openMailServer({
    smtpUrl,
    from: mailFrom,
    replyTo: supportEmail,
    readLetterhead: async () => unsetLetterhead,
  });
  try {
    await server.verify();
    return { check, state: "good", detail: `${server.place} responds; sender ${mailFrom}` };
  } catch (error) {
    return { check, state: "fault", detail: `${server.place}: ${(error as Error).message}` };
  } finally {
    server.close();
  }
}

/** If workers and jobs need more connections than DATABASE_POOL, a node exceeds it. */
function checkWorkers({ workers, databasePool }: Config): Finding {
  const { jobs, perWorker } = divideConnections(databasePool, workers);
  const needed = jobs + perWorker * workers;
  const good = `${workers}, each with ${perWorker} of ${databasePool} connections`;
  const fault =
    `${workers} use ${needed} connections, but DATABASE_POOL is ${databasePool}; ` +
    "raise it or lower WORKERS";
  return needed <= databasePool
    ? { check: "workers", state: "good", detail: good }
    : { check: "workers", state: "fault", detail: fault };
}

async function runChecks(shell: Shell, { json }: JsonOption): Promise<void> {
  const config = shell.readConfig();
  const [database, ...others] = await Promise.all([
    checkDatabase(shell),
    checkDisk(config.dataDir),
    checkFileSystem(config),
    checkMail(config),
    checkWorkers(config),
    checkReplicaInUse(config),
  ]);
  const findings = [...database, ...others];
  const rows = findings.map(({ check, state, detail }) => [
    check,
    state === "good" ? "ok" : "failed",
    detail,
  ]);
  printResult(json, findings, formatTable(["check", "state", "detail"], rows));
  const faults = findings.filter((finding) => finding.state === "fault");
  if (faults.length > 0) {
    throw new CommandFailure("failed", `${faults.length} of ${findings.length} checks failed.`);
  }
}

const maxHealthMs = 2_000;

/** Asks the service of this configuration whether it answers lookups from its replica. */
async function checkReplicaInUse({ host, port }: Config): Promise<Finding> {
  const check = "replica";
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}/readyz`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(maxHealthMs) });
    if (response.ok) return { check, state: "good", detail: "the service answers lookups" };
    const { reason } = (await response.json()) as { readonly reason: string };
    return { check, state: "fault", detail: `${reason}; the log of the service has the cause` };
  } catch (error) {
    const { cause, message } = error as Error & { readonly cause?: NodeJS.ErrnoException };
    const isStopped = cause?.code === "ECONNREFUSED";
    const detail = isStopped ? "the service is not running" : `${url}: ${message}`;
    return { check, state: isStopped ? "good" : "fault", detail };
  }
}

async function compareStored(db: Database, dataDir: string) {
  const folder = await findReplicaFolder(db, dataDir);
  const name = readCurrentName(folder);
  if (name === undefined) {
    throw new CommandFailure(
      "notFound",
      `${folder} has no replica. Start the service to create it.`,
    );
  }
  const session = await db.openSession();
  try {
    const found = await compareReplica(session, join(folder, name));
    if (found !== undefined) return { folder, found };
    throw new CommandFailure(
      "failed",
      "The replica does not reach the database's position. Is the service running?",
    );
  } finally {
    await session.close();
  }
}

/**
 * Compares the replica in DATA_DIR with the database, while the service runs. If they differ, the
 * service rebuilds the replica.
 */
async function checkReplica(shell: Shell, { json }: JsonOption): Promise<void> {
  const { folder, found } = await withDatabase(shell, (db, { dataDir }) =>
    compareStored(db, dataDir),
  );
  const { offers, place, differences } = found;
  const equal = `The replica has the database's ${offers} offers at position ${place}.`;
  printResult(json, found, differences.length === 0 ? [equal] : differences);
  if (differences.length === 0) return;
  requestFill(folder, "partsdesk doctor found differences");
  throw new CommandFailure(
    "failed",
    "The replica differs from the database. The service rebuilds it.",
  );
}

export function addMaintenanceCommands(program: Command, shell: Shell): void {
  program
    .command("migrate")
    .description("migrate the database to the schema of this version")
    .option("--json", "print JSON", false)
    .action((options: JsonOption) => migrate(shell, options));
  program
    .command("doctor")
    .description(
      "check database, migrations, durability, clock, disk, file system, mail, workers and replica",
    )
    .option("--replica", "compare the replica of the catalog with the database instead", false)
    .option("--json", "print JSON", false)
    .action((options: JsonOption & { readonly replica: boolean }) =>
      options.replica ? checkReplica(shell, options) : runChecks(shell, options),
    );
  program
    .command("config")
    .description("print the configuration with masked secrets")
    .option("--json", "print JSON", false)
    .action((options: JsonOption) => {
      const settings = shell.describeConfig();
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value ?? ""}`);
      printResult(options.json, settings, lines);
      shell.readConfig();
    });
}
