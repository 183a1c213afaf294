// Runs imports in a few threads, one per import. Invariant: a thread that ends before its run
// leaves no lock, so the run is recognized as abandoned.
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { DatabaseAddress } from "../db/address.ts";
import type { GuardRails } from "../imports/guardRails.ts";
import type { RunId } from "../imports/importRun.ts";
import type { FileId } from "./importFile.ts";
import type { ImportWork } from "./importWork.ts";

export type ThreadOrder = {
  readonly address: DatabaseAddress;
  readonly work: ImportWork;
  readonly limits: GuardRails;
};

/** A run that has started; `busy`: this node runs the maximum number of imports. */
export type StartedRun =
  | { readonly outcome: "started"; readonly runId: RunId }
  | { readonly outcome: "busy" }
  /** The file or run no longer exists. */
  | { readonly outcome: "gone" };

export type ImportRunner = {
  /** Inspects a file and waits for the result; a failure is logged. */
  inspect(fileId: FileId): Promise<"inspected" | "failed" | "busy">;
  /** Starts a run without waiting for its end. */
  start(work: StartedWork): Promise<StartedRun>;
};

type StartedWork = Exclude<ImportWork, { readonly kind: "inspect" }>;

/** The runner of a node, which all of its workers use. */
export type NodeImportRunner = ImportRunner & {
  /** Ends all threads; their runs are rolled back. */
  close(): Promise<void>;
};

const maxThreads = 3;
/** A thread needs a fraction of it, whatever the file's size. */
const heapMegabytes = 256;
/** An inspection reads fifty rows, in a workbook after all shared strings. */
const maxInspectionMs = 60_000;

/** Creates the runner of a node; its threads connect to the database of `address`. */
export function createImportRunner(options: {
  readonly address: DatabaseAddress;
  readonly limits: GuardRails;
  readonly log: Logger;
}): NodeImportRunner {
  const { address, limits, log } = options;
  const threads = new Set<Worker>();

  function startThread(work: ImportWork): { thread: Worker; ended: Promise<void> } {
    const workerData: ThreadOrder = { address, work, limits };
    const thread = new Worker(new URL("./importThread.ts", import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    threads.add(thread);
    const ended = new Promise<void>((resolve, reject) => {
      thread.once("error", reject);
      thread.once("exit", () => {
        threads.delete(thread);
        resolve();
      });
    });
    ended.catch((err: unknown) => log.warn({ err, work: work.kind }, "an import failed"));
    return { thread, ended };
  }

  return {
    async inspect(fileId) {
      if (threads.size >= maxThreads) return "busy";
      const { thread, ended } = startThread({ kind: "inspect", fileId });
      const late = setTimeout(() => void thread.terminate(), maxInspectionMs);
      const outcome = await ended.then(
        () => "inspected" as const,
        () => "failed" as const,
      );
      clearTimeout(late);
      return outcome;
    },
    async start(work) {
      if (threads.size >= maxThreads) return { outcome: "busy" };
      const { thread, ended } = startThread(work);
      const started = new Promise<StartedRun>((resolve) => {
        thread.once("message", (runId: RunId) => resolve({ outcome: "started", runId }));
      });
      return Promise.race([started, ended.then((): StartedRun => ({ outcome: "gone" }))]);
    },
    async close() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}
