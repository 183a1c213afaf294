// A running node: app, ports, listener, jobs and their shutdown. Invariant: a stopping node reports
// not ready, finishes the running requests and leaves nothing open.
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { type Logger, pino, stdTimeFunctions } from "pino";
import { type App, buildApp } from "./app.ts";
import type { RunningNode } from "./cli/shell.ts";
import type { Config } from "./config.ts";
import { connect } from "./connect.ts";
import type { Database } from "./db/database.ts";
import { openListener } from "./db/listener.ts";
import { listMissingMigrations } from "./db/migrateSchema.ts";
import { SchemaVersionError } from "./db/upgradeFrom010.ts";
import { describeError } from "./http/describeError.ts";
import { createMetricsServer } from "./http/registerHealth.ts";
import { startJobs } from "./jobs/startJobs.ts";
import { accessChangedChannel } from "./keys/keyAuthenticator.ts";
import { createMailEncryption } from "./mail/mailSecrets.ts";
import { type MailServer, openMailServer } from "./mail/openMailServer.ts";
import { createPasswordHasher } from "./signIn/passwordHasher.ts";

/** A database that does not respond must not prevent the shutdown. */
const maxReleaseMs = 5_000;

/** Checks that the database responds and has the schema of this version. */
async function checkReadiness(db: Database): Promise<string | null> {
  try {
    const missing = await listMissingMigrations(db);
    return missing.length === 0 ? null : `missing migrations: ${missing.join(", ")}`;
  } catch (error) {
    return error instanceof SchemaVersionError ? error.message : "the database does not respond";
  }
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

async function listen(app: App, config: Config, metricsServer: FastifyInstance): Promise<string> {
  const { host, port, metricsPort } = config;
  if (metricsPort !== null && metricsPort !== 0) {
    await metricsServer.listen({ host, port: metricsPort });
  }
  return app.server.listen({ host, port });
}

/** Waits until the connections are closed; logs a warning if that takes too long. */
async function waitForRelease(released: Promise<void>, log: Logger): Promise<void> {
  // Without the abort the timer would keep the process alive.
  const timer = new AbortController();
  const late = delay(maxReleaseMs, "late", { signal: timer.signal });
  if ((await Promise.race([released, late])) === "late") {
    log.warn("the database does not respond; its connections are left open");
  }
  timer.abort();
}

export async function startNode(config: Config): Promise<RunningNode> {
  const log = createLog(config.logLevel);
  const connection = await connect(config, {
    applicationName: "partsdesk serve",
    report: (line) => log.info(line),
  });
  const clock = () => new Date();
  let stopping: Promise<void> | undefined;
  const app = await buildApp({
    db: connection.db,
    address: connection.address,
    config,
    secret: connection.secret,
    hasher: createPasswordHasher(),
    log,
    clock,
    readiness: async () =>
      stopping === undefined ? checkReadiness(connection.db) : "the service is stopping",
  });
  const listener = openListener({
    address: connection.address,
    channels: [accessChangedChannel],
    onNotification: () => app.authenticator.forgetAll(),
    onGap: () => app.authenticator.forgetAll(),
    onError: (error) => log.warn({ err: error }, "listening for changes failed"),
    beforeConnect: connection.ensureRunning,
  });
  const mailServer = openConfiguredMailServer(config);
  const jobs = startJobs({
    catalog: app.catalog,
    address: connection.address,
    db: connection.db,
    clock,
    log,
    mailEncryption: createMailEncryption(connection.secret),
    mailServer,
    site: { publicUrl: config.publicUrl, supportEmail: config.supportEmail },
    onJobEnd: app.metrics.countJob,
  });
  app.metrics.addGauge("jobs", "Jobs by state.", "state", jobs.count);
  app.metrics.addGauge("mails", "Mails not sent, by state.", "state", jobs.countUnsentMails);
  const metricsServer = createMetricsServer(app.metrics, log);
  const stop = async (): Promise<void> => {
    await app.server.close();
    await metricsServer.close();
    const released = Promise.all([jobs.stop(), listener.close()]).then(connection.close);
    await waitForRelease(released, log);
    mailServer?.close();
    log.flush();
  };
  try {
    const address = await listen(app, config, metricsServer);
    return { address, db: connection.db, stop: () => (stopping ??= stop()) };
  } catch (error) {
    await stop();
    throw error;
  }
}
