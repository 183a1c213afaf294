// Loads the threads of a node while its database starts.
import { Worker } from "node:worker_threads";
import type { MeasuredMetrics } from "../http/metrics/metrics.ts";
import type { DatabaseState } from "../stopNode.ts";

/** Why a thread ended: an exception, exhausted memory, or an unexpected exit. */
export type Ending = {
  readonly reason: "exception" | "memory" | "exit";
  readonly error: Error | undefined;
};

function toEnding(error: Error | undefined): Ending {
  const isMemory = (error as NodeJS.ErrnoException)?.code === "ERR_WORKER_OUT_OF_MEMORY";
  const reason = isMemory ? "memory" : "exception";
  return { reason: error === undefined ? "exit" : reason, error };
}

function awaitEnd(thread: Worker): Promise<Ending> {
  const { promise, resolve } = Promise.withResolvers<Ending>();
  let error: Error | undefined;
  thread.on("error", (thrown) => {
    error = thrown instanceof Error ? thrown : new Error(String(thrown));
  });
  thread.once("exit", () => resolve(toEnding(error)));
  return promise;
}

/** A thread that loads its modules and then waits for its order. */
export type LoadingThread = {
  readonly thread: Worker;
  readonly ended: Promise<Ending>;
};

export function loadThread(): LoadingThread {
  const thread = new Worker(new URL("./workerThread.ts", import.meta.url));
  return { thread, ended: awaitEnd(thread) };
}

/** Workers that are loading or serve. */
export type AnyWorkers = {
  /** The metrics of each thread, and the counts of those that have ended. */
  measure(): Promise<readonly MeasuredMetrics[]>;
  /** Workers are ready from "serving" on, and no longer from "stopping" on. */
  enter(phase: "serving" | "stopping"): void;
  /** Ends all threads. `answered` resolves when no requests are in progress. */
  stop(database: DatabaseState): {
    readonly answered: Promise<void>;
    readonly ended: Promise<void>;
  };
  /** Ends those that are still running immediately. */
  terminate(): Promise<void>;
};

export type LoadingWorkers = AnyWorkers & { readonly threads: readonly LoadingThread[] };

/** Begins to load threads. They stand in for workers until `startWorkers`. */
export function loadWorkers(count: number): LoadingWorkers {
  const threads = Array.from({ length: count }, loadThread);
  return {
    threads,
    measure: async () => [],
    enter: () => undefined,
    stop: () => ({ answered: Promise.resolve(), ended: Promise.resolve() }),
    async terminate() {
      await Promise.all(threads.map(({ thread }) => thread.terminate()));
    },
  };
}
