import { Worker } from "node:worker_threads";
import type { DatabaseAddress } from "../../../db/address.ts";
import type { RankBasis } from "../hitRank.ts";

export type WordsOrder = {
  readonly address: DatabaseAddress;
  /** The exported snapshot to read. */
  readonly snapshot: string;
  /** The file to create. */
  readonly path: string;
  readonly basis: RankBasis;
};

export type WordsThread = {
  /** Rejects if the thread fails. */
  readonly ended: Promise<void>;
  /** Ends the thread, whether or not it has finished. */
  stop(): Promise<void>;
};

/** Rows are read in batches, so memory does not depend on their number. */
const heapMegabytes = 256;

/** Starts a thread that fills a file with the words of all offers. */
export function startWordsThread(order: WordsOrder): WordsThread {
  const thread = new Worker(new URL("./wordsThread.ts", import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  const ended = new Promise<void>((resolve, reject) => {
    thread.once("error", reject);
    thread.once("exit", (code) => {
      if (code === 0) resolve();
      else
        reject(new Error(`The thread that fills the index of words ended with exit code ${code}.`));
    });
  });
  ended.catch(() => undefined);
  return {
    ended,
    async stop() {
      await thread.terminate();
    },
  };
}
