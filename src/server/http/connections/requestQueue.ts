// Starts requests in the order of the fair queue, each in a turn of the event loop, and refuses those
// that wait too long (decision 278). Invariants: a connection has one request in progress, and at
// most one answer that its client has not read; the bytes of waiting requests are bounded; if one
// may start, at least one starts in each turn.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Failure } from "../../../kit/errors.ts";
import { type Caller, createFairQueue, type Ticket } from "./fairQueue.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** `owner` is that of a valid key. */
export type RequestCaller = Caller & {
  readonly owner?: { readonly accountId: string; readonly keyId: string };
};

export type QueueOptions = {
  /** Bytes of requests that may wait for earlier ones of their connection. */
  readonly connectionBytes: number;
  /** Bytes of those of all connections, and of those in the queue. */
  readonly queuedBytes: number;
  /** Nothing starts while clients have more bytes of answers to read. */
  readonly unsentBytes: number;
  /** Requests that use the database at the same time; a group of callers may have half of them. */
  readonly slots: number;
  /** Names who sends a request; null if it need not wait. */
  readonly readCaller: (request: IncomingMessage) => RequestCaller | null;
};

export type RequestQueue = ReturnType<typeof createRequestQueue>;

/** Longer than this, a request does not wait to start. */
const maxWaitMs = 800;
/** A pause of the process counts as no more: after it, nobody is refused for it. */
const maxPauseMs = 50;
const maxTurnMs = 2;
const maxRefusingMs = 1;
const maxSteps = 32;
/** If nothing may start, this is looked at again after this time. */
const retryMs = 20;
/** After this time, the work of a request whose client is gone has ended. */
const maxWorkMs = 10_000;

/** Created once: a stack for each of thousands of refusals per second would cost too much. */
export const atCapacity = new Failure("UNAVAILABLE", {
  message: "The service is at capacity and did not start this request. Retry after Retry-After.",
  retryAfterS: 1,
});

/** A connection is checked after this time without a byte in either direction. */
export const silenceCheckMs = 10_000;
const maxUnreadChecks = 3;
/** Unsent bytes are counted again after this time: with many connections it takes long. */
const unsentValidMs = 20;

/** What a request without headers and body costs in memory, and what each of their texts adds. */
const plainBytes = 4_096;
const bytesOfText = 64;
/** What Node reads of a body before it is consumed. */
const readAheadBytes = 131_072;

function estimateBytes({ url = "", rawHeaders, headers }: IncomingMessage): number {
  const declared = Number(headers["content-length"] ?? 0);
  const body = headers["transfer-encoding"] === undefined ? declared : readAheadBytes;
  const texts = rawHeaders.reduce((sum, text) => sum + text.length + bytesOfText, url.length);
  return plainBytes + texts + Math.min(body, readAheadBytes);
}

/** True if nobody will read a response: the client has left, or got one for its broken request. */
export function isGone(socket: Socket): boolean {
  return socket.destroyed || socket.writable === false;
}

type Received = { readonly request: IncomingMessage; readonly response: ServerResponse };

type Queued = Received & {
  readonly caller: RequestCaller;
  /** Starts it, or lets it go on. */
  run: () => void;
  /** When it began to wait, and after that, when it was started. */
  sinceMs: number;
  startWaitMs: number | null;
  waitedMs: number;
  isRefused: boolean;
};

type QueuedTicket = Ticket<Queued>;

const ticketOf = new WeakMap<IncomingMessage, QueuedTicket>();

/** How long a request has waited until it started, in milliseconds. */
export function readStartWait(request: IncomingMessage): number {
  return ticketOf.get(request)?.item.startWaitMs ?? 0;
}

/** How long a request has waited in the queue until now, in milliseconds. */
export function readWait(request: IncomingMessage): number {
  return ticketOf.get(request)?.item.waitedMs ?? 0;
}

/** Counts what a request has waited for elsewhere. */
export function addWait(request: IncomingMessage, waitedMs: number): void {
  const ticket = ticketOf.get(request);
  if (ticket !== undefined) ticket.item.waitedMs += waitedMs;
}

/** The sender of a request that must be refused. */
export function findRefused(request: IncomingMessage): RequestCaller | undefined {
  const item = ticketOf.get(request)?.item;
  return item?.isRefused ? item.caller : undefined;
}

