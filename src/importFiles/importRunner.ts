// Where a node works on imports: a thread each, a few at once. Invariant: a thread that ends before
// its run does leaves no lock, so that whoever looks at the run finds that nobody works on it.
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { DatabaseAddress } from "../db/database.ts";
import type { GuardRails } from "../imports/guardRails.ts";
import type { RunId } from "../imports/importRun.ts";
import type { FileId } from "./importFile.ts";
import type { ImportWork } from "./importWork.ts";

/** What a thread is given. */
export type ThreadOrder = {
  readonly address: DatabaseAddress;
  readonly work: ImportWork;
  readonly limits: GuardRails;
};

/** A run that has its number and goes on; `busy`: this node works on as many as it may. */
export type StartedRun =
  | { readonly outcome: "begun"; readonly runId: RunId }
  | { readonly outcome: "busy" }
  /** The file or the run it was about is gone. */
  | { readonly outcome: "gone" };

export type ImportRunner = {
  /** Looks at a file, to the end of that; `failed` is in the log. */
  look(fileId: FileId): Promise<"looked" | "failed" | "busy">;
  /** Begins a run and lets it go on. */
  begin(work: Exclude<ImportWork, { readonly kind: "look" }>): Promise<StartedRun>;
  /** Ends what is worked on; nothing of it is kept. */
  close(): Promise<void>;
};

const mostAtOnce = 3;
/** A thread needs a fraction of it, whatever the file's size; see `docs/decisions`. */
const heapMegabytes = 256;
/** A look reads fifty rows, a packed workbook's shared texts before them. */
const lookMs = 60_000;

/** A desk that works on the database of `address`. */
export function createImportRunner(options: {
  readonly address: DatabaseAddress;
  readonly limits: GuardRails;
  readonly log: Logger;
}): ImportRunner {
  const { address, limits, log } = options;
  const threads = new Set<Worker>();

  function start(work: ImportWork): { thread: Worker; ended: Promise<void> } {
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
    async look(fileId) {
      if (threads.size >= mostAtOnce) return "busy";
      const { thread, ended } = start({ kind: "look", fileId });
      const late = setTimeout(() => void thread.terminate(), lookMs);
      const outcome = await ended.then(
        () => "looked" as const,
        () => "failed" as const,
      );
      clearTimeout(late);
      return outcome;
    },
    async begin(work) {
      if (threads.size >= mostAtOnce) return { outcome: "busy" };
      const { thread, ended } = start(work);
      const begun = new Promise<StartedRun>((resolve) => {
        thread.once("message", (runId: RunId) => resolve({ outcome: "begun", runId }));
      });
      return Promise.race([begun, ended.then((): StartedRun => ({ outcome: "gone" }))]);
    },
    async close() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}
