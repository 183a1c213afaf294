// The log of API calls on its way to the database, off the path of requests. Invariants: a call is
// written within a second while the database answers; memory is bounded while it does not, and
// what finds no room is counted.
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../db/database.ts";
import { isUnavailable, lacksPartition } from "../db/databaseErrors.ts";
import type { ApiRequest } from "./apiRequest.ts";
import { type BufferedLog, createBufferedLog } from "./bufferedLog.ts";
import { insertLatency } from "./latencyQueries.ts";
import { addLatency, countLatency, type LatencyTally } from "./latencyTally.ts";
import type { RequestBatch } from "./requestBatch.ts";
import { createRequestQueue, type RequestQueue } from "./requestQueue.ts";
import { insertUnmetDemand } from "./unmetDemandQueries.ts";
import {
  addUnmetDemand,
  countUnmetDemand,
  sizeOf,
  type UnmetDemandTally,
} from "./unmetDemandTally.ts";
import { insertRequests, maintainPartitions } from "./writeQueries.ts";

export type RequestLogOptions = {
  readonly db: Database;
  /** Told of calls that were written, or dropped. */
  readonly onEnd: (outcome: "written" | "dropped", calls: number) => void;
  /** Told of a failure to write, after which calls wait or, where it is for good, are dropped. */
  readonly onFailure: (error: unknown, dropped: number) => void;
};

export type RequestLog = {
  /** Takes a call; neither waits nor throws for the database. */
  record(call: ApiRequest): void;
  /** Calls that wait to be written. */
  countPending(): number;
  /** Writes what waits, or drops it where the database does not take it at the next try. */
  close(): Promise<void>;
};

/** Calls are gathered for so long; writing takes the rest of the second. */
const gatherMs = 400;
const retryMs = 1_000;

/** Stores a batch; a day that has no partition gets it first. */
async function store(db: Database, batch: RequestBatch): Promise<void> {
  try {
    await insertRequests(db, batch);
  } catch (error) {
    if (!lacksPartition(error, "api_calls")) throw error;
    await maintainPartitions(db, batch.day);
    await insertRequests(db, batch);
  }
}

/**
 * Writes what is in a queue by now, and not what comes meanwhile, which would come in small pieces;
 * whether all of it went. What the database never takes is dropped.
 */
async function renderQueue(queue: RequestQueue, options: RequestLogOptions): Promise<boolean> {
  const { db, onEnd, onFailure } = options;
  for (let left = queue.close(); left > 0; left -= 1) {
    const batch = queue.oldest();
    if (batch === undefined) break;
    const { calls } = batch;
    try {
      await store(db, batch);
      onEnd("written", calls);
    } catch (error) {
      onFailure(error, isUnavailable(error) ? 0 : calls);
      if (isUnavailable(error)) return false;
      onEnd("dropped", calls);
    }
    queue.removeOldest();
  }
  return true;
}

/** Hours and steps: more than a node can meet while the database is away for a day. */
const mostCounts = 10_000;

/** A log of the pace that writes to `db` until it is closed. */
function createLatencyLog(db: Database, onFailure: (error: unknown) => void): BufferedLog {
  const gathering = {
    create: (): LatencyTally => new Map(),
    sizeOf: ({ size }: LatencyTally) => size,
    count: countLatency,
    add: addLatency,
    write: (tally: LatencyTally) => insertLatency(db, tally),
    most: mostCounts,
  };
  return createBufferedLog(gathering, onFailure);
}

/** Numbers that are counted between two times of writing. */
const mostNumbers = 100_000;

/** A log of misses that writes to `db` until it is closed. */
function createUnmetDemandLog(db: Database, onFailure: (error: unknown) => void): BufferedLog {
  const gathering = {
    create: (): UnmetDemandTally => new Map(),
    sizeOf,
    count: countUnmetDemand,
    add: addUnmetDemand,
    write: (tally: UnmetDemandTally) => insertUnmetDemand(db, tally),
    most: mostNumbers,
  };
  return createBufferedLog(gathering, onFailure);
}

/** A log that writes to `db` until it is closed. */
export function createRequestLog(options: RequestLogOptions): RequestLog {
  const { db, onEnd, onFailure } = options;
  const tallies = [createUnmetDemandLog, createLatencyLog].map((create) =>
    create(db, (error) => onFailure(error, 0)),
  );
  const queue = createRequestQueue();
  const closing = new AbortController();
  const { signal } = closing;
  let writing: Promise<boolean> | undefined;

  function pause(ms: number): Promise<unknown> {
    // An end cuts the pause short: what waits is written now.
    return delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }

  async function keepWriting(): Promise<boolean> {
    await pause(gatherMs);
    while (!(await renderQueue(queue, options))) {
      if (signal.aborted) return false;
      await pause(retryMs);
    }
    return true;
  }

  function startWriting(): void {
    writing ??= keepWriting().finally(() => {
      writing = undefined;
      if (!signal.aborted && queue.count() > 0) startWriting();
    });
  }

  return {
    record(call) {
      if (queue.isFull() || signal.aborted) {
        onEnd("dropped", 1);
        return;
      }
      queue.add(call);
      for (const tally of tallies) tally.count(call);
      startWriting();
    },
    countPending: queue.count,
    async close() {
      closing.abort();
      const isWritten = (await writing) !== false && (await renderQueue(queue, options));
      for (const tally of tallies) await tally.close();
      if (isWritten) return;
      const left = queue.count();
      queue.clear();
      onEnd("dropped", left);
      onFailure(new Error("The database took no more calls before the end."), left);
    },
  };
}
