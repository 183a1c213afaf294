// What was asked in vain on its way to the database: gathered for a minute, since the same numbers
// are asked for again and again. A node that is killed loses that minute, one that stops nothing.
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../db/database.ts";
import { isUnavailable } from "../db/isUnavailable.ts";
import type { ApiCall } from "./apiCall.ts";
import { addMisses, countMisses, type MissTally, sizeOf } from "./missTally.ts";
import { insertMisses } from "./writeQueries.ts";

export type MissLog = {
  /** Counts what a call did not get; neither waits nor throws for the database. */
  count(call: ApiCall): void;
  /** Writes what was counted, or gives it up where the database does not take it. */
  close(): Promise<void>;
};

const gatherMs = 60_000;
/** Numbers that are counted between two times of writing; beyond them nothing new is. */
const mostNumbers = 100_000;

/** A log of misses that writes to `db` until it is closed. */
export function createMissLog(db: Database, onFailure: (error: unknown) => void): MissLog {
  let tally: MissTally = new Map();
  let writing: Promise<void> | undefined;
  let isFull = false;
  const closing = new AbortController();

  async function write(): Promise<void> {
    const taken = tally;
    tally = new Map();
    try {
      await insertMisses(db, taken);
    } catch (error) {
      onFailure(error);
      if (isUnavailable(error)) addMisses(tally, taken);
    }
    isFull = sizeOf(tally) >= mostNumbers;
  }

  async function keepWriting(): Promise<void> {
    while (tally.size > 0) {
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
      countMisses(tally, call);
      if (tally.size > 0) writing ??= keepWriting();
    },
    async close() {
      closing.abort();
      await writing;
      if (tally.size > 0) await write();
    },
  };
}
