// partsdesk serve: the service in the foreground, until a signal ends it.
import type { Command } from "commander";
import type { Config } from "../config.ts";
import { say } from "./printResult.ts";
import type { RunningNode, Shell } from "./shell.ts";

const orphanCheckMs = 1_000;
const exitGraceMs = 500;

/** Calls `orphaned` once the process that started this one is gone. */
function watchParent(orphaned: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    orphaned();
  }, orphanCheckMs);
  watch.unref();
}

/**
 * Resolves with the reason when the process is told to stop; told again, the process ends at
 * once.
 */
function waitForStop(startedByNpm: boolean): Promise<string> {
  return new Promise((resolve) => {
    let told = false;
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
      process.on(signal, () => {
        if (told) process.exit(1);
        told = true;
        resolve(signal);
      });
    }
    if (startedByNpm) watchParent(() => resolve("npm is gone"));
  });
}

/**
 * Lets a service run until SIGTERM, SIGINT or SIGHUP, or, where npm started it, until npm is
 * gone; then stops it.
 */
export async function runUntilStopped(service: RunningNode, config: Config): Promise<void> {
  const why = await waitForStop(config.startedByNpm);
  say(`Stopping (${why}).`);
  await service.stop();
  // What a database that hangs still holds open must not keep the process.
  setTimeout(() => process.exit(), exitGraceMs).unref();
}

/** Adds the command that serves. */
export function addServeCommand(program: Command, shell: Shell): void {
  program
    .command("serve")
    .description("run the service until it is told to stop")
    .action(async () => {
      const config = shell.readConfig();
      const service = await shell.startNode(config);
      say(`partsdesk listens on ${service.address}`);
      await runUntilStopped(service, config);
    });
}
