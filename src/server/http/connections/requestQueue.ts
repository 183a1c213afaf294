// Handles one request per connection at a time. A client may send several without waiting
// (pipelining); the later ones wait here. Invariant: a connection has at most one answer that the
// client has not read, and the bytes of waiting requests are bounded.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createLateRequests, type RequestCaller } from "./lateRequests.ts";

// Decides in which turn of the event loop a request starts (decision 278): between turns, results
// of statements and other connections are read. Invariant: requests of a caller start in their
// order, after those that have started go on, and if one waits, at least one starts in each turn.

type TurnRequest = {
  /** Names the request to `hasTurn`. */
  readonly key: object;
  readonly hasStarted: boolean;
  /** Who sends it, and its size in memory; read only if it is late. */
  readonly readCaller: () => RequestCaller;
  readonly readBytes: () => number;
  /** Returns false if there was nothing to start, because its client is gone. */
  readonly begin: (waitedMs: number) => boolean;
  /** Called instead of `begin` if late requests need too much memory. */
  readonly drop: () => void;
};

export type RequestTurns = {
  /**
   * Starts a request, or lets one that has started go on: now, or in a later turn, if others have
   * taken this one. Returns whether it was now.
   */
  start(request: TurnRequest): boolean;
  /** Whether a late request has started just now and has not waited for anything since. */
  hasTurn(key: object): boolean;
  /** Counts the requests that wait for a later turn. */
  countLate(): number;
};

const maxTurnMs = 2;
/** Most late requests of one turn. Each starts only if the turn still has time. */
const maxLateStarts = 32;

