// The real PostgreSQL that serves where DATABASE_URL is absent: starts it, joins one that runs,
// and lets go of it. It runs while any participant holds the FIFO in its folder open, and ends
// with the last, however that ends: see supervisor.sh.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, constants, existsSync, fchownSync, openSync, writeSync } from "node:fs";
import { rename, stat, unlink } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import {
  type EmbeddedCluster,
  embeddedEnvironment,
  embeddedPort,
  hasOtherHolder,
  openHold,
  prepareEmbeddedCluster,
  readIfPresent,
  readState,
  removeStaleLock,
  type ServerState,
} from "./cluster.ts";

const readyLimitMs = 30_000;
/** After a crash the server replays its log first; giving up would make it begin again. */
const recoveryLimitMs = 600_000;
const answerLimitMs = 500;
const startLimit = 5;
const logLimitBytes = 1_000_000;

/** A quarter of the memory, as the manual advises, but no more than a large catalog needs. */
function chooseSharedBuffersMb(): number {
  return Math.max(128, Math.min(2_048, Math.floor(totalmem() / 4 / 1_048_576)));
}

const settings = [
  "listen_addresses=",
  `port=${embeddedPort}`,
  "max_connections=100",
  `shared_buffers=${chooseSharedBuffersMb()}MB`,
  "max_wal_size=4GB",
  "jit=off",
  // In the cluster's folder: containers often have 64 MB of /dev/shm.
  "dynamic_shared_memory_type=mmap",
  "timezone=UTC",
  "log_timezone=UTC",
  // The client is told of each error; here it would fill the disk and repeat what people wrote.
  "log_min_messages=log",
  "log_min_error_statement=panic",
  "log_checkpoints=off",
];

type Log = ((line: string) => void) | undefined;

export type EmbeddedPostgres = {
  socketDirectory: string;
  port: number;
  user: "partsdesk";
  /** Starts the server again where it has died; call it when a connection was refused. */
  ensureRunning(): Promise<void>;
  /**
   * Lets go of the server. Where this was the last participant, waits until the server is down,
   * so that the folder can be deleted.
   */
  close(): Promise<void>;
};

/**
 * Opens the embedded PostgreSQL in `directory`: creates it where it is absent, starts it where it
 * is not running, joins it otherwise. When it returns, connections succeed; they need the
 * database `postgres` and no password. Throws an error written for the person who starts the
 * service, with the end of the server's log.
 */
