// The PostgreSQL server that is used if DATABASE_URL is not set. It runs while any participant
// keeps the FIFO in its folder open, and stops when the last one ends, even by a crash: see
// supervisor.sh.
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
} from "./cluster.ts";
import {
  readIfPresent,
  readState,
  removeStaleLock,
  type ServerState,
  watchServer,
} from "./serverLock.ts";

const maxStartMs = 30_000;
/** After a crash the server replays its log first; giving up would make it start over. */
const maxRecoveryMs = 600_000;
const maxAcknowledgeMs = 500;
const maxStarts = 5;
const maxLogBytes = 1_000_000;

/** A quarter of the memory, as the manual recommends, up to what a large catalog needs. */
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
  // In the cluster's folder, because containers often have only 64 MB of /dev/shm.
  "dynamic_shared_memory_type=mmap",
  "timezone=UTC",
  "log_timezone=UTC",
  // The client receives each error; here they would fill the disk and repeat user input.
  "log_min_messages=log",
  "log_min_error_statement=panic",
  "log_checkpoints=off",
];

type Log = ((line: string) => void) | undefined;

export type EmbeddedPostgres = {
  socketDirectory: string;
  port: number;
  user: "partsdesk";
  /** Restarts a server that has died; call it when a connection was refused. */
  ensureRunning(): Promise<void>;
  /**
   * Leaves the server. The last participant waits until the server has stopped, so that the folder
   * can be deleted.
   */
  close(): Promise<void>;
};

/**
 * Opens the embedded PostgreSQL in `directory`: creates it if it does not exist, starts it if it is
 * not running, and joins it otherwise. Afterwards connections to the database `postgres` succeed
 * without a password. Throws an error written for the person who starts the service, with the end
 * of the server's log.
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

  async function leave(): Promise<void> {
    // A running start still writes to the descriptor; its caller receives its failure.
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
      closing ??= leave();
      await closing;
    },
  };
}

async function waitUntilReady(cluster: EmbeddedCluster, hold: number, log: Log): Promise<void> {
  const start = limitStarts(cluster, log);
  const lastsTooLong = limitStates();
  let problem: Error | undefined;
  for (;;) {
    const state = await readState(cluster.files);
    if (lastsTooLong(state)) throw await composeError(cluster, "start", problem);
    if (state === "absent" || state === "ready") {
      problem = await findProblem(cluster, hold);
      if (problem === undefined) return;
      if (isAbsent(problem)) await start();
    }
    await delay(5);
  }
}

/** Returns a function that checks whether the server has been in one state for too long. */
function limitStates(): (state: ServerState) => boolean {
  let before: ServerState | undefined;
  let sinceMs = 0;
  return (state) => {
    if (state !== before) sinceMs = performance.now();
    before = state;
    return performance.now() - sinceMs > (state === "starting" ? maxRecoveryMs : maxStartMs);
  };
}

/** Starts a supervisor unless the last one is alive; gives up after repeated failures. */
function limitStarts(cluster: EmbeddedCluster, log: Log): () => Promise<void> {
  let supervisor: ChildProcess | undefined;
  let starts = 0;
  return async () => {
    if (supervisor?.exitCode === null && supervisor.signalCode === null) return;
    if (starts === maxStarts) throw await composeError(cluster, "start");
    // The cause of the last failure, such as the memory of a dying server, needs time to go away.
    if (starts > 0) await delay(200);
    else log?.("Starting the embedded PostgreSQL.");
    starts += 1;
    supervisor = await startSupervisor(cluster);
  };
}

async function waitUntilDown(cluster: EmbeddedCluster): Promise<void> {
  const startMs = performance.now();
  const isRunning = await watchServer(cluster.files);
  while (!hasOtherHolder(cluster)) {
    if ((await readState(cluster.files)) === "absent" && !(await isRunning())) return;
    if (performance.now() - startMs > maxStartMs) throw await composeError(cluster, "stop");
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

/** Finds the reason why this participant cannot use the server; undefined if it can. */
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
  // A server whose last participant has just left still accepts connections, and then stops.
  if (await isAcknowledged(cluster, hold)) return undefined;
  return new Error("The server runs, but its supervisor does not answer.");
}

function isAbsent(problem: Error): boolean {
  const { code } = problem as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ECONNREFUSED";
}

/** True if the supervisor acknowledges this participant; a stopping supervisor does not. */
async function isAcknowledged(cluster: EmbeddedCluster, hold: number): Promise<boolean> {
  const name = randomBytes(8).toString("hex");
  const startMs = performance.now();
  // The first line break ends what another participant may have left unfinished.
  writeSync(hold, `\n${name}\n`);
  while (performance.now() - startMs < maxAcknowledgeMs) {
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
  await removeRemains(cluster);
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;
  const serverLog = openSync(cluster.serverLog, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  const hold = openSync(cluster.hold, constants.O_RDONLY);
  try {
    if (process.geteuid?.() === 0) fchownSync(serverLog, cluster.owner.uid, cluster.owner.gid);
    const [command = "", ...rest] = [
      ...cluster.asServer,
      "/bin/sh",
      join(import.meta.dirname, "supervisor.sh"),
      cluster.files,
      cluster.joined,
      join(cluster.binaries, "postgres"),
      "-D",
      cluster.files,
      ...settings.flatMap((setting) => ["-c", setting]),
      "-c",
      `unix_socket_directories="${cluster.socketDirectory.replaceAll('"', '""')}"`,
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

/** Removes what a dead server left and what would prevent the next start. */
async function removeRemains(cluster: EmbeddedCluster): Promise<void> {
  await removeStaleLock(join(cluster.files, "postmaster.pid"));
  await removeStaleLock(join(cluster.socketDirectory, `.s.PGSQL.${embeddedPort}.lock`));
  if (!existsSync(cluster.serverLog)) return;
  const { size } = await stat(cluster.serverLog);
  if (size > maxLogBytes) await rename(cluster.serverLog, `${cluster.serverLog}.1`);
}
