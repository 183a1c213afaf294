// The log of API calls on its way to the database, off the path of requests. Invariants: a call is
// written within a second while the database answers; memory is bounded while it does not, and
// what finds no room is counted.
import { setTimeout as delay } from "node:timers/promises";
import { utcDay } from "../day.ts";
import type { Database } from "../db/database.ts";
import { isUnavailable, lacksPartition } from "../db/isUnavailable.ts";
import type { ApiCall } from "./apiCall.ts";
import { addCall, type CallBatch, createBatch } from "./callBatch.ts";
import { createMissLog } from "./missLog.ts";
import { callMoment } from "./requestId.ts";
import { insertCalls, keepCallDays } from "./writeQueries.ts";

export type RequestLogOptions = {
  readonly db: Database;
  /** Told of calls that were written, or dropped. */
  readonly onEnd: (outcome: "written" | "dropped", calls: number) => void;
  /** Told of a failure to write, after which calls wait or, where it is for good, are dropped. */
  readonly onFailure: (error: unknown, dropped: number) => void;
};

export type RequestLog = {
  /** Takes a call; neither waits nor throws for the database. */
  record(call: ApiCall): void;
  /** Calls that wait to be written. */
  countWaiting(): number;
  /** Writes what waits, or drops it where the database does not take it at the next try. */
  close(): Promise<void>;
};

/** Calls are gathered for so long; writing takes the rest of the second. */
const gatherMs = 400;
const retryMs = 1_000;
const callsAtOnce = 2_000;
/** In characters, each of which may take two bytes. */
const mostWaiting = 24 * 1024 * 1024;

/** Stores a batch; a day that has no partition gets it first. */
async function store(db: Database, batch: CallBatch): Promise<void> {
  try {
    await insertCalls(db, batch);
  } catch (error) {
    if (!lacksPartition(error, "api_calls")) throw error;
    await keepCallDays(db, utcDay(callMoment(String(batch.rows[0]?.[0]))));
    await insertCalls(db, batch);
  }
}

/** A log that writes to `db` until it is closed. */
export function createRequestLog({ db, onEnd, onFailure }: RequestLogOptions): RequestLog {
  const waiting: CallBatch[] = [];
  let size = 0;
  let writing: Promise<boolean> | undefined;
  let closed = false;
  const closing = new AbortController();
  const misses = createMissLog(db, (error) => onFailure(error, 0));

  function pause(ms: number): Promise<unknown> {
    // An end cuts the pause short: what waits is written now.
    return delay(ms, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
  }

  /** Whether the oldest batch is done with, written or not. */
  async function writeOldest(): Promise<boolean> {
    const batch = waiting[0];
    if (batch === undefined) return true;
    // Whatever comes meanwhile goes into another: this one is sent again as it is.
    if (waiting.length === 1) waiting.push(createBatch());
    try {
      await store(db, batch);
      onEnd("written", batch.rows.length);
    } catch (error) {
      if (isUnavailable(error)) {
        onFailure(error, 0);
        return false;
      }
      onFailure(error, batch.rows.length);
      onEnd("dropped", batch.rows.length);
    }
    waiting.shift();
    size -= batch.size;
    return true;
  }

  /** Whether nothing is left to write. */
  async function writeAll(): Promise<boolean> {
    while ((waiting[0]?.rows.length ?? 0) > 0) if (!(await writeOldest())) return false;
    return true;
  }

  async function keepWriting(): Promise<boolean> {
    await pause(gatherMs);
    while (!(await writeAll())) {
      if (closed) return false;
      await pause(retryMs);
    }
    return true;
  }

  function startWriting(): void {
    writing ??= keepWriting().finally(() => {
      writing = undefined;
      if (!closed && (waiting[0]?.rows.length ?? 0) > 0) startWriting();
    });
  }

  return {
    record(call) {
      if (size >= mostWaiting || closed) {
        onEnd("dropped", 1);
        return;
      }
      let batch = waiting.at(-1);
      if (batch === undefined || batch.rows.length >= callsAtOnce) {
        batch = createBatch();
        waiting.push(batch);
      }
      const before = batch.size;
      addCall(batch, call);
      size += batch.size - before;
      misses.count(call);
      startWriting();
    },
    countWaiting: () => waiting.reduce((sum, { rows }) => sum + rows.length, 0),
    async close() {
      closed = true;
      closing.abort();
      await misses.close();
      if ((await writing) !== false && (await writeAll())) return;
      const left = waiting.splice(0).reduce((sum, { rows }) => sum + rows.length, 0);
      onEnd("dropped", left);
      onFailure(new Error("The database took no more calls before the end."), left);
    },
  };
}
