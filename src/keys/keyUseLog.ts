// Records the use of keys in the background. Invariants: a request never waits for it, and memory
// is bounded while the database does not respond.
import type { Database } from "../db/database.ts";
import { isUnavailable } from "../db/databaseErrors.ts";
import { type KeyUse, recordKeyUses } from "./queries.ts";

export type KeyUseLog = {
  record(use: KeyUse): void;
  /** Writes what is pending. Never throws. */
  flush(): Promise<void>;
  /** Writes what is pending and ends the log. */
  close(): Promise<void>;
};

/** Uses are collected for this time and written together. */
const bufferMs = 500;
const retryMs = 5_000;
/** A pair of key and network is recorded at most once in this time. */
const repeatMs = 2_000;
/** The most pairs of key and network in memory. */
const maxPairs = 10_000;

/** `onFailure` is called for the first of consecutive failures. */
export function createKeyUseLog(db: Database, onFailure: (error: unknown) => void): KeyUseLog {
  const recorded = new Map<string, number>();
  let pending = new Map<string, KeyUse>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let failed = false;
  let closed = false;

  /** Restores uses that could not be written. */
  function keep(uses: ReadonlyMap<string, KeyUse>): void {
    for (const [pair, use] of uses) {
      if (pending.size < maxPairs && !pending.has(pair)) pending.set(pair, use);
    }
  }

  async function write(): Promise<void> {
    const taken = pending;
    if (taken.size === 0) return;
    pending = new Map();
    try {
      await recordKeyUses(db, [...taken.values()]);
      failed = false;
    } catch (error) {
      if (!failed) onFailure(error);
      failed = true;
      if (!isUnavailable(error)) return;
      keep(taken);
      schedule(retryMs);
    }
  }

  function schedule(ms: number): void {
    if (!closed) timer ??= setTimeout(() => void flush(), ms).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    record(use) {
      const pair = `${use.keyId} ${use.network}`;
      const atMs = use.at.getTime();
      const lastMs = recorded.get(pair);
      if (lastMs !== undefined && Math.abs(atMs - lastMs) < repeatMs) return;
      if (recorded.size >= maxPairs) recorded.clear();
      recorded.set(pair, atMs);
      if (pending.size < maxPairs) pending.set(pair, use);
      schedule(bufferMs);
    },
    flush,
    close() {
      closed = true;
      return flush();
    },
  };
}