export async function openEmbeddedPostgres(options: {
  directory: string;
  log?: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const cluster = await prepareEmbeddedCluster(options.directory, options.log);
  const hold = openHold(cluster);
  let running: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  function ensureRunning(): Promise<void> {
    if (closing !== undefined) throw new Error("The embedded PostgreSQL was closed.");
    running ??= waitUntilReady(cluster, hold, options.log).finally(() => {
      running = undefined;
    });
    return running;
  }

  async function letGo(): Promise<void> {
    // A start under way still writes to the descriptor; its failure is told to who asked for it.
    await Promise.allSettled([running]);
    closeSync(hold);
    await waitUntilDown(cluster);
  }

  try {
    await ensureRunning();
  } catch (error) {
    closeSync(hold);
    throw error;
  }
  return {
    socketDirectory: cluster.socketDirectory,
    port: embeddedPort,
    user: "partsdesk",
    ensureRunning: async () => ensureRunning(),
    close: async () => {
      closing ??= letGo();
      await closing;
    },
  };
}

async function waitUntilReady(cluster: EmbeddedCluster, hold: number, log: Log): Promise<void> {
  const start = limitStarts(cluster, log);
  const lastsTooLong = limitStates();
  let problem: Error | undefined;
  for (;;) {
    const state = await readState(cluster);
    if (lastsTooLong(state)) throw await composeError(cluster, "start", problem);
    if (state === "absent" || state === "ready") {
      problem = await findProblem(cluster, hold);
      if (problem === undefined) return;
      if (isAbsent(problem)) await start();
    }
    await delay(5);
  }
}

/** Tells whether the server has been in one state for longer than it may. */
function limitStates(): (state: ServerState) => boolean {
  let before: ServerState | undefined;
  let sinceMs = 0;
  return (state) => {
    if (state !== before) sinceMs = performance.now();
    before = state;
    return performance.now() - sinceMs > (state === "starting" ? recoveryLimitMs : readyLimitMs);
  };
}

/** Starts a supervisor unless the last one lives; gives up when one after the other fails. */
function limitStarts(cluster: EmbeddedCluster, log: Log): () => Promise<void> {
  let supervisor: ChildProcess | undefined;
  let starts = 0;
  return async () => {
    if (supervisor?.exitCode === null && supervisor.signalCode === null) return;
    if (starts === startLimit) throw await composeError(cluster, "start");
    // What made the last start fail, such as a dying server's memory, needs time to go.
    if (starts > 0) await delay(200);
    else log?.("Starting the embedded PostgreSQL.");
    starts += 1;
    supervisor = await startSupervisor(cluster);
  };
}

async function waitUntilDown(cluster: EmbeddedCluster): Promise<void> {
  const begunMs = performance.now();
  while (!hasOtherHolder(cluster) && (await readState(cluster)) !== "absent") {
    if (performance.now() - begunMs > readyLimitMs) throw await composeError(cluster, "stop");
    await delay(5);
  }
}

async function composeError(
  cluster: EmbeddedCluster,
  verb: "start" | "stop",
  cause?: Error,
): Promise<Error> {
  const lines = (await readIfPresent(cluster.serverLog)).trimEnd().split("\n").slice(-15);
  return new Error(
    `The embedded PostgreSQL did not ${verb}. ${cause?.message ?? ""}\n` +
      `The end of ${cluster.serverLog}:\n${lines.join("\n")}`,
    { cause },
  );
}

/** Why the server does not serve this participant; undefined where it does. */
async function findProblem(cluster: EmbeddedCluster, hold: number): Promise<Error | undefined> {
  const client = new Client({
    host: cluster.socketDirectory,
    port: embeddedPort,
    user: "partsdesk",
    database: "postgres",
    ssl: false,
    connectionTimeoutMillis: 5_000,
  });
  let problem: Error | undefined;
  client.on("error", (error) => {
    problem = error;
  });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    return error as Error;
  }
  if (problem !== undefined) return problem;
  // A server whose last participant has just left still connects, and stops the moment after.
  if (await isCounted(cluster, hold)) return undefined;
  return new Error("It runs, but its supervisor does not answer.");
}

function isAbsent(problem: Error): boolean {
  const { code } = problem as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ECONNREFUSED";
}

/** Whether the supervisor counts this participant: one that has begun to stop is silent. */
async function isCounted(cluster: EmbeddedCluster, hold: number): Promise<boolean> {
  const name = randomBytes(8).toString("hex");
  const begunMs = performance.now();
  // The first line break ends what another may have left unfinished.
  writeSync(hold, `\n${name}\n`);
  while (performance.now() - begunMs < answerLimitMs) {
    try {
      await unlink(join(cluster.joined, name));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    await delay(2);
  }
  return false;
}

async function startSupervisor(cluster: EmbeddedCluster): Promise<ChildProcess> {
  await clearRemains(cluster);
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;
  const serverLog = openSync(cluster.serverLog, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  const hold = openSync(cluster.hold, constants.O_RDONLY);
  try {
    if (process.geteuid?.() === 0) fchownSync(serverLog, cluster.owner.uid, cluster.owner.gid);
    const [command = "", ...rest] = [
      ...cluster.asServer,
      ...["/bin/sh", join(import.meta.dirname, "supervisor.sh")],
      ...[cluster.files, cluster.joined, join(cluster.binaries, "postgres"), "-D", cluster.files],
      ...settings.flatMap((setting) => ["-c", setting]),
      ...["-c", `unix_socket_directories="${cluster.socketDirectory.replaceAll('"', '""')}"`],
    ];
    const supervisor = spawn(command, rest, {
      cwd: "/",
      detached: true,
      env: embeddedEnvironment,
      stdio: [hold, serverLog, serverLog],
    });
    await once(supervisor, "spawn");
    supervisor.unref();
    return supervisor;
  } finally {
    closeSync(hold);
    closeSync(serverLog);
  }
}

/** What a server that is no more left behind and would stand in the way of the next one. */
async function clearRemains(cluster: EmbeddedCluster): Promise<void> {
  await removeStaleLock(join(cluster.files, "postmaster.pid"));
  await removeStaleLock(join(cluster.socketDirectory, `.s.PGSQL.${embeddedPort}.lock`));
  if (!existsSync(cluster.serverLog)) return;
  const { size } = await stat(cluster.serverLog);
  if (size > logLimitBytes) await rename(cluster.serverLog, `${cluster.serverLog}.1`);
}
