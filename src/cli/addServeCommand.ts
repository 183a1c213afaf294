// partsdesk serve: the service in the foreground, until a signal ends it.
import type { Command } from "commander";
import { say } from "./output.ts";
import type { RunningService, Shell } from "./shell.ts";

const orphanCheckMs = 1_000;

/**
 * Resolves when the process is told to stop: by SIGTERM, SIGINT or SIGHUP, or, where npm started it, when npm
 * is gone. A second signal ends the process at once.
 */
function waitForStop(): Promise<string> {
  return new Promise((resolve) => {
    let told = false;
    const stop = (why: string): void => {
      if (told) process.exit(1);
      told = true;
      resolve(why);
    };
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
      process.on(signal, () => stop(signal));
    }
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      if (!told) stop("its parent is gone");
    }, orphanCheckMs);
    watch.unref();
  });
}

/** Lets a service run until the process is told to stop, then stops it. */
export async function runUntilStopped(service: RunningService): Promise<void> {
  const why = await waitForStop();
  say(`Stopping (${why}).`);
  await service.stop();
}

/** Adds the command that serves. */
export function addServeCommand(program: Command, shell: Shell): void {
  program
    .command("serve")
    .description("run the service until it is told to stop")
    .action(async () => {
      const service = await shell.startService(shell.readConfig());
      say(`partsdesk listens on ${service.address}`);
      await runUntilStopped(service);
    });
}