/** `clockMs` is a monotonic clock; late requests need at most `maxLateBytes`. */
export function createRequestTurns(clockMs: () => number, maxLateBytes: number): RequestTurns {
  const late = createLateRequests(maxLateBytes);
  /** When this turn has taken too long; undefined before its first request, if none waits. */
  let endMs: number | undefined;
  /** The late request that was started last, until the next one. */
  let current: object | undefined;

  const hasTime = (): boolean => endMs === undefined || clockMs() < endMs;

  /** One per immediate: what a request does without waiting ends before the next one starts. */
  function startLate(isFirst: boolean): void {
    if (!isFirst && !hasTime()) return;
    while (late.take()?.start() === false);
  }

  function beginTurn(): void {
    endMs = clockMs() + maxTurnMs;
    const starts = Math.min(late.count(), maxLateStarts);
    for (let place = 0; place < starts; place += 1) setImmediate(startLate, place === 0);
    setImmediate(endTurn);
  }

  function endTurn(): void {
    endMs = undefined;
    current = undefined;
    if (late.count() > 0) beginTurn();
  }

  return {
    countLate: late.count,
    hasTurn: (key) => key === current,
    start({ key, hasStarted, readCaller, readBytes, begin, drop }) {
      if (late.count() > 0 || !hasTime()) {
        const receivedMs = clockMs();
        const start = (): boolean => {
          current = key;
          return begin(clockMs() - receivedMs);
        };
        late.add(readCaller(), { bytes: readBytes(), hasStarted, start, drop });
        return false;
      }
      if (endMs === undefined) beginTurn();
      begin(0);
      return true;
    },
  };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** What ends a late request while it waits: its client, or the limit on memory. */
export type LateEnd = "disconnected" | "dropped";

export type QueueOptions = {
  readonly limits: QueueLimits;
  /** Names who sends a request; callers take turns. */
  readonly readCaller: (request: IncomingMessage) => RequestCaller;
  /** Called for each late request that ended while it waited. */
  readonly countLateEnd: (end: LateEnd) => void;
};

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
   * Waits for a turn in which a request goes on that has waited for something, such as its body of
   * so many bytes; undefined if this is one. Its connection may be closed then.
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

/** What a request without headers and body costs in memory, and what each of their texts adds. */
const plainBytes = 4_096;
const bytesOfText = 64;
/** What Node reads of a body before it is consumed. */
const readAheadBytes = 131_072;

function estimateHeadBytes({ url = "", rawHeaders }: IncomingMessage): number {
  let bytes = plainBytes + url.length;
  for (const text of rawHeaders) bytes += text.length + bytesOfText;
  return bytes;
}

function estimateBytes(request: IncomingMessage): number {
  const { headers } = request;
  const declared = Number(headers["content-length"] ?? 0);
  const body = headers["transfer-encoding"] === undefined ? declared : readAheadBytes;
  return estimateHeadBytes(request) + Math.min(body, readAheadBytes);
}

/** True if nobody will read a response: the client has left, or got one for its broken request. */
export function isGone(socket: Socket): boolean {
  return socket.destroyed || socket.writable === false;
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

/** How long a request has waited within the service, in milliseconds. */
type Waits = { readonly untilStartMs: number; inAllMs: number };

const waits = new WeakMap<IncomingMessage, Waits>();

/** How long a request has waited until it started, in milliseconds. */
export function readStartWait(request: IncomingMessage): number {
  return waits.get(request)?.untilStartMs ?? 0;
}

/** How long a request has waited for its turns and its key until now, in milliseconds. */
export function readWait(request: IncomingMessage): number {
  return waits.get(request)?.inAllMs ?? 0;
}

export function addWait(request: IncomingMessage, waitedMs: number): void {
  const known = waits.get(request);
  if (known !== undefined) known.inAllMs += waitedMs;
  else waits.set(request, { untilStartMs: 0, inAllMs: waitedMs });
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

/** Starts requests, and lets them go on, in their turns. */
function createStarts({ limits, readCaller, countLateEnd }: QueueOptions) {
  const turns = createRequestTurns(() => performance.now(), limits.totalBytes);
  return {
    countLate: turns.countLate,
    /** Calls `run`, or `abandon` if nobody will read the response. */
    start(request: IncomingMessage, run: () => void, abandon: () => void): void {
      const { socket } = request;
      const end = (reason: LateEnd): void => {
        countLateEnd(reason);
        if (reason === "dropped") socket.destroy();
        abandon();
      };
      turns.start({
        key: request,
        hasStarted: false,
        readCaller: () => readCaller(request),
        readBytes: () => estimateBytes(request),
        begin(waitedMs) {
          if (isGone(socket)) {
            end("disconnected");
            return false;
          }
          if (waitedMs > 0) waits.set(request, { untilStartMs: waitedMs, inAllMs: waitedMs });
          run();
          return true;
        },
        drop: () => end("dropped"),
      });
    },
    takeTurn(request: IncomingMessage, bodyBytes: number): Promise<void> | undefined {
      if (turns.hasTurn(request)) return undefined;
      const turn = Promise.withResolvers<void>();
      const isNow = turns.start({
        key: request,
        hasStarted: true,
        readCaller: () => readCaller(request),
        readBytes: () => estimateHeadBytes(request) + bodyBytes,
        begin(waitedMs) {
          if (waitedMs > 0) addWait(request, waitedMs);
          const isAbandoned = isGone(request.socket);
          if (isAbandoned) countLateEnd("disconnected");
          turn.resolve();
          return !isAbandoned;
        },
        drop() {
          countLateEnd("dropped");
          request.socket.destroy();
          turn.resolve();
        },
      });
      return isNow ? undefined : turn.promise;
    },
  };
}

/** Creates the queue. Destroys a connection whose waiting requests exceed the limits. */
export function createRequestQueue(options: QueueOptions): RequestQueue {
  /** Connections with a request in progress. */
  const busy = new Map<Socket, ConnectionState>();
  const waiting = createWaitingRequests(options.limits);
  const starts = createStarts(options);

  function startNext(handler: Handler, state: ConnectionState, socket: Socket): void {
    const next = waiting.take(state);
    if (next !== undefined && !isGone(socket)) startSoon(handler, state, next);
    else {
      while (waiting.take(state) !== undefined);
      busy.delete(socket);
    }
  }

  function startSoon(handler: Handler, state: ConnectionState, first: Waiting): void {
    const { request, response } = first;
    const goOn = (): void => startNext(handler, state, request.socket);
    const run = (): void => {
      response.once("close", goOn);
      handler(request, response);
    };
    starts.start(request, run, goOn);
  }

  return {
    serialize: (handler) => (request, response) => {
      const state = busy.get(request.socket);
      if (state !== undefined) return waiting.add(state, { request, response });
      const first = { waiting: [], waitingBytes: 0, unreadChecks: 0, checkedAtMs: 0 };
      busy.set(request.socket, first);
      startSoon(handler, first, { request, response });
    },
    takeTurn: starts.takeTurn,
    countLate: starts.countLate,
    checkSilent(socket) {
      const state = busy.get(socket);
      const isAnswered = isGone(socket) && socket.writableLength === 0;
      if (state === undefined || isAnswered || isUnread(socket, state)) socket.destroy();
      else socket.setTimeout(socket.timeout ?? silenceCheckMs);
    },
    countUnsentBytes: createUnsentCount(busy),
  };
}
