// Calls that wait to be written, the oldest first, within a bound of memory.
import type { ApiRequest } from "./apiRequest.ts";
import { addRequest, createBatch, isOfDay, type RequestBatch } from "./requestBatch.ts";
import { requestMoment } from "./requestId.ts";

export type RequestQueue = {
  /** Whether it may grow no more. */
  isFull(): boolean;
  add(call: ApiRequest): void;
  /** Lets the batches that there are grow no more: each is sent again as it is. How many. */
  close(): number;
  oldest(): RequestBatch | undefined;
  removeOldest(): void;
  /** Calls that wait. */
  count(): number;
  clear(): void;
};

const callsOfBatch = 2_000;
/** In bytes. */
const mostWaiting = 24 * 1024 * 1024;

/** An empty queue. */
export function createRequestQueue(): RequestQueue {
  const batches: RequestBatch[] = [];
  let growing: RequestBatch | undefined;
  let size = 0;

  function batchFor(call: ApiRequest): RequestBatch {
    if (growing === undefined || growing.calls >= callsOfBatch || !isOfDay(growing, call)) {
      growing = createBatch(requestMoment(call.requestId));
      batches.push(growing);
    }
    return growing;
  }

  return {
    isFull: () => size >= mostWaiting,
    add(call) {
      // At once: calls that wait as they are keep the collector busy, and cost more than writing.
      const batch = batchFor(call);
      const before = batch.text.length;
      addRequest(batch, call);
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
    count: () => batches.reduce((sum, { calls }) => sum + calls, 0),
    clear() {
      batches.length = 0;
      growing = undefined;
      size = 0;
    },
  };
}
