// Scheduled and queued jobs. The runner is restarted until it is stopped. Jobs have the rights of
// the service; the runner has its own schema and a small pool.

import { EventEmitter } from "node:events";
import {
  type JobHelpers,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
} from "graphile-worker";
import type pg from "pg";
import type { Logger as Log } from "pino";
import { expireAuditEvents, selectAuditRetention } from "../audit/queries.ts";
import { expireOfferChanges, expirePlaces } from "../catalog/changeQueries.ts";
import type { Replica } from "../catalog/replica/replica.ts";
import type { DatabaseAddress } from "../db/address.ts";
import { openPool } from "../db/connection.ts";
import type { Database } from "../db/database.ts";
import { deleteSomeRefused } from "../imports/fileQueries.ts";
import { deleteSomeChangedRows } from "../imports/offers/changedRowQueries.ts";
import { removeOldFiles } from "../imports/receiveFile.ts";
import { endAbandonedRuns } from "../imports/runQueries.ts";
import { deleteEndedReveals } from "../keys/revealQueries.ts";
import { utcDay } from "../kit/day.ts";
import type { MailEncryption } from "../mail/mailSecrets.ts";
import type { MailServer } from "../mail/openMailServer.ts";
import { expireSentMails } from "../mail/queries.ts";
import { expireDrafts } from "../orders/changeQueries.ts";
import { draftLifeDays } from "../orders/order.ts";
import { deleteOldInvitations } from "../people/invitationQueries.ts";
import { checkList, checkStalledLists } from "../quickOrders/checkParts.ts";
import type { ListId } from "../quickOrders/orderList.ts";
import { deleteLists, deleteUploads } from "../quickOrders/queries.ts";
import { indexPendingRequests, maintainPartitions } from "../requests/writeQueries.ts";
import { deleteEndedAttempts } from "../signIn/attemptQueries.ts";
import { deleteExpiredResets } from "../signIn/resetQueries.ts";
import { deleteEndedSessions } from "../signIn/sessionQueries.ts";
import { awaitReplica, canRead } from "./awaitReplica.ts";
import {
  countJobs,
  countUnsentMails,
  type JobCounts,
  markRunning,
  selectOldestQueued,
  selectStockImported,
  unlockJobs,
  unlockJobsOfEndedNodes,
} from "./queries.ts";
import { sendKeyChangeMail, sendQueuedMail, sendRequestedReset } from "./sendMails.ts";

// Removes expired drafts, sessions, links and counters.

/** Expires drafts that are too old at `now`; returns how many. */
export async function expireOldDrafts(db: Database, now: Date): Promise<number> {
  return expireDrafts(db, new Date(now.getTime() - draftLifeDays * 86_400_000), now);
}

/** An expired invitation is listed for this long. */
const expiredShownMs = 30 * 86_400_000;

export type DeletedCounts = Record<
  "sessions" | "invitations" | "resets" | "reveals" | "attempts",
  number
>;

/** Deletes what has expired at `now`. */
export async function deleteExpiredAccess(db: Database, now: Date): Promise<DeletedCounts> {
  return {
    sessions: await deleteEndedSessions(db, now),
    invitations: await deleteOldInvitations(db, new Date(now.getTime() - expiredShownMs)),
    resets: await deleteExpiredResets(db, now),
    reveals: await deleteEndedReveals(db, now),
    attempts: await deleteEndedAttempts(db, now),
  };
}

// Deletes data that is older than its retention (decision 101).

/** How long data is stored, in days; 0 is forever. */
export type Retention = {
  readonly offerChangesDays: number;
  readonly sentMailDays: number;
  readonly quickOrderDays: number;
  readonly importFileDays: number;
  readonly refusedRowsDays: number;
};

const expiryTasks = [
  "expire_offer_changes",
  "expire_catalog_changes",
  "expire_sent_mails",
  "expire_old_quick_orders",
  "remove_import_files",
  "expire_refused_rows",
  "expire_audit_events",
] as const;
export type ExpiryTask = (typeof expiryTasks)[number];

/** The database decides this. */
const placeDays = 30;

/** `deleteSome` deletes as much as one statement has time for, and returns how much. */
type Expiry = {
  readonly days: number;
  readonly deleteSome: (db: Database, before: Date, days: number) => Promise<number>;
};

async function findExpiry(db: Database, task: ExpiryTask, retention: Retention): Promise<Expiry> {
  switch (task) {
    case "expire_offer_changes":
      // The database compares with its own clock, and refuses too few days.
      return {
        days: retention.offerChangesDays,
        deleteSome: (db, _before, days) => expireOfferChanges(db, days),
      };
    case "expire_catalog_changes":
      return { days: placeDays, deleteSome: expirePlaces };
    case "expire_sent_mails":
      return {
        days: retention.sentMailDays,
        deleteSome: (db, _before, days) => expireSentMails(db, days),
      };
    case "expire_old_quick_orders":
      return {
        days: retention.quickOrderDays,
        deleteSome: async (db, before) =>
          (await deleteLists(db, before)) + (await deleteUploads(db, before)),
      };
    case "remove_import_files":
      return { days: retention.importFileDays, deleteSome: removeOldFiles };
    case "expire_refused_rows":
      return {
        days: retention.refusedRowsDays,
        deleteSome: async (db, before) =>
          (await deleteSomeRefused(db, before)) + (await deleteSomeChangedRows(db, before)),
      };
    case "expire_audit_events":
      return { days: (await selectAuditRetention(db)) ?? 0, deleteSome: expireAuditEvents };
  }
}

