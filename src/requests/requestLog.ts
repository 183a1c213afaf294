// Writes API requests to the database without slowing them down. Invariants: a request is written
// within a second while the database answers; while it does not, memory is bounded and requests
// that do not fit are counted as dropped.

import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../db/database.ts";
import { isUnavailable, lacksPartition, UnknownOutcomeError } from "../db/databaseErrors.ts";
import type { ApiRequest } from "./apiRequest.ts";
import { type BufferedLog, createBufferedLog } from "./bufferedLog.ts";
import { insertLatency } from "./latencyQueries.ts";
import { addLatency, countLatency, type LatencyTally } from "./latencyTally.ts";
import { addRequest, createBatch, isOfDay, type RequestBatch } from "./requestBatch.ts";
import { requestMoment } from "./requestId.ts";
import { insertUnmetDemand } from "./unmetDemandQueries.ts";
import {
  addUnmetDemand,
  countUnmetDemand,
  sizeOf,
  type UnmetDemandTally,
} from "./unmetDemandTally.ts";
import { insertRequests, maintainPartitions } from "./writeQueries.ts";

// Requests that are not written yet, oldest first. Invariant: memory is bounded.
type RequestQueue = {
  isFull(): boolean;
  add(request: ApiRequest): void;
  /** Closes all batches to new requests, so that a retry sends the same. Returns their number. */
  close(): number;
  oldest(): RequestBatch | undefined;
  removeOldest(): void;
  count(): number;
  clear(): void;
};

const requestsPerBatch = 2_000;

/** Creates a queue of at most `maxBytes` of text. */
function createRequestQueue(maxBytes: number): RequestQueue {
  const batches: RequestBatch[] = [];
  let growing: RequestBatch | undefined;
  let size = 0;

  function batchFor(request: ApiRequest): RequestBatch {
    if (
      growing === undefined ||
      growing.requests >= requestsPerBatch ||
      !isOfDay(growing, request)
    ) {
      growing = createBatch(requestMoment(request.requestId));
      batches.push(growing);
    }
    return growing;
  }

  return {
    isFull: () => size >= maxBytes,
    add(request) {
      // Encoded immediately: objects that stay alive cost the garbage collector more time.
      const batch = batchFor(request);
      const before = batch.text.length;
      addRequest(batch, request);
      size += batch.text.length - before;
    },
    close() {
      growing = undefined;
      return batches.length;
    },
    oldest: () => batches[0],
    removeOldest() {
      size -= batches.shift()?.text.length ?? 0;
    },
    count: () => batches.reduce((sum, { requests }) => sum + requests, 0),
    clear() {
      batches.length = 0;
      growing = undefined;
      size = 0;
    },
  };
}

type RequestLogOptions = {
  readonly db: Database;
  /** The limit of text waiting to be written, in bytes. */
  readonly maxPendingBytes: number;
  readonly onEnd: (outcome: "written" | "dropped", requests: number) => void;
  /** A write failed; the requests are retried or, if retrying cannot help, dropped. */
  readonly onFailure: (error: unknown, dropped: number) => void;
};

export type RequestLog = {
  /** Never waits for the database and never throws because of it. */
  record(request: ApiRequest): void;
  /** Requests not yet written. */
  countPending(): number;
  /** Writes what is pending, or drops it if the next attempt fails. */
  close(): Promise<void>;
};

/** Requests are buffered for this long; writing takes the rest of the second. */
const bufferMs = 400;
const retryMs = 1_000;

/** Stores a batch; creates the partition of its day if it is missing. */
async function store(db: Database, batch: RequestBatch): Promise<void> {
  try {
    await insertRequests(db, batch);
  } catch (error) {
    if (!lacksPartition(error, "api_requests")) throw error;
    await maintainPartitions(db, batch.day);
    await insertRequests(db, batch);
  }
}

/**
 * Writes what is in the queue now. Requests that arrive meanwhile wait for the next write, so that
 * batches stay large. Returns true if everything was written; drops what can never be written.
 */
async function writeQueue(queue: RequestQueue, options: RequestLogOptions): Promise<boolean> {
  const { db, onEnd, onFailure } = options;
  for (let left = queue.close(); left > 0; left -= 1) {
    const batch = queue.oldest();
    if (batch === undefined) break;
    const { requests } = batch;
    try {
      await store(db, batch);
      onEnd("written", requests);
    } catch (error) {
      // A batch that was stored after all is not stored twice.
      const isRepeated = isUnavailable(error) || error instanceof UnknownOutcomeError;
      onFailure(error, isRepeated ? 0 : requests);
      if (isRepeated) return false;
      onEnd("dropped", requests);
    }
    queue.removeOldest();
  }
  return true;
}

/** Part numbers counted between two writes. */
const maxPartNumbers = 100_000;
/** Pairs of hour and step: more than a node counts while the database is away for a day. */
const maxLatencyCounts = 10_000;

function createTallies(db: Database, onFailure: (error: unknown) => void): BufferedLog[] {
  const unmetDemand = {
    create: (): UnmetDemandTally => new Map(),
    sizeOf,
    count: countUnmetDemand,
    add: addUnmetDemand,
    write: (tally: UnmetDemandTally) => insertUnmetDemand(db, tally),
    maxRows: maxPartNumbers,
  };
  const latency = {
    create: (): LatencyTally => new Map(),
    sizeOf: ({ size }: LatencyTally) => size,
    count: countLatency,
    add: addLatency,
    write: (tally: LatencyTally) => insertLatency(db, tally),
    maxRows: maxLatencyCounts,
  };
  return [createBufferedLog(unmetDemand, onFailure), createBufferedLog(latency, onFailure)];
}

/** Opens a log that writes to `db` until it is closed. */
export function createRequestLog(options: RequestLogOptions): RequestLog {
  const { db, onEnd, onFailure } = options;
  const tallies = createTallies(db, (error) => onFailure(error, 0));
  const queue = createRequestQueue(options.maxPendingBytes);
  const closing = new AbortController();
  const { signal } = closing;
  let writing: Promise<boolean> | undefined;

  function pause(ms: number): Promise<unknown> {
    // Closing ends the pause, so that pending requests are written immediately.
    return delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }

  async function keepWriting(): Promise<boolean> {
    await pause(bufferMs);
    while (!(await writeQueue(queue, options))) {
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
    record(request) {
      if (queue.isFull() || signal.aborted) {
        onEnd("dropped", 1);
        return;
      }
      queue.add(request);
      for (const tally of tallies) tally.count(request);
      startWriting();
    },
    countPending: queue.count,
    async close() {
      closing.abort();
      const isWritten = (await writing) !== false && (await writeQueue(queue, options));
      for (const tally of tallies) await tally.close();
      if (isWritten) return;
      const left = queue.count();
      queue.clear();
      onEnd("dropped", left);
      onFailure(new Error("The database did not accept the last requests before shutdown."), left);
    },
  };
}
