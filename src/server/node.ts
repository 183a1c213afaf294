// A running node: its main thread, with the listener for metrics, the jobs, and everything else
// that exists once per node; and its workers, which answer requests. Invariant: a stopping node
// reports that it is not ready.
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { readMonotonicMs } from "../catalog/replica/monotonicClock.ts";
import { openReplica, type Replica } from "../catalog/replica/replica.ts";
import { findReplicaFolder } from "../catalog/replica/replicaFolder.ts";
import {
  type CurrentDistributor,
  createCurrentDistributor,
} from "../company/currentDistributor.ts";
import { toAddress } from "../db/address.ts";
import { waitForDatabase } from "../db/waitForDatabase.ts";
import { awaitReplica } from "../jobs/awaitReplica.ts";
import { createImportRunner } from "../jobs/importRunner.ts";
import { startFollower } from "../jobs/startFollower.ts";
import { type Jobs, startJobs } from "../jobs/startJobs.ts";
import { type NodeDirectory, openKeyDirectory } from "../keys/keyDirectory.ts";
import { adaptBrandColor } from "../kit/html/brand/brandColor.ts";
import type { RunningNode } from "../kit/shell/shell.ts";
import { createMailEncryption } from "../mail/mailSecrets.ts";
import { type MailServer, openMailServer } from "../mail/openMailServer.ts";
import type { Letterhead } from "../mail/renderHtmlMail.ts";
import { createPasswordHasher } from "../signIn/passwordHasher.ts";
import { describeReplicaPlace, inspectReplicaPlace } from "./config/networkFileSystem.ts";
import { divideConnections } from "./config/workers.ts";
import type { Config } from "./config.ts";
import { type Connection, connect } from "./connect.ts";
import { measureDatabase } from "./http/metrics/measureDatabase.ts";
import { writeMetrics } from "./http/metrics/mergeMetrics.ts";
import { createMetrics, type Metrics } from "./http/metrics/metrics.ts";
import { createMetricsServer } from "./http/registerHealth.ts";
import { measureReplicas } from "./measureReplicas.ts";
import { type StopMode, stopNode } from "./stopNode.ts";
import { type AnyWorkers, type LoadingWorkers, loadWorkers } from "./workers/loadWorkers.ts";
import { startWorkers, type Workers } from "./workers/startWorkers.ts";
import { createLog, watchUnhandledErrors } from "./workers/threadLog.ts";

/** The distributor as mails show it; their background is white. */
async function readLetterhead(distributor: CurrentDistributor, now: Date): Promise<Letterhead> {
  await distributor.refresh(now);
  const { name, color, address } = distributor.current();
  return { name, color: color && adaptBrandColor(color).light, address };
}

