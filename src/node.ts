// A running node: app, ports, listener and jobs. Invariant: a stopping node reports that it is not
// ready.
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { type Logger, pino, stdTimeFunctions } from "pino";
import { buildApp } from "./app.ts";
import { readMonotonicMs } from "./catalog/replica/monotonicClock.ts";
import { openReplica, type Replica } from "./catalog/replica/replica.ts";
import { findReplicaFolder } from "./catalog/replica/replicaFolder.ts";
import type { RunningNode } from "./cli/shell.ts";
import type { Config } from "./config.ts";
import { type Connection, connect } from "./connect.ts";
import { toAddress } from "./db/address.ts";
import type { Database } from "./db/database.ts";
import { listMissingMigrations } from "./db/migrateSchema.ts";
import { SchemaVersionError } from "./db/upgradeFrom010.ts";
import { waitForDatabase } from "./db/waitForDatabase.ts";
import { describeError } from "./http/describeError.ts";
import type { Metrics } from "./http/metrics.ts";
import { createMetricsServer } from "./http/registerHealth.ts";
import { startFollower } from "./jobs/startFollower.ts";
import { type Jobs, startJobs } from "./jobs/startJobs.ts";
import { type KeyDirectory, openKeyDirectory } from "./keys/keyDirectory.ts";
import { createMailEncryption } from "./mail/mailSecrets.ts";
import { type MailServer, openMailServer } from "./mail/openMailServer.ts";
import { createPasswordHasher } from "./signIn/passwordHasher.ts";
import { type StopMode, stopNode } from "./stopNode.ts";

/** Proxies check each second, and take a late answer for a failure. */
const schemaCheckMs = 300;

/**
 * Checks that lookups are answered, and, if the database responds in time, that it has the schema
 * of this version. Without a database, a node stays ready for as long as its replica answers
 * lookups: otherwise a proxy would remove all nodes at once.
 */
function createReadiness(
  db: Database,
  replica: Replica,
  keyDirectory: KeyDirectory,
  maxAgeS: number,
): () => Promise<string | null> {
  /** What the last check of the schema says; one runs at a time, however many ask. */
  let checking: Promise<string | null> | undefined;

  async function checkSchema(): Promise<string | null> {
    try {
      const missing = await listMissingMigrations(db);
      return missing.length === 0 ? null : `missing migrations: ${missing.join(", ")}`;
    } catch (error) {
      return error instanceof SchemaVersionError ? error.message : null;
    } finally {
      checking = undefined;
    }
  }

  return async () => {
    const state = replica.status();
    if (state === undefined) return "the replica of the catalog is not filled yet";
    const ageMs = Math.max(state.ageMs, keyDirectory.ageMs());
    if (ageMs > maxAgeS * 1_000) return "the database does not respond";
    checking ??= checkSchema();
    const late = new AbortController();
    const unknown = delay(schemaCheckMs, null, { signal: late.signal }).catch(() => null);
    return Promise.race([checking, unknown]).finally(() => late.abort());
  };
}

function createLog(level: Config["logLevel"]): Logger {
  return pino({
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  });
}

function openConfiguredMailServer(config: Config): MailServer | null {
  const { smtpUrl, mailFrom: from, supportEmail: replyTo } = config;
  return smtpUrl === null ? null : openMailServer({ smtpUrl, from, replyTo });
}

