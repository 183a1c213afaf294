// The running service: app, ports, listener and their end. Invariant: once told to stop it says it is not
// ready, lets the requests in flight finish, and leaves nothing behind.
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { accessChangedChannel } from "./accounts/authenticateKey.ts";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { type Connection, connect } from "./connect.ts";
import type { Database } from "./db/database.ts";
import { openListener } from "./db/listener.ts";
import { listMissingMigrations } from "./db/migrateSchema.ts";
import { createMetricsServer } from "./http/createMetricsServer.ts";

export type Service = {
  /** The address it listens on, as http://host:port. */
  readonly address: string;
  readonly db: Database;
  /** Stops: not ready, requests in flight finish, connections close. A second call waits for the first. */
  stop(): Promise<void>;
};

/** Whether the database answers and its schema is this version's. */
async function judgeReadiness(connection: Connection): Promise<string | null> {
  try {
    const missing = await listMissingMigrations(connection.db);
    return missing.length === 0 ? null : `the schema lacks ${missing.join(", ")}`;
  } catch {
    return "the database does not answer";
  }
}

/** Starts the service of a configuration; its log goes to standard output, a JSON line each. */
export async function startService(config: Config): Promise<Service> {
  const log = pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  });
  const connection = await connect(config, {
    applicationName: "partsdesk serve",
    report: (line) => log.info(line),
    migrate: true,
  });
  let stopping: Promise<void> | undefined;
  const app = await buildApp({
    db: connection.db,
    config,
    secret: connection.secret,
    log,
    clock: () => new Date(),
    readiness: async () => (stopping ? "the service is stopping" : judgeReadiness(connection)),
  });
  const listener = openListener({
    address: connection.address,
    channels: [accessChangedChannel],
    onNotification: () => app.authenticator.forgetAll(),
    onGap: () => app.authenticator.forgetAll(),
    onError: (error) => log.warn({ err: error }, "listening for changes failed"),
    beforeConnect: connection.ensureRunning,
  });
  const servers: FastifyInstance[] = [app.server];
  if (config.metricsPort !== null && config.metricsPort !== 0) {
    servers.push(createMetricsServer(app.metrics, log));
    await servers[1]?.listen({ port: config.metricsPort, host: config.host });
  }
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.close()));
    await listener.close();
    await connection.close();
    log.flush();
  };
  try {
    const address = await app.server.listen({ port: config.port, host: config.host });
    return { address, db: connection.db, stop: () => (stopping ??= stop()) };
  } catch (error) {
    await stop();
    throw error;
  }
}
