// partsdesk migrate, doctor, config: what whoever runs the service asks it.
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { Command } from "commander";
import type { Config } from "../config.ts";
import { openMailServer } from "../mail/openMailServer.ts";
import { formatTable, printResult } from "./printResult.ts";
import { CommandFailure, type Shell } from "./shell.ts";

type Finding = {
  readonly check: string;
  readonly state: "good" | "fault";
  readonly detail: string;
};

const leastFreeMiB = 1024;
const mostClockSkewMs = 2_000;

async function migrate(shell: Shell, json: boolean): Promise<void> {
  const ran = await shell.migrate(shell.readConfig());
  const lines = ran.length === 0 ? ["The schema is current."] : ran.map((name) => `Ran ${name}.`);
  printResult(json, { ran }, lines);
}

async function checkDisk(folder: string): Promise<Finding> {
  const existing = existsSync(folder) ? folder : process.cwd();
  const { bavail, bsize } = await statfs(existing);
  const freeMiB = Math.floor((bavail * bsize) / 1_048_576);
  return {
    check: "disk",
    state: freeMiB >= leastFreeMiB ? "good" : "fault",
    detail: `${freeMiB} MiB free at ${existing}; at least ${leastFreeMiB} are needed`,
  };
}

function judgeClock(serverNow: Date, before: Date, after: Date): Finding {
  const middleMs = (before.getTime() + after.getTime()) / 2;
  const skewMs = Math.round(serverNow.getTime() - middleMs);
  const state = Math.abs(skewMs) <= mostClockSkewMs ? "good" : "fault";
  return { check: "clock", state, detail: `${skewMs} ms from the database's` };
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
        detail: missing.length === 0 ? "current" : `missing: ${missing.join(", ")}; run migrate`,
      },
      judgeClock(found.now, before, shell.now()),
    ];
  } catch (error) {
    return [{ check: "database", state: "fault", detail: (error as Error).message }];
  }
}

async function checkMail({ smtpUrl, mailFrom, supportEmail }: Config): Promise<Finding> {
  const check = "mail";
  if (smtpUrl === null) {
    return { check, state: "good", detail: "no SMTP_URL: mail is kept, not sent" };
  }
  const server = openMailServer({ smtpUrl, from: mailFrom, replyTo: supportEmail });
  try {
    await server.verify();
    return { check, state: "good", detail: `${server.place} answers; mail is from ${mailFrom}` };
  } catch (error) {
    return { check, state: "fault", detail: `${server.place}: ${(error as Error).message}` };
  } finally {
    server.close();
  }
}

async function examine(shell: Shell, json: boolean): Promise<void> {
  const config = shell.readConfig();
  const [database, disk, mail] = await Promise.all([
    checkDatabase(shell),
    checkDisk(config.dataDir),
    checkMail(config),
  ]);
  const findings = [...database, disk, mail];
  const rows = findings.map(({ check, state, detail }) => [check, state, detail]);
  printResult(json, findings, formatTable(["check", "state", "detail"], rows));
  const faults = findings.filter((finding) => finding.state === "fault");
  if (faults.length > 0) {
    throw new CommandFailure("failed", `${faults.length} of ${findings.length} checks failed.`);
  }
}

/** Adds the commands of upkeep. */
export function addMaintenanceCommands(program: Command, shell: Shell): void {
  program
    .command("migrate")
    .description("bring the schema up to this version")
    .option("--json", "answer as JSON", false)
    .action((options: { json: boolean }) => migrate(shell, options.json));
  program
    .command("doctor")
    .description("check database, migrations, clock, disk and mail")
    .option("--json", "answer as JSON", false)
    .action((options: { json: boolean }) => examine(shell, options.json));
  program
    .command("config")
    .description("print the configuration, secrets masked")
    .option("--json", "answer as JSON", false)
    .action((options: { json: boolean }) => {
      const settings = shell.describeConfig();
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value ?? ""}`);
      printResult(options.json, settings, lines);
      shell.readConfig();
    });
}