/** Deletes what has expired at `now`, in steps, until `signal` aborts; returns how much. */
export async function expireByAge(
  db: Database,
  task: ExpiryTask,
  retention: Retention,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const { days, deleteSome } = await findExpiry(db, task, retention);
  if (days === 0) return 0;
  const before = new Date(now.getTime() - days * 86_400_000);
  for (let total = 0; ; ) {
    const deleted = await deleteSome(db, before, days);
    total += deleted;
    if (deleted === 0 || signal?.aborted === true) return total;
  }
}

export type JobsOptions = {
  readonly address: DatabaseAddress;
  readonly db: Database;
  readonly replica: Replica;
  readonly clock: () => Date;
  readonly log: Log;
  readonly mailEncryption: MailEncryption;
  /** For the mails that jobs send. */
  readonly site: { readonly publicUrl: string; readonly supportEmail: string };
  readonly retention: Retention;
  /** Without a mail server, mail is `kept`. */
  readonly mailServer: MailServer | null;
  readonly onJobEnd: (task: string, outcome: "done" | "failed") => void;
};

export type Jobs = {
  count(): Promise<JobCounts>;
  countUnsentMails(): Promise<Record<string, number>>;
  findStockImported(): Promise<Date | null>;
  findOldestQueuedMail(): Promise<Date | null>;
  /** Finishes the running jobs and takes no more. */
  stop(): Promise<void>;
};

const restartMs = 5_000;
/** A runner that ends because it lost the database has this long for its running jobs. */
const maxShutdownMs = 5_000;
/** A slow mail server or a long list must not delay other jobs. */
const concurrentJobs = 4;
/** The metrics page must not wait for a database that does not answer. */
const countTimeoutMs = 1_000;
const schedule = Object.entries({
  expire_old_drafts: "17 * * * *",
  expire_old_quick_orders: "27 * * * *",
  check_stalled_quick_orders: "* * * * *",
  maintain_request_partitions: "7 * * * *",
  index_requests: "* * * * *",
  end_abandoned_runs: "* * * * *",
  unlock_jobs_of_ended_nodes: "* * * * *",
  remove_import_files: "37 * * * *",
  delete_expired_access: "27 * * * *",
  expire_offer_changes: "47 * * * *",
  expire_catalog_changes: "42 * * * *",
  expire_sent_mails: "52 * * * *",
  expire_refused_rows: "37 * * * *",
  expire_audit_events: "57 * * * *",
}).map(([task, match]) => ({ task, match, identifier: task }));

/** Throws if the payload of the job names no list. */
function readListId(payload: unknown): ListId {
  const { quick_order_id: listId } = Object(payload) as Record<string, unknown>;
  if (typeof listId !== "string") throw new TypeError("The job names no list.");
  return listId as ListId;
}

function createExpiryTasks({
  db,
  retention,
  clock,
  log,
}: Pick<JobsOptions, "db" | "retention" | "clock" | "log">): TaskList {
  const tasks = expiryTasks.map((task) => [
    task,
    async (_: unknown, { abortSignal }: JobHelpers) => {
      const deleted = await expireByAge(db, task, retention, clock(), abortSignal);
      if (deleted > 0) log.info({ task, deleted }, "expired data deleted");
    },
  ]);
  return Object.fromEntries(tasks);
}

function createTasks({
  db,
  replica,
  clock,
  log,
  mailEncryption,
  mailServer: server,
  site,
  retention,
}: JobsOptions): TaskList {
  return {
    ...createExpiryTasks({ db, retention, clock, log }),
    expire_old_drafts: async () => {
      const expired = await expireOldDrafts(db, clock());
      if (expired > 0) log.info({ expired }, "drafts expired");
    },
    check_quick_order: async (payload, { abortSignal }) => {
      const listId = readListId(payload);
      // Otherwise the list counts as stalled until the replica is filled.
      if (!(await awaitReplica(replica, abortSignal))) return;
      await checkList({ db, replica }, listId, clock, abortSignal);
    },
    check_stalled_quick_orders: async (_, { abortSignal }) => {
      if (!canRead(replica)) return;
      const lists = await checkStalledLists({ db, replica }, clock, abortSignal);
      if (lists > 0) log.info({ lists }, "stalled list checks resumed");
    },
    send_mail: async (payload) => {
      await sendQueuedMail({ db, encryption: mailEncryption, server }, payload, log, clock());
    },
    maintain_request_partitions: async () => {
      const days = await maintainPartitions(db, utcDay(clock()));
      if (days > 0) log.info({ days }, "request log days deleted");
    },
    index_requests: () => indexPendingRequests(db),
    end_abandoned_runs: () => endAbandonedRuns(db),
    delete_expired_access: async () => {
      const deleted = await deleteExpiredAccess(db, clock());
      log.info(deleted, "expired sessions and links deleted");
    },
    send_reset: async (payload) => {
      await sendRequestedReset({ db, mailEncryption, ...site }, payload, clock());
    },
    send_key_change_mail: async (payload) => {
      await sendKeyChangeMail({ db, mailEncryption, ...site }, payload, clock());
    },
  };
}

