// A PostgreSQL server that belongs to one test, which may stop, kill and freeze it. It listens on
// loopback; no test is delayed by its disk.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type EmbeddedCluster,
  embeddedEnvironment,
  prepareEmbeddedCluster,
} from "../../src/db/embedded/cluster.ts";
import { findFreePort } from "./findFreePort.ts";

/** `fast` ends connections and rolls back; `immediate` is a crash, with recovery at the start. */
type StopMode = "fast" | "immediate";

export type PostgresServer = {
  readonly address: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  /** As DATABASE_URL. */
  readonly url: string;
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

function listChildren(parent: number): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\n");
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
    .map(([pid = 0]) => pid);
}

async function startProcess(cluster: EmbeddedCluster, port: number): Promise<ChildProcess> {
  const settings = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    "unix_socket_directories=",
    "dynamic_shared_memory_type=mmap",
    "fsync=off",
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
      if (log.includes("ready to accept connections")) resolve();
    });
    server.once("exit", (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log}`)));
  });
  return server;
}

/** Creates a server, starts it, and leaves the schema to the test. */
export async function openPostgresServer(): Promise<PostgresServer> {
  const directory = await mkdtemp(join(tmpdir(), "partsdesk-server-"));
  const cluster = await prepareEmbeddedCluster(join(directory, "postgres"), undefined);
  const port = await findFreePort();
  let server = await startProcess(cluster, port);
  const signalAll = (signal: NodeJS.Signals): number => {
    const { pid = 0 } = server;
    // The postmaster first, so that it starts no further process.
    process.kill(pid, signal);
    const children = listChildren(pid);
    for (const child of children) process.kill(child, signal);
    return 1 + children.length;
  };
  const stop = async (mode: StopMode): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, "exit");
    server.kill(stopSignals[mode]);
    await exited;
  };
  return {
    address: { host: "127.0.0.1", port, user: "partsdesk", database: "postgres" },
    url: `postgres://partsdesk@127.0.0.1:${port}/postgres`,
    async start() {
      server = await startProcess(cluster, port);
    },
    stop,
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => void signalAll("SIGCONT"),
    async close() {
      if (server.exitCode === null && server.signalCode === null) signalAll("SIGCONT");
      await stop("immediate");
      await rm(directory, { recursive: true, force: true });
    },
  };
}