function openConfiguredMailServer(
  config: Config,
  distributor: CurrentDistributor,
  clock: () => Date,
): MailServer | null {
  const { smtpUrl, mailFrom: from, supportEmail: replyTo } = config;
  if (smtpUrl === null) return null;
  const ofNow = () => readLetterhead(distributor, clock());
  return openMailServer({ smtpUrl, from, replyTo, readLetterhead: ofNow });
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

/** Opens the database with the connections for jobs; workers have their own. */
async function connectInTime(config: Config, log: Logger): Promise<Connection> {
  const { databaseUrl, databaseWaitS, databasePool, workers } = config;
  if (databaseUrl !== null) {
    await waitForDatabase(toAddress(databaseUrl), databaseWaitS, (line) => log.warn(line));
  }
  const report = (line: string): void => log.info(line);
  const { jobs } = divideConnections(databasePool, workers);
  return connect({ ...config, databasePool: jobs }, { applicationName: "partsdesk serve", report });
}

const fillWaitMs = 10_000;

/**
 * Waits briefly for keys and for the replica, which may be old after a long stop, so that the first
 * lookup is answered.
 */
async function awaitFill(
  replica: Replica,
  keyDirectory: NodeDirectory,
  log: Logger,
): Promise<void> {
  await keyDirectory.catchUp().catch(() => undefined);
  if (await awaitReplica(replica, AbortSignal.timeout(fillWaitMs))) return;
  log.info("the replica of the catalog is not current yet; lookups fail until it is");
}

/** Warns of a network file system. It may work, and the database has all data, so nothing ends. */
async function warnOfNetwork({ dataDir }: Config, log: Logger): Promise<void> {
  try {
    const fault = describeReplicaPlace(await inspectReplicaPlace(dataDir));
    if (fault !== undefined) log.warn(fault);
  } catch (err) {
    log.warn({ err }, "cannot find out whether DATA_DIR is on a network file system");
  }
}

async function openCatalog(config: Config, { db, address }: Connection, log: Logger) {
  const folder = await findReplicaFolder(db, config.dataDir);
  const maxAgeMs = config.replicaMaxStaleS * 1_000;
  return {
    folder,
    follower: startFollower({ folder, address }, log),
    replica: openReplica({ folder, maxAgeMs, monotonicMs: readMonotonicMs }),
  };
}

function openKeys({ address, ensureRunning }: Connection, log: Logger): NodeDirectory {
  return openKeyDirectory({
    address,
    monotonicMs: readMonotonicMs,
    onError: (err) => log.warn({ err }, "API keys cannot be read from the database"),
    beforeConnect: ensureRunning,
  });
}

/** What exists once per node, besides its workers. */
async function openNode(config: Config, log: Logger) {
  const connection = await connectInTime(config, log);
  const { db, address, secret } = connection;
  const metrics = createMetrics("main");
  const unwatch = watchUnhandledErrors(log, metrics);
  await warnOfNetwork(config, log);
  const catalog = await openCatalog(config, connection, log);
  const keyDirectory = openKeys(connection, log);
  const importRunner = createImportRunner({ address, limits: config.importLimits, log });
  const distributor = createCurrentDistributor(db, config.distributor, log);
  const mailServer = openConfiguredMailServer(config, distributor, () => new Date());
  const jobs = startJobs({
    replica: catalog.replica,
    retention: config.retention,
    address,
    db,
    clock: () => new Date(),
    log,
    mailEncryption: createMailEncryption(secret),
    mailServer,
    site: { publicUrl: config.publicUrl, supportEmail: config.supportEmail },
    onJobEnd: metrics.countJob,
  });
  measureDatabase(metrics, db);
  measureReplicas(metrics, { db, replica: catalog.replica, keyDirectory });
  measureJobs(metrics, jobs);
  return { connection, metrics, unwatch, ...catalog, keyDirectory, importRunner, mailServer, jobs };
}

type OpenNode = Awaited<ReturnType<typeof openNode>>;

function openWorkers(
  { threads }: LoadingWorkers,
  config: Config,
  log: Logger,
  node: OpenNode,
): Promise<Workers> {
  const { connection, folder, keyDirectory, importRunner, metrics } = node;
  const { address, secret } = connection;
  return startWorkers({
    threads,
    order: { config, address, secret, replicaFolder: folder },
    services: { keys: keyDirectory, hasher: createPasswordHasher(), importRunner },
    metrics,
    log,
  });
}

export async function startNode(config: Config): Promise<RunningNode> {
  const log = createLog(config.logLevel);
  const loading = loadWorkers(config.workers);
  const node = await openNode(config, log).catch(async (error: unknown) => {
    await loading.terminate();
    throw error;
  });
  const { connection, metrics, replica, keyDirectory } = node;
  let workers: AnyWorkers = loading;
  const metricsServer = createMetricsServer(
    async () => writeMetrics([await metrics.collect(), ...(await workers.measure())]),
    log,
  );
  const stop = async (mode: StopMode): Promise<void> => {
    workers.enter("stopping");
    const { stopDelayS } = config;
    await stopNode({ ...node, workers, metricsServer, log, stopDelayS }, mode);
    replica.close();
    node.mailServer?.close();
    node.unwatch();
    log.flush();
  };
  try {
    await listenForMetrics(metricsServer, config, log);
    const started = await openWorkers(loading, config, log, node);
    workers = started;
    await awaitFill(replica, keyDirectory, log);
    let stopping: Promise<void> | undefined;
    // Only now, because an earlier signal would not stop the node in order.
    workers.enter("serving");
    const stopOnce = (mode: StopMode): Promise<void> => (stopping ??= stop(mode));
    return { address: started.address, db: connection.db, stop: stopOnce };
  } catch (error) {
    await stop("now");
    throw error;
  }
}
