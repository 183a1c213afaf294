// Handles one request per connection at a time. A client may send several without waiting
// (pipelining); the later ones wait here. Invariant: a connection has at most one answer that the
// client has not read, and the bytes of waiting requests are bounded.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createRequestTurns } from "./requestTurns.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

type ReadCaller = (request: IncomingMessage) => string;

type Waiting = { readonly request: IncomingMessage; readonly response: ServerResponse };

type ConnectionState = {
  readonly waiting: Waiting[];
  waitingBytes: number;
  /** Checks in a row that found unread bytes and no progress since the one before. */
  unreadChecks: number;
  checkedAtMs: number;
};

export type RequestQueue = {
  /** Wraps `handler`: a request starts when the earlier ones of its connection are answered. */
  serialize(handler: Handler): Handler;
  /**
   * Waits until a request goes on whose body, of so many bytes, has arrived after it started;
   * undefined if it need not wait. Its connection may be closed then.
   */
  takeTurn(request: IncomingMessage, bodyBytes: number): Promise<void> | undefined;
  /** Closes a silent connection: one that is idle, or whose client reads nothing for 30 seconds. */
  readonly checkSilent: (socket: Socket) => void;
  /** Counts the bytes of answers that clients have not read yet; some milliseconds old. */
  countUnsentBytes(): number;
  /** Counts the requests that wait for a later turn of the event loop. */
  countLate(): number;
};

/** A connection is checked after this time without a byte in either direction. */
export const silenceCheckMs = 10_000;
const maxUnreadChecks = 3;
/** Unsent bytes are counted again after this time: with many connections it takes long. */
const unsentValidMs = 20;

/** Bytes of requests that may wait: on one connection, and on all. As much again may be late. */
export type QueueLimits = { readonly connectionBytes: number; readonly totalBytes: number };

/** What a request without a body costs in memory. */
const headBytes = 4_096;
/** What Node reads of a body before it is consumed. */
const readAheadBytes = 131_072;

function estimateBytes({ headers }: IncomingMessage): number {
  const declared = Number(headers["content-length"] ?? 0);
  const body = headers["transfer-encoding"] === undefined ? declared : readAheadBytes;
  return headBytes + Math.min(body, readAheadBytes);
}

/** True at the last of several checks in a row that found unread bytes. */
function isUnread(socket: Socket, state: ConnectionState): boolean {
  const nowMs = performance.now();
  // Progress restarts the timer, so checks that are far apart are not in a row.
  const inARow = nowMs - state.checkedAtMs < 2 * (socket.timeout ?? silenceCheckMs);
  state.checkedAtMs = nowMs;
  state.unreadChecks = socket.writableLength === 0 ? 0 : inARow ? state.unreadChecks + 1 : 1;
  return state.unreadChecks >= maxUnreadChecks;
}

/** How long a late request has waited, and whether its body had arrived when it started. */
type LateStart = { readonly waitedMs: number; readonly isComplete: boolean };

const lateStarts = new WeakMap<IncomingMessage, LateStart>();

/** How long a request has waited until it started, in milliseconds. */
export function readWait(request: IncomingMessage): number {
  return lateStarts.get(request)?.waitedMs ?? 0;
}

/** Whether the body of a late request had arrived when it started: its turn is the body's too. */
export function hadBodyAtStart(request: IncomingMessage): boolean {
  return lateStarts.get(request)?.isComplete ?? false;
}

/** The requests that wait for the earlier ones of their connection. */
function createWaitingRequests(limits: QueueLimits) {
  let totalBytes = 0;

  function take(state: ConnectionState): Waiting | undefined {
    const next = state.waiting.shift();
    if (next === undefined) return undefined;
    const bytes = estimateBytes(next.request);
    state.waitingBytes -= bytes;
    totalBytes -= bytes;
    return next;
  }

  return {
    take,
    /** Destroys the connection if its waiting requests, or those of all, exceed the limits. */
    add(state: ConnectionState, waiting: Waiting): void {
      const bytes = estimateBytes(waiting.request);
      state.waiting.push(waiting);
      state.waitingBytes += bytes;
      totalBytes += bytes;
      if (state.waitingBytes > limits.connectionBytes || totalBytes > limits.totalBytes) {
        waiting.request.socket.destroy();
      }
    },
  };
}

