// The stop of a node. Invariants: requests in progress are answered, and a database that does not
// respond cannot delay the end of the process.
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Database } from "../db/database.ts";
import { listMissingMigrations } from "../db/migrateSchema.ts";
import type { Connection } from "./connect.ts";

/** The workers of a node. `stop` answers the requests in progress and writes what is pending. */
type StoppedWorkers = {
  stop(database: DatabaseState): {
    readonly answered: Promise<void>;
    readonly ended: Promise<void>;
  };
  /** Ends those that are still running immediately. */
  terminate(): Promise<void>;
};

type NodeParts = {
  readonly workers: StoppedWorkers;
  readonly importRunner: { close(): Promise<void> };
  readonly metricsServer: FastifyInstance;
  readonly connection: Connection;
  readonly jobs: { stop(): Promise<void> };
  readonly keyDirectory: { close(): Promise<void> };
  readonly follower: { stop(): Promise<void> };
  readonly log: Logger;
  readonly stopDelayS: number;
};

/** `drain`: other nodes take over, so this one serves until the proxy has noticed. */
export type StopMode = "drain" | "now";

const probeMs = 1_000;
/** Every request that needs the database is answered within this time, once started. */
export const maxAnswerMs = 5_000;
/** Workers close their connections within ten seconds; the stop does not wait longer. */
const maxAnsweredMs = 12_000;
/** Limits of writing the request log, ending jobs and closing connections, all together. */
const maxReleaseMs = { responding: 5_000, silent: 1_500 } as const;

export type DatabaseState = keyof typeof maxReleaseMs;

/** Resolves with the result of `work`, or with `late` after `limitMs`. */
async function limitTime<Result>(
  work: Promise<Result>,
  limitMs: number,
  late: Result,
): Promise<Result> {
  // Without the abort the timer would keep the process alive.
  const timer = new AbortController();
  const limit = delay(limitMs, late, { signal: timer.signal });
  try {
    return await Promise.race([work, limit]);
  } finally {
    timer.abort();
  }
}

/** Probes both ways: the connections of the pool may all be in use, and a new one may be slow. */
async function probe(db: Database): Promise<DatabaseState> {
  const openSession = async (): Promise<void> => (await db.openSession()).close();
  const answer = Promise.any([listMissingMigrations(db), openSession()]).then(
    (): DatabaseState => "responding",
    (): DatabaseState => "silent",
  );
  return limitTime(answer, probeMs, "silent");
}

/** Keeps serving until the proxy has noticed that this node is not ready. */
async function serveOn({ connection, stopDelayS }: NodeParts): Promise<DatabaseState> {
  if ((await probe(connection.db)) === "silent") return "silent";
  await delay(stopDelayS * 1_000);
  return probe(connection.db);
}

/**
 * Stops a node that already reports that it is not ready. It serves for `stopDelayS` seconds if
 * `mode` is `drain` and the database responds, answers the requests in progress, ends jobs, and
 * closes what is open. Never throws. With a database that does not respond it takes 8 seconds at
 * most (decision 143).
 */
export async function stopNode(node: NodeParts, mode: StopMode): Promise<void> {
  const { workers, connection, log } = node;
  const logFailure = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((err: unknown) => log.warn({ err }, "a part of the service did not stop"));
  const jobs = logFailure(node.jobs.stop());
  const database = mode === "drain" ? await serveOn(node) : await probe(connection.db);

  const { answered, ended } = workers.stop(database);
  await limitTime(answered, maxAnsweredMs, undefined);

  const { metricsServer, importRunner, keyDirectory, follower } = node;
  const closing = [
    metricsServer.close(),
    importRunner.close(),
    follower.stop(),
    ended.then(() => keyDirectory.close()),
  ];
  const closed = [jobs, ...closing].map(logFailure);
  const released = Promise.all(closed).then(() => logFailure(connection.close()));
  const end = await limitTime(
    released.then(() => "released"),
    maxReleaseMs[database],
    "late",
  );
  if (end === "late") log.warn("the database does not respond; its connections are left open");
  await workers.terminate();
}
