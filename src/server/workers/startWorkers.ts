// The workers of a node: threads that share its port. Invariant: until the node stops, a worker
// that ends is replaced; the pause grows if it ends early.

import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import type { Logger } from "pino";
import type { NodeDirectory } from "../../keys/keyDirectory.ts";
import { createRateMemory } from "../api/apiContext.ts";
import { mergeCounts } from "../http/metrics/mergeMetrics.ts";
import type { MeasuredMetrics, Metrics } from "../http/metrics/metrics.ts";
import { createSlotMemory, releaseSlots } from "../http/sharedSlots.ts";
import type { DatabaseState } from "../stopNode.ts";
import { type AnyWorkers, type Ending, type LoadingThread, loadThread } from "./loadWorkers.ts";
import type { FromWorker, NodeMemory, ToWorker, WorkerOrder } from "./messages.ts";
import { answerCall, type NodeServices } from "./nodeCalls.ts";
import { createStateMemory, type NodeState, openNodeState } from "./nodeState.ts";

// One worker thread, as its node sees it.
type StartedThread = {
  /** Its address once it listens; never resolves if it ends first. */
  readonly listening: Promise<string>;
  readonly ended: Promise<Ending>;
  /** Resolves when all requests are answered or the thread has ended. */
  readonly answered: Promise<void>;
  /** Reads its metrics, unless it does not send them in time. */
  measure(): Promise<void>;
  /** The last metrics that were read. */
  measured(): MeasuredMetrics;
  /** Returns the last metrics and clears them. */
  takeMeasured(): MeasuredMetrics;
  stop(database: DatabaseState): void;
  /** Ends it immediately. */
  terminate(): Promise<void>;
};

type ThreadServices = Omit<NodeServices, "keys"> & { readonly keys: NodeDirectory };

const maxMeasureMs = 1_000;

/** Sends a thread its order, and every change of the node's keys. */
function startThread(
  { thread, ended: loadedEnd }: LoadingThread,
  order: WorkerOrder,
  services: ThreadServices,
): StartedThread {
  const send = (message: ToWorker): void => thread.postMessage(message);
  thread.postMessage(order);
  const listening = Promise.withResolvers<string>();
  const answered = Promise.withResolvers<void>();
  let metrics: MeasuredMetrics = [];
  let measuring: PromiseWithResolvers<void> | undefined;
  thread.on("message", async (message: FromWorker) => {
    if (message.kind === "listening") listening.resolve(message.address);
    else if (message.kind === "answered") answered.resolve();
    else if (message.kind === "call") send(await answerCall(services, message));
    else {
      ({ metrics } = message);
      measuring?.resolve();
      measuring = undefined;
    }
  });
  const unfollow = services.keys.follow((change) => send({ kind: "keys", change }));
  const ended = loadedEnd.then((ending) => {
    unfollow();
    answered.resolve();
    measuring?.resolve();
    return ending;
  });
  return {
    listening: listening.promise,
    ended,
    answered: answered.promise,
    async measure() {
      if (measuring === undefined) send({ kind: "measure" });
      measuring ??= Promise.withResolvers();
      const late = setTimeout(measuring.resolve, maxMeasureMs);
      await measuring.promise;
      clearTimeout(late);
    },
    measured: () => metrics,
    takeMeasured() {
      const taken = metrics;
      metrics = [];
      return taken;
    },
    stop: (database) => send({ kind: "stop", database }),
    terminate: async () => void (await thread.terminate()),
  };
}

type WorkersOptions = {
  /** The first thread of each worker. */
  readonly threads: readonly LoadingThread[];
  readonly order: Omit<WorkerOrder, "index" | "memory" | "port">;
  readonly services: ThreadServices;
  readonly metrics: Metrics;
  readonly log: Logger;
};

export type Workers = AnyWorkers & {
  /** The address at which all listen, as http://host:port. */
  readonly address: string;
};

/** A worker that answered requests for this long is replaced immediately. */
const soundMs = 60_000;
const firstPauseMs = 100;
const maxPauseMs = 30_000;

function createMemory(workers: number): NodeMemory {
  return {
    rates: createRateMemory(),
    files: createSlotMemory(workers),
    state: createStateMemory(workers),
  };
}

/**
 * Listens at a port, or at a free one for 0, which threads can then share. Throws if another
 * process listens: both would receive connections.
 */
async function occupyPort(host: string, port: number): Promise<Server> {
  const server = createServer();
  server.listen({ host, port, reusePort: port === 0 });
  await once(server, "listening");
  return server;
}

function portOf(server: Server | undefined): number {
  return (server?.address() as AddressInfo | undefined)?.port ?? 0;
}

/** Waits until a thread listens. Throws the reason if it ends first. */
function awaitListening({ listening, ended }: StartedThread): Promise<string> {
  const failed = ended.then(({ error }) => {
    throw error ?? new Error("A worker ended before it was listening.");
  });
  return Promise.race([listening, failed]);
}

