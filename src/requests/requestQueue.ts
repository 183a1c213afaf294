// Requests that are not written yet, oldest first. Invariant: memory is bounded.
import type { ApiRequest } from "./apiRequest.ts";
import { addRequest, createBatch, isOfDay, type RequestBatch } from "./requestBatch.ts";
import { requestMoment } from "./requestId.ts";

export type RequestQueue = {
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
export function createRequestQueue(maxBytes: number): RequestQueue {
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