/** Starts requests in their turns. */
function createStarts(maxLateBytes: number, readCaller: ReadCaller) {
  const turns = createRequestTurns(() => performance.now(), maxLateBytes);
  return {
    countLate: turns.countLate,
    /** As `RequestTurns.start`. A request that is dropped begins without its connection. */
    start(
      request: IncomingMessage,
      readBytes: () => number,
      begin: (waitedMs: number) => void,
    ): boolean {
      return turns.start({
        readCaller: () => readCaller(request),
        readBytes,
        begin,
        drop() {
          request.socket.destroy();
          begin(0);
        },
      });
    },
  };
}

/** Returns how to count the bytes of answers that the clients of `sockets` have not read. */
function createUnsentCount(sockets: ReadonlyMap<Socket, unknown>): () => number {
  let unsent = { bytes: 0, countedAtMs: Number.NEGATIVE_INFINITY };
  return () => {
    const nowMs = performance.now();
    if (nowMs - unsent.countedAtMs < unsentValidMs) return unsent.bytes;
    let bytes = 0;
    for (const socket of sockets.keys()) bytes += socket.writableLength;
    unsent = { bytes, countedAtMs: nowMs };
    return bytes;
  };
}

/**
 * Creates the queue. Destroys a connection whose waiting requests exceed the limits. `readCaller`
 * names who sends a request; callers take turns.
 */
export function createRequestQueue(limits: QueueLimits, readCaller: ReadCaller): RequestQueue {
  /** Connections with a request in progress. */
  const busy = new Map<Socket, ConnectionState>();
  const waiting = createWaitingRequests(limits);
  const starts = createStarts(limits.totalBytes, readCaller);

  function startNext(handler: Handler, state: ConnectionState, socket: Socket): void {
    const next = waiting.take(state);
    if (next !== undefined && !socket.destroyed) startSoon(handler, state, next);
    else {
      while (waiting.take(state) !== undefined);
      busy.delete(socket);
    }
  }

  function startSoon(handler: Handler, state: ConnectionState, first: Waiting): void {
    const { request, response } = first;
    const { socket } = request;
    const begin = (waitedMs: number): void => {
      if (socket.destroyed) {
        startNext(handler, state, socket);
        return;
      }
      if (waitedMs > 0) lateStarts.set(request, { waitedMs, isComplete: request.complete });
      response.once("close", () => startNext(handler, state, socket));
      handler(request, response);
    };
    starts.start(request, () => estimateBytes(request), begin);
  }

  return {
    serialize: (handler) => (request, response) => {
      const state = busy.get(request.socket);
      if (state !== undefined) return waiting.add(state, { request, response });
      const first = { waiting: [], waitingBytes: 0, unreadChecks: 0, checkedAtMs: 0 };
      busy.set(request.socket, first);
      startSoon(handler, first, { request, response });
    },
    takeTurn(request, bodyBytes) {
      const turn = Promise.withResolvers<void>();
      const bytes = headBytes + bodyBytes;
      const hasStarted = starts.start(
        request,
        () => bytes,
        () => turn.resolve(),
      );
      return hasStarted ? undefined : turn.promise;
    },
    countLate: starts.countLate,
    checkSilent(socket) {
      const state = busy.get(socket);
      if (state === undefined || isUnread(socket, state)) socket.destroy();
      else socket.setTimeout(socket.timeout ?? silenceCheckMs);
    },
    countUnsentBytes: createUnsentCount(busy),
  };
}