type Worker = {
  readonly thread: () => StartedThread;
  /** Returns the thread, which is no longer replaced. */
  readonly release: () => StartedThread;
};

/**
 * Replaces a thread when it has ended: immediately, but after increasing pauses if it ends early
 * again.
 */
function keepRunning(
  first: StartedThread,
  start: () => StartedThread,
  onEnd: (thread: StartedThread, ending: Ending, pauseMs: number) => void,
): Worker {
  let thread = first;
  let isReleased = false;
  let pauseMs = 0;
  let startedMs = performance.now();
  let replacing: NodeJS.Timeout | undefined;

  function watch(): void {
    const watched = thread;
    void watched.ended.then((ending) => {
      if (isReleased) return;
      if (performance.now() - startedMs > soundMs) pauseMs = 0;
      onEnd(watched, ending, pauseMs);
      replacing = setTimeout(() => {
        thread = start();
        startedMs = performance.now();
        watch();
      }, pauseMs);
      pauseMs = Math.min(maxPauseMs, Math.max(firstPauseMs, 2 * pauseMs));
    });
  }

  watch();
  return {
    thread: () => thread,
    release() {
      isReleased = true;
      clearTimeout(replacing);
      return thread;
    },
  };
}

/** Adds up the counts of threads that have ended. */
function createCounts() {
  let sum: Promise<MeasuredMetrics> = Promise.resolve([]);
  return {
    add(metrics: MeasuredMetrics): void {
      sum = sum.then((before) => mergeCounts([before, metrics]));
    },
    /** The sum of everything added before this resolves. */
    async read(): Promise<MeasuredMetrics> {
      for (;;) {
        const read = sum;
        const metrics = await read;
        if (read === sum) return metrics;
      }
    },
  };
}

/** Starts the threads of a node on one port. A thread that ends is no longer counted as serving. */
function createStarter({ order, services }: WorkersOptions, memory: NodeMemory, state: NodeState) {
  return (index: number, port: number, loading = loadThread()): StartedThread => {
    const thread = startThread(loading, { ...order, index, port, memory }, services);
    void thread.listening.then(() => state.setServing(index, true));
    void thread.ended.then(() => {
      state.setServing(index, false);
      releaseSlots(memory.files, index);
    });
    return thread;
  };
}

/** Starts all threads at once. If one ends before it listens, ends all and throws. */
async function startAll(
  { threads: loading, order }: WorkersOptions,
  start: (index: number, port: number, thread: LoadingThread) => StartedThread,
): Promise<{ address: string; port: number; threads: readonly StartedThread[] }> {
  const { host, port } = order.config;
  await using occupied = loading.length > 1 ? await occupyPort(host, port) : undefined;
  const shared = port === 0 ? portOf(occupied) : port;
  // Clients know a port that is set, so they would be accepted here.
  if (port !== 0) await occupied?.[Symbol.asyncDispose]();
  const threads = loading.map((thread, index) => start(index, shared, thread));
  try {
    const [address = ""] = await Promise.all(threads.map(awaitListening));
    // A URL has no port if it is that of its scheme.
    return { address, port: shared === 0 ? Number(new URL(address).port) : shared, threads };
  } catch (error) {
    await Promise.all(threads.map((thread) => thread.terminate()));
    throw error;
  }
}

/** Starts the workers of a node; returns when all listen. */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { metrics, log, order } = options;
  const memory = createMemory(order.config.workers);
  const state = openNodeState(memory.state);
  const start = createStarter(options, memory, state);
  const { address, port, threads } = await startAll(options, start);
  const counts = createCounts();
  const onEnd = (thread: StartedThread, { reason, error: err }: Ending, pauseMs: number): void => {
    log.error({ err, reason, pause_ms: pauseMs }, "a worker ended; another one replaces it");
    metrics.countWorkerEnd(reason);
    counts.add(thread.takeMeasured());
  };
  const kept = threads.map((thread, index) => keepRunning(thread, () => start(index, port), onEnd));
  metrics.addGauge("workers", "Threads that answer requests, by state.", "state", () => {
    const serving = state.countServing();
    return { serving, starting: kept.length - serving };
  });
  return {
    address,
    async measure() {
      await Promise.all(kept.map(({ thread }) => thread().measure()));
      const ended = await counts.read();
      return [ended, ...kept.map(({ thread }) => thread().measured())];
    },
    enter: state.enter,
    stop(database) {
      const left = kept.map(({ release }) => release());
      for (const thread of left) thread.stop(database);
      return {
        answered: Promise.all(left.map((thread) => thread.answered)).then(() => undefined),
        ended: Promise.all(left.map((thread) => thread.ended)).then(() => undefined),
      };
    },
    async terminate() {
      await Promise.all(kept.map(({ thread }) => thread().terminate()));
    },
  };
}
