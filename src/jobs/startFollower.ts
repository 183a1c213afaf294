// Starts the thread that follows the catalog, and restarts it if it ends unexpectedly.
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { DatabaseAddress } from "../db/address.ts";

export type FollowerOrder = { readonly folder: string; readonly address: DatabaseAddress };

export type FollowerThread = {
  /** Ends the thread after what it is writing. */
  stop(): Promise<void>;
};

/** Rows are read in batches, so memory does not depend on their number. */
const heapMegabytes = 512;
const restartMs = 1_000;

export function startFollower(order: FollowerOrder, log: Logger): FollowerThread {
  let stopping = false;
  let thread: Worker | undefined;
  let restart: NodeJS.Timeout | undefined;
  let ended: Promise<void> = Promise.resolve();

  function start(): void {
    const started = new Worker(new URL("./followerThread.ts", import.meta.url), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    thread = started;
    started.on("message", (line: string) => log.warn(line));
    started.on("error", (err) => log.error({ err }, "following the catalog failed"));
    ended = new Promise((resolve) => {
      started.once("exit", () => {
        resolve();
        if (!stopping) restart = setTimeout(start, restartMs);
      });
    });
  }

  start();
  return {
    async stop() {
      stopping = true;
      clearTimeout(restart);
      thread?.postMessage("stop");
      await ended;
    },
  };
}
