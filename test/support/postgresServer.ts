// A PostgreSQL server that belongs to one test, which may stop, kill and freeze it. It listens on
// loopback; no test is delayed by its disk.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chown, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import {
  type EmbeddedCluster,
  embeddedEnvironment,
  prepareEmbeddedCluster,
} from "../../src/db/embedded/cluster.ts";
import { findFreePort } from "./findFreePort.ts";
import { isRunning, listChildren } from "./systemProcesses.ts";

/**
 * `fast` ends connections and rolls back; `immediate` is a crash, with recovery at the start;
 * `kill` ends every process, even a frozen one, as if the machine had failed.
 */
type StopMode = "fast" | "immediate" | "kill";

export type PostgresServer = {
  readonly address: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  /** As DATABASE_URL. */
  readonly url: string;
  /** PostgreSQL's data directory. */
  readonly files: string;
  /** Starts the server and waits until it accepts connections. */
  start(): Promise<void>;
  stop(mode: StopMode): Promise<void>;
  /** Stops every process of the server where it is, connections open; returns their number. */
  freeze(): number;
  thaw(): void;
  /** Ends the server and removes its folder. */
  close(): Promise<void>;
};

const stopSignals = { fast: "SIGINT", immediate: "SIGQUIT" } as const;

type ServerOptions = {
  /** On: waits for its disk, as a server that keeps its data must. Off by default. */
  readonly fsync?: "on" | "off";
  /** Makes the server a hot standby of another one. */
  readonly standbyOf?: PostgresServer;
};

async function startProcess(
  cluster: EmbeddedCluster,
  port: number,
  { fsync = "off" }: ServerOptions,
): Promise<ChildProcess> {
  const settings = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    "unix_socket_directories=",
    "dynamic_shared_memory_type=mmap",
    `fsync=${fsync}`,
  ];
  const [command = "", ...rest] = [
    ...cluster.asServer,
    join(cluster.binaries, "postgres"),
    "-D",
    cluster.files,
    ...settings.flatMap((setting) => ["-c", setting]),
  ];
  const server = spawn(command, rest, {
    cwd: "/",
    env: embeddedEnvironment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  await new Promise<void>((resolve, reject) => {
    let log = "";
    server.stderr.on("data", (bytes) => {
      log += bytes;
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
    server.once("exit", (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log}`)));
  });
  return server;
}

/**
 * Copies the files of a running server, as pg_basebackup does, into a folder that a server can
 * start as its standby.
 */
async function copyToStandby({ files, address }: PostgresServer, home: string): Promise<void> {
  await mkdir(home, { mode: 0o700 });
  const target = join(home, "cluster");
  const client = new Client(address);
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  execFileSync("cp", ["-a", files, target]);
  const { rows } = await client.query("select labelfile from pg_backup_stop(false)");
  await client.end();
  await rm(join(target, "postmaster.pid"));
  const { host, port, user } = address;
  const source = `primary_conninfo = 'host=${host} port=${port} user=${user}'\n`;
  await appendFile(join(target, "postgresql.auto.conf"), source);
  const { uid, gid } = await stat(target);
  const added = { backup_label: rows[0].labelfile, "standby.signal": "" };
  for (const [name, text] of Object.entries(added)) {
    await writeFile(join(target, name), text);
    await chown(join(target, name), uid, gid);
  }
}

/** Sends a signal to a process that may end at any time: a backend does when its client leaves. */
function signalUnlessEnded(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Creates a server, starts it, and leaves the schema to the test. */
export async function openPostgresServer(options: ServerOptions = {}): Promise<PostgresServer> {
  const directory = await mkdtemp(join(tmpdir(), "partsdesk-server-"));
  const home = join(directory, "postgres");
  if (options.standbyOf !== undefined) await copyToStandby(options.standbyOf, home);
  const cluster = await prepareEmbeddedCluster(home, undefined);
  const port = await findFreePort();
  let server = await startProcess(cluster, port, options);
  /** Returns the processes below the first one. */
  const signalAll = (signal: NodeJS.Signals): readonly number[] => {
    const { pid = 0 } = server;
    const children = listChildren(pid);
    // The postmaster first, so that it starts no further process.
    process.kill(pid, signal);
    const all = [...new Set([...children, ...listChildren(pid)])].filter(isRunning);
    for (const child of all) signalUnlessEnded(child, signal);
    return all;
  };
  const isUp = (): boolean => server.exitCode === null && server.signalCode === null;
  const thaw = (): void => {
    if (isUp()) signalAll("SIGCONT");
  };
  const stop = async (mode: StopMode): Promise<void> => {
    if (!isUp()) return;
    const exited = once(server, "exit");
    const children = mode === "kill" ? signalAll("SIGKILL") : [];
    if (mode !== "kill") server.kill(stopSignals[mode]);
    await exited;
    while (children.some(isRunning)) await delay(5);
  };
  return {
    files: cluster.files,
    address: { host: "127.0.0.1", port, user: "partsdesk", database: "postgres" },
    url: `postgres://partsdesk@127.0.0.1:${port}/postgres`,
    async start() {
      server = await startProcess(cluster, port, options);
    },
    stop,
    freeze: () => 1 + signalAll("SIGSTOP").length,
    thaw,
    async close() {
      thaw();
      await stop("immediate");
      await rm(directory, { recursive: true, force: true });
    },
  };
}
