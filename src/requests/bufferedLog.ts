// What is counted of calls on its way to the database: gathered for a minute, since the same rows
// are counted again and again. A node that is killed loses that minute, one that stops nothing.
import { setTimeout as delay } from "node:timers/promises";
import { isUnavailable } from "../db/databaseErrors.ts";
import type { ApiRequest } from "./apiRequest.ts";

/** What is gathered, and how it is written. */
export type BufferedLogOptions<Tally> = {
  readonly create: () => Tally;
  /** How many rows it would write. */
  readonly sizeOf: (tally: Tally) => number;
  readonly count: (tally: Tally, call: ApiRequest) => void;
  /** Adds what could not be written. */
  readonly add: (tally: Tally, others: Tally) => void;
  readonly write: (tally: Tally) => Promise<void>;
  /** Rows that are gathered between two times of writing; beyond them nothing new is. */
  readonly most: number;
};

export type BufferedLog = {
  /** Counts a call; neither waits nor throws for the database. */
  count(call: ApiRequest): void;
  /** Writes what was counted, or gives it up where the database does not take it. */
  close(): Promise<void>;
};

const gatherMs = 60_000;

/** A log that gathers and writes until it is closed. */
export function createBufferedLog<Tally>(
  gathering: BufferedLogOptions<Tally>,
  onFailure: (error: unknown) => void,
): BufferedLog {
  let tally = gathering.create();
  let writing: Promise<void> | undefined;
  let isFull = false;
  const closing = new AbortController();

  async function write(): Promise<void> {
    const taken = tally;
    tally = gathering.create();
    try {
      await gathering.write(taken);
    } catch (error) {
      onFailure(error);
      if (isUnavailable(error)) gathering.add(tally, taken);
    }
    isFull = gathering.sizeOf(tally) >= gathering.most;
  }

  async function keepWriting(): Promise<void> {
    while (gathering.sizeOf(tally) > 0) {
      const { signal } = closing;
      await delay(gatherMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await write();
    }
    writing = undefined;
  }

  return {
    count(call) {
      if (isFull || closing.signal.aborted) return;
      gathering.count(tally, call);
      if (writing === undefined && gathering.sizeOf(tally) > 0) writing = keepWriting();
    },
    async close() {
      closing.abort();
      await writing;
      if (gathering.sizeOf(tally) > 0) await write();
    },
  };
}