/** Only the runner's failures are logged. */
function quietLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") log.error({ message }, "jobs");
    if (level === "warning") log.warn({ message }, "jobs");
  });
}

function watchEvents({ onJobEnd }: JobsOptions): EventEmitter {
  const events = new EventEmitter();
  events.on("job:success", ({ job }) => onJobEnd(job.task_identifier, "done"));
  events.on("job:error", ({ job }) => onJobEnd(job.task_identifier, "failed"));
  return events;
}

function openJobsPool(
  { address, log }: JobsOptions,
  limits: { readonly max: number; readonly query_timeout?: number },
): pg.Pool {
  const { pool } = openPool(address, {
    ...limits,
    applicationName: "partsdesk jobs",
    settings: { statement_timeout: "1min" },
    timeoutMs: 2_000,
    onIdleError: (error) => log.warn({ err: error }, "jobs lost a connection"),
  });
  return pool;
}

/**
 * Waits until a runner ends. If two batches of ended jobs fail, the runner shuts down and never
 * reports its end (https://github.com/graphile/worker/issues/636), so the shutdown has a limit.
 */
async function waitForEnd(runner: Runner, events: EventEmitter): Promise<void> {
  const late = Promise.withResolvers<void>();
  let limit: NodeJS.Timeout | undefined;
  events.once("pool:gracefulShutdown", () => {
    limit = setTimeout(late.resolve, maxShutdownMs);
  });
  try {
    await Promise.race([runner.promise, late.promise.then(() => runner.stop())]);
  } finally {
    clearTimeout(limit);
  }
}

/** Marks a runner as running. Without the mark, other nodes would take its jobs: it stops. */
async function holdMark(
  pool: pg.Pool,
  runner: Runner,
  poolId: string,
  log: Log,
): Promise<pg.PoolClient> {
  // It may have stopped before.
  const stop = (): Promise<void> => runner.stop().catch(() => undefined);
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connect();
    client.on("error", (err) => {
      log.warn({ err }, "jobs lost a connection");
      void stop();
    });
    await markRunning(client, poolId);
    return client;
  } catch (error) {
    client?.release(true);
    await stop();
    throw error;
  }
}

function startRunner(pool: pg.Pool, options: JobsOptions, events: EventEmitter): Promise<Runner> {
  return run({
    pgPool: pool,
    taskList: {
      ...createTasks(options),
      unlock_jobs_of_ended_nodes: () => unlockJobsOfEndedNodes(pool),
    },
    parsedCronItems: parseCronItems(schedule),
    concurrency: concurrentJobs,
    pollInterval: 5_000,
    noHandleSignals: true,
    // Batches of ended jobs are written without awaiting: a lost database would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: quietLogger(options.log),
    events,
  });
}

/** Starts the runner, and again every five seconds while the database is not available. */
export function startJobs(options: JobsOptions): Jobs {
  const { log } = options;
  const pool = openJobsPool(options, { max: 6 });
  const countingPool = openJobsPool(options, { max: 1, query_timeout: countTimeoutMs });
  const stopped = Promise.withResolvers<void>();
  let runner: Runner | undefined;
  let stopping = false;
  const poolIds: string[] = [];

  async function runOnce(): Promise<void> {
    // What a task did before the connection was lost may be done again: tasks can be repeated.
    await unlockJobs(pool, poolIds);
    await unlockJobsOfEndedNodes(pool);
    poolIds.length = 0;
    const events = watchEvents(options);
    events.once("pool:create", ({ workerPool }) => poolIds.push(workerPool.id));
    runner = await startRunner(pool, options, events);
    const mark = await holdMark(pool, runner, poolIds[0] ?? "", log);
    try {
      await Promise.all([waitForEnd(runner, events), stopping ? runner.stop() : undefined]);
    } finally {
      mark.release(true);
    }
  }

  async function keepRunning(): Promise<void> {
    while (!stopping) {
      await runOnce().catch((error: unknown) => log.warn({ err: error }, "jobs stopped"));
      if (stopping) break;
      const timer = Promise.withResolvers<void>();
      const waiting = setTimeout(timer.resolve, restartMs);
      await Promise.race([timer.promise, stopped.promise]);
      clearTimeout(waiting);
    }
  }

  const kept = keepRunning();
  return {
    count: () => countJobs(countingPool),
    countUnsentMails: () => countUnsentMails(countingPool),
    findStockImported: () => selectStockImported(countingPool),
    findOldestQueuedMail: () => selectOldestQueued(countingPool),
    async stop() {
      stopping = true;
      stopped.resolve();
      await runner?.stop().catch(() => undefined);
      await kept;
      await Promise.all([pool.end(), countingPool.end()]);
    },
  };
}