/** Starts requests in turns. `mayStart` is false while nothing may start. */
function createTurns({ slots, queuedBytes }: QueueOptions, mayStart: () => boolean) {
  const queue = createFairQueue<Queued>(slots, Math.ceil(slots / 2));
  /** Those that hold a slot. */
  const running = new Set<QueuedTicket>();
  /** What has started last, until it waits for something. */
  let current: QueuedTicket | undefined;
  let turn = { endMs: 0, starts: 0, isRefusing: false };
  /** What the event loop will run of this turn. */
  let steps = 0;
  let retry: NodeJS.Timeout | undefined;
  let clock = { ms: 0, readMs: performance.now() };

  function readClock(): number {
    const nowMs = performance.now();
    clock = { ms: clock.ms + Math.min(nowMs - clock.readMs, maxPauseMs), readMs: nowMs };
    return clock.ms;
  }

  function release(ticket: QueuedTicket): void {
    if (!running.delete(ticket)) return;
    queue.charge(ticket, (performance.now() - ticket.item.sinceMs) / slots);
    queue.release(ticket);
  }

  /** Lets a request run; returns false if nobody will read its response. */
  function run(ticket: QueuedTicket, isRefused: boolean): boolean {
    const { item } = ticket;
    const nowMs = performance.now();
    item.waitedMs += nowMs - item.sinceMs;
    item.startWaitMs ??= item.waitedMs;
    item.sinceMs = nowMs;
    item.isRefused = isRefused;
    const isWanted = !isGone(item.request.socket);
    if (ticket.hasSlot) running.add(ticket);
    if (!isWanted) release(ticket);
    current = ticket;
    item.run();
    return isWanted;
  }

  /** What it did without waiting has ended. */
  function endSegment(): void {
    if (current === undefined) return;
    queue.charge(current, performance.now() - current.item.sinceMs);
    // It waits for its body, perhaps for long.
    if (!current.item.request.complete) release(current);
    current = undefined;
  }

  /** Releases the slots of what is answered, whether or not its client has read that. */
  function releaseAnswered(): void {
    const oldMs = performance.now() - maxWorkMs;
    for (const ticket of running) {
      const { request, response, sinceMs } = ticket.item;
      if (response.headersSent || (isGone(request.socket) && sinceMs < oldMs)) release(ticket);
    }
  }

  function beginTurn(): void {
    releaseAnswered();
    const endMs = performance.now() + maxRefusingMs;
    const beforeMs = readClock() - maxWaitMs;
    let late = queue.takeLate(beforeMs);
    for (; late !== undefined; late = queue.takeLate(beforeMs)) {
      run(late, true);
      if (performance.now() > endMs) break;
    }
    turn = { endMs: performance.now() + maxTurnMs, starts: 0, isRefusing: late !== undefined };
  }

  function startNext(): void {
    let next = queue.take();
    while (next !== undefined && !run(next, false)) next = queue.take();
    if (next !== undefined) turn.starts += 1;
  }

  function step(): void {
    steps -= 1;
    if ((turn.starts === 0 || performance.now() < turn.endMs) && mayStart()) startNext();
    if (steps > 0) return;
    if (turn.starts > 0 || turn.isRefusing) planTurn();
    else if (queue.count().waiting > 0) retry ??= setTimeout(planTurn, retryMs);
  }

  /** A step per immediate: what a request does without waiting ends before the next one starts. */
  function planStep(): void {
    if (steps === maxSteps) return;
    if (steps === 0) setImmediate(beginTurn);
    steps += 1;
    setImmediate(step);
    setImmediate(endSegment);
  }

  function planTurn(): void {
    clearTimeout(retry);
    retry = undefined;
    for (let { waiting } = queue.count(); steps < Math.min(waiting, maxSteps); ) planStep();
  }

  return {
    count: queue.count,
    /** Calls `run` when the request may start or is refused. */
    add({ request, response }: Received, caller: RequestCaller, start: () => void): void {
      const sinceMs = performance.now();
      const waits = { sinceMs, startWaitMs: null, waitedMs: 0, isRefused: false };
      const item = { request, response, caller, run: start, ...waits };
      const bytes = estimateBytes(request);
      const ticket = { item, caller, bytes, sinceMs: readClock(), hasSlot: false };
      ticketOf.set(request, ticket);
      response.once("close", () => {
        releaseAnswered();
        planTurn();
      });
      queue.wait(ticket);
      for (let over = queue.takeExcess(queuedBytes); over; over = queue.takeExcess(queuedBytes)) {
        run(over, true);
      }
      planStep();
    },
    takeTurn(request: IncomingMessage, hasStarted = false): Promise<void> | undefined {
      const ticket = ticketOf.get(request);
      if (ticket === undefined || ticket === current) return undefined;
      return new Promise((resolve, reject) => {
        ticket.item.run = () => (ticket.item.isRefused ? reject(atCapacity) : resolve());
        ticket.item.sinceMs = performance.now();
        ticket.sinceMs = readClock();
        if (hasStarted || ticket.hasSlot) queue.goOn(ticket);
        else queue.wait(ticket);
        planStep();
      });
    },
  };
}

