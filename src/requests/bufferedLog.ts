// Buffers counts for a minute before writing, because most requests update the same rows. A node
// that is killed loses that minute; a node that stops loses nothing.
import { setTimeout as delay } from "node:timers/promises";
import { isUnavailable } from "../db/databaseErrors.ts";
import type { ApiRequest } from "./apiRequest.ts";

type BufferedLogOptions<Tally> = {
  readonly create: () => Tally;
  /** Number of rows it would write. */
  readonly sizeOf: (tally: Tally) => number;
  readonly count: (tally: Tally, request: ApiRequest) => void;
  /** Adds back counts that could not be written. */
  readonly add: (tally: Tally, others: Tally) => void;
  readonly write: (tally: Tally) => Promise<void>;
  /** Maximum number of rows between two writes; beyond it nothing is counted. */
  readonly maxRows: number;
};

export type BufferedLog = {
  /** Counts a request. Never waits for the database and never throws because of it. */
  count(request: ApiRequest): void;
  /** Writes what was counted, or discards it if the database does not accept it. */
  close(): Promise<void>;
};

const bufferMs = 60_000;

export function createBufferedLog<Tally>(
  options: BufferedLogOptions<Tally>,
  onFailure: (error: unknown) => void,
): BufferedLog {
  let tally = options.create();
  let writing: Promise<void> | undefined;
  let isFull = false;
  const closing = new AbortController();

  async function write(): Promise<void> {
    const taken = tally;
    tally = options.create();
    try {
      await options.write(taken);
    } catch (error) {
      onFailure(error);
      if (isUnavailable(error)) options.add(tally, taken);
    }
    isFull = options.sizeOf(tally) >= options.maxRows;
  }

  async function keepWriting(): Promise<void> {
    while (options.sizeOf(tally) > 0) {
      const { signal } = closing;
      await delay(bufferMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await write();
    }
    writing = undefined;
  }

  return {
    count(request) {
      if (isFull || closing.signal.aborted) return;
      options.count(tally, request);
      if (writing === undefined && options.sizeOf(tally) > 0) writing = keepWriting();
    },
    async close() {
      closing.abort();
      await writing;
      if (options.sizeOf(tally) > 0) await write();
    },
  };
}