async function listenForMetrics(
  server: FastifyInstance,
  { metrics }: Config,
  log: Logger,
): Promise<void> {
  if (metrics === null) return;
  const { host, port, isRequired } = metrics;
  try {
    await server.listen({ host, port });
  } catch (error) {
    if (isRequired || (error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    log.warn(`no /metrics: port ${port} of ${host} is in use; set METRICS_PORT, or 0 for none`);
  }
}

/**
 * Logs and counts rejections that no code handled: each belongs to one task, so the others go on.
 * After an exception that no code caught, the state may be corrupt: it is logged, and Node ends the
 * process (decision 142). Returns a function that stops this.
 */
function watchUnhandledErrors(log: Logger, metrics: Metrics): () => void {
  const onRejection = (err: unknown): void => {
    log.error({ err }, "unhandled rejection");
    metrics.countUnhandledRejection();
  };
  const onException = (err: unknown): void => log.fatal({ err }, "uncaught exception");
  process.on("unhandledRejection", onRejection);
  process.on("uncaughtExceptionMonitor", onException);
  return () => {
    process.off("unhandledRejection", onRejection);
    process.off("uncaughtExceptionMonitor", onException);
  };
}

function measureJobs(metrics: Metrics, jobs: Jobs): void {
  metrics.addGauge("jobs", "Jobs by state.", "state", jobs.count);
  metrics.addGauge("mails", "Unsent e-mails by state.", "state", jobs.countUnsentMails);
  metrics.addTime(
    "stock_imported_timestamp_seconds",
    "When a file last changed stock or catalog.",
    jobs.findStockImported,
  );
  metrics.addTime(
    "mail_oldest_queued_timestamp_seconds",
    "When the oldest queued e-mail was created; missing if none is queued.",
    jobs.findOldestQueuedMail,
  );
}

async function connectInTime(config: Config, log: Logger): Promise<Connection> {
  const { databaseUrl, databaseWaitS } = config;
  if (databaseUrl !== null) {
    await waitForDatabase(toAddress(databaseUrl), databaseWaitS, (line) => log.warn(line));
  }
  const report = (line: string): void => log.info(line);
  return connect(config, { applicationName: "partsdesk serve", report });
}

const fillWaitMs = 10_000;
const fillCheckMs = 20;

/**
 * Waits a little for keys and for the replica, which may be from before a long stop, so that the
 * first lookup is answered.
 */
async function awaitFill(
  replica: Replica,
  maxAgeS: number,
  keyDirectory: KeyDirectory,
  log: Logger,
): Promise<void> {
  await keyDirectory.catchUp().catch(() => undefined);
  const isCurrent = () => (replica.status()?.ageMs ?? Number.POSITIVE_INFINITY) <= maxAgeS * 1_000;
  for (let waitedMs = 0; !isCurrent(); waitedMs += fillCheckMs) {
    if (waitedMs >= fillWaitMs) {
      log.info("the replica of the catalog is not current yet; lookups are answered after that");
      return;
    }
    await delay(fillCheckMs);
  }
}

async function openCatalog(config: Config, { db, address }: Connection, log: Logger) {
  const folder = await findReplicaFolder(db, config.dataDir);
  const maxAgeMs = config.replicaMaxStaleS * 1_000;
  return {
    follower: startFollower({ folder, address }, log),
    replica: openReplica({ folder, maxAgeMs, monotonicMs: readMonotonicMs }),
  };
}

function openKeys({ address, ensureRunning }: Connection, log: Logger): KeyDirectory {
  return openKeyDirectory({
    address,
    monotonicMs: readMonotonicMs,
    onError: (err) => log.warn({ err }, "API keys cannot be read from the database"),
    beforeConnect: ensureRunning,
  });
}

export async function startNode(config: Config): Promise<RunningNode> {
  const log = createLog(config.logLevel);
  const connection = await connectInTime(config, log);
  const clock = () => new Date();
  const { follower, replica } = await openCatalog(config, connection, log);
  const keyDirectory = openKeys(connection, log);
  const readiness = createReadiness(connection.db, replica, keyDirectory, config.replicaMaxStaleS);
  let stopping: Promise<void> | undefined;
  const app = await buildApp({
    db: connection.db,
    replica,
    keyDirectory,
    address: connection.address,
    config,
    secret: connection.secret,
    hasher: createPasswordHasher(),
    log,
    clock,
    readiness: async () => (stopping === undefined ? readiness() : "the service is stopping"),
    isStopping: () => stopping !== undefined,
  });
  const unwatch = watchUnhandledErrors(log, app.metrics);
  const mailServer = openConfiguredMailServer(config);
  const jobs = startJobs({
    replica,
    retention: config.retention,
    address: connection.address,
    db: connection.db,
    clock,
    log,
    mailEncryption: createMailEncryption(connection.secret),
    mailServer,
    site: { publicUrl: config.publicUrl, supportEmail: config.supportEmail },
    onJobEnd: app.metrics.countJob,
  });
  measureJobs(app.metrics, jobs);
  const metricsServer = createMetricsServer(app.metrics, log);
  const stop = async (mode: StopMode): Promise<void> => {
    const { stopDelayS } = config;
    await stopNode(
      { app, metricsServer, connection, jobs, keyDirectory, follower, log, stopDelayS },
      mode,
    );
    replica.close();
    mailServer?.close();
    unwatch();
    log.flush();
  };
  try {
    await listenForMetrics(metricsServer, config, log);
    const address = await app.server.listen({ host: config.host, port: config.port });
    await awaitFill(replica, config.replicaMaxStaleS, keyDirectory, log);
    return { address, db: connection.db, stop: (mode) => (stopping ??= stop(mode)) };
  } catch (error) {
    await stop("now");
    throw error;
  }
}
