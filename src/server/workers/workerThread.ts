// A thread that answers requests of a node (decision 163). Invariant: what exists once per node
// (jobs, follower, check of keys, imports, passwords) is in the main thread.
import { once } from "node:events";
import { type MessagePort, parentPort } from "node:worker_threads";
import { readMonotonicMs } from "../../catalog/replica/monotonicClock.ts";
import { openReplica } from "../../catalog/replica/replica.ts";
import { openDatabase } from "../../db/openDatabase.ts";
import { createFollowingDirectory } from "../../keys/followingDirectory.ts";
import { maxFiles } from "../../kit/site/createFileAnswers.ts";
import { type App, buildApp } from "../app.ts";
import { divideConnections } from "../config/workers.ts";
import { openSharedSlots } from "../http/sharedSlots.ts";
import { type DatabaseState, maxAnswerMs } from "../stopNode.ts";
import { createReadiness } from "./createReadiness.ts";
import type { FromWorker, ToWorker, WorkerOrder } from "./messages.ts";
import { createNodeCaller } from "./nodeCalls.ts";
import { openNodeState } from "./nodeState.ts";
import { createLog, watchUnhandledErrors } from "./threadLog.ts";

const port = parentPort as MessagePort;
// Everything is loaded now; the database may still be starting.
const [order] = (await once(port, "message")) as [WorkerOrder];
const { config, address, index, memory } = order;
const send = (message: FromWorker): void => port.postMessage(message);

const log = createLog(config.logLevel);
const state = openNodeState(memory.state);
const node = createNodeCaller(send);
const keys = createFollowingDirectory(node.keys, readMonotonicMs);
const { perWorker: connections } = divideConnections(config.databasePool, config.workers);
const db = openDatabase({
  address,
  poolSize: connections,
  applicationName: "partsdesk serve",
  onIdleError: (error) => log.info(`database connection lost: ${error.message}`),
});
const replica = openReplica({
  folder: order.replicaFolder,
  maxAgeMs: config.replicaMaxStaleS * 1_000,
  monotonicMs: readMonotonicMs,
});

/** Answers the requests in progress, writes what is pending, and ends the thread. */
async function stop({ server }: App, database: DatabaseState): Promise<void> {
  const { server: http } = server;
  const answered = http.listening ? once(http, "close") : undefined;
  const closed = server.close();
  const cut = setTimeout(() => {
    if (database === "silent") http.closeAllConnections();
  }, maxAnswerMs);
  await answered;
  clearTimeout(cut);
  send({ kind: "answered" });
  await closed.catch((err: unknown) => log.warn({ err }, "a part of the service did not stop"));
  replica.close();
  await db.close();
  // A write in progress does not survive the thread.
  await new Promise<void>((resolve) => log.flush(() => resolve()));
  process.exit();
}

const readiness = createReadiness(db, replica, keys, config.replicaMaxStaleS);
const started = buildApp({
  db,
  replica,
  keyDirectory: keys,
  connections,
  config,
  secret: Buffer.from(order.secret),
  hasher: node.hasher,
  importRunner: node.importRunner,
  rateMemory: memory.rates,
  fileSlots: openSharedSlots(memory.files, index, maxFiles),
  countServing: state.countServing,
  log,
  clock: () => new Date(),
  readiness: async () =>
    state.phase() === "serving" ? readiness() : `the service is ${state.phase()}`,
  isStopping: () => state.phase() === "stopping",
});

const keysReceived = Promise.withResolvers<void>();
port.on("message", async (message: ToWorker) => {
  if (message.kind === "keys") {
    keys.apply(message.change);
    return keysReceived.resolve();
  }
  if (message.kind === "result" || message.kind === "fault") return node.settle(message);
  const app = await started;
  if (message.kind === "stop") return stop(app, message.database);
  send({ kind: "measured", metrics: await app.metrics.collect() });
});

const { server, metrics } = await started;
watchUnhandledErrors(log, metrics);
await keysReceived.promise;
const { host, workers } = config;
const shared = { host, port: order.port, reusePort: workers > 1 };
send({ kind: "listening", address: await server.listen(shared) });
