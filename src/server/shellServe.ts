import type { Command } from "commander";
import { printMessage } from "../kit/shell/printResult.ts";
import type { RunningNode, Shell } from "../kit/shell/shell.ts";
import type { Config } from "./config.ts";

const orphanCheckMs = 1_000;
const exitGraceMs = 200;

/** Calls `onOrphaned` when the parent process has ended. */
function watchParent(onOrphaned: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onOrphaned();
  }, orphanCheckMs);
  watch.unref();
}

/**
 * Resolves with the reason when the process should stop. A second signal ends the process
 * immediately.
 */
function waitForStop(startedByNpm: boolean): Promise<string> {
  return new Promise((resolve) => {
    let isStopping = false;
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
      process.on(signal, () => {
        if (isStopping) process.exit(1);
        isStopping = true;
        resolve(signal);
      });
    }
    if (startedByNpm) watchParent(() => resolve("npm has ended"));
  });
}

/**
 * Runs a service until SIGTERM, SIGINT or SIGHUP, or, if npm started it, until npm ends. Then stops
 * it.
 */
export async function runUntilStopped(service: RunningNode, config: Config): Promise<void> {
  // The reader of the messages, such as a terminal, may be gone; the service goes on.
  process.stderr.on("error", () => undefined);
  const reason = await waitForStop(config.startedByNpm);
  printMessage(`Stopping (${reason}).`);
  // Only SIGTERM is sent by what also moves the traffic to other nodes.
  await service.stop(reason === "SIGTERM" ? "drain" : "now");
  // Connections to a database that does not respond must not keep the process alive.
  setTimeout(() => process.exit(), exitGraceMs).unref();
}

export function addServeCommand(program: Command, shell: Shell): void {
  program
    .command("serve")
    .description("run the service until it receives a signal")
    .action(async () => {
      const config = shell.readConfig();
      const service = await shell.startNode(config);
      // First, so that a reader of the message can send a signal.
      const stopped = runUntilStopped(service, config);
      printMessage(`partsdesk is listening on ${service.address}`);
      await stopped;
    });
}
