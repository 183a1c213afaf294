// One worker thread, as its node sees it.
import type { MeasuredMetrics } from "../http/metrics/metrics.ts";
import type { NodeDirectory } from "../keys/keyDirectory.ts";
import type { DatabaseState } from "../stopNode.ts";
import type { Ending, LoadingThread } from "./loadWorkers.ts";
import type { FromWorker, ToWorker, WorkerOrder } from "./messages.ts";
import { answerCall, type NodeServices } from "./nodeCalls.ts";

export type StartedThread = {
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

export type ThreadServices = Omit<NodeServices, "keys"> & { readonly keys: NodeDirectory };

const maxMeasureMs = 1_000;

/** Sends a thread its order, and every change of the node's keys. */
export function startThread(
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