type ConnectionState = {
  readonly waiting: Received[];
  waitingBytes: number;
  /** Checks in a row that found unread bytes and no progress since the one before. */
  unreadChecks: number;
  checkedAtMs: number;
};

/** True at the last of several checks in a row that found unread bytes. */
function isUnread(socket: Socket, state: ConnectionState): boolean {
  const nowMs = performance.now();
  // Progress restarts the timer, so checks that are far apart are not in a row.
  const inARow = nowMs - state.checkedAtMs < 2 * (socket.timeout ?? silenceCheckMs);
  state.checkedAtMs = nowMs;
  state.unreadChecks = socket.writableLength === 0 ? 0 : inARow ? state.unreadChecks + 1 : 1;
  return state.unreadChecks >= maxUnreadChecks;
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

export function createRequestQueue(options: QueueOptions) {
  /** Connections with a request in progress. */
  const busy = new Map<Socket, ConnectionState>();
  const countUnsentBytes = createUnsentCount(busy);
  const turns = createTurns(options, () => countUnsentBytes() <= options.unsentBytes);
  let waitingBytes = 0;

  function count(state: ConnectionState, bytes: number): void {
    state.waitingBytes += bytes;
    waitingBytes += bytes;
  }

  function startNext(handler: Handler, state: ConnectionState, socket: Socket): void {
    const next = isGone(socket) ? undefined : state.waiting.shift();
    if (next === undefined) {
      count(state, -state.waitingBytes);
      busy.delete(socket);
    } else {
      count(state, -estimateBytes(next.request));
      start(handler, state, next);
    }
  }

  function start(handler: Handler, state: ConnectionState, received: Received): void {
    const { request, response } = received;
    const goOn = (): void => startNext(handler, state, request.socket);
    const run = (): void => {
      if (isGone(request.socket)) goOn();
      else {
        response.once("close", goOn);
        handler(request, response);
      }
    };
    const caller = options.readCaller(request);
    if (caller === null) run();
    else turns.add(received, caller, run);
  }

  return {
    /** Wraps `handler`: a request starts when the earlier ones of its connection are answered. */
    serialize:
      (handler: Handler): Handler =>
      (request, response) => {
        const state = busy.get(request.socket);
        if (state === undefined) {
          const first = { waiting: [], waitingBytes: 0, unreadChecks: 0, checkedAtMs: 0 };
          busy.set(request.socket, first);
          return start(handler, first, { request, response });
        }
        state.waiting.push({ request, response });
        count(state, estimateBytes(request));
        const { connectionBytes, queuedBytes } = options;
        if (state.waitingBytes > connectionBytes || waitingBytes > queuedBytes) {
          request.socket.destroy();
        }
      },
    /**
     * Waits for a turn in which a request goes on that has waited for something, such as its body;
     * undefined if this is one. Rejects if it has not `hasStarted` its work and waits too long.
     */
    takeTurn: turns.takeTurn,
    /** Counts the requests that wait, and those that hold a slot. */
    count: turns.count,
    countUnsentBytes,
    /** Closes a silent connection: one that is idle, or whose client reads nothing for 30 seconds. */
    checkSilent(socket: Socket): void {
      const state = busy.get(socket);
      const isAnswered = isGone(socket) && socket.writableLength === 0;
      if (state === undefined || isAnswered || isUnread(socket, state)) socket.destroy();
      else socket.setTimeout(socket.timeout ?? silenceCheckMs);
    },
  };
}
