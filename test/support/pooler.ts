// PgBouncer in session mode in front of a server. It is a Debian package, not a dependency: a test
// that needs it is skipped where it is missing.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedEnvironment } from "../../src/db/embedded/cluster.ts";
import type { PostgresServer } from "./postgresServer.ts";

export type Pooler = {
  readonly address: PostgresServer["address"];
  /** As DATABASE_URL. */
  readonly url: string;
  close(): Promise<void>;
};

function findProgram(): string | undefined {
  const paths = embeddedEnvironment.PATH.split(":").map((folder) => join(folder, "pgbouncer"));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const program = findProgram();

/** As the `skip` of a test. */
export const lacksPooler: string | false =
  program === undefined && "pgbouncer is not installed (apt-get install pgbouncer)";

/** PgBouncer refuses to run as root. */
const unprivileged = 65_534;

/** Starts PgBouncer with `settings` besides those it needs; picks a port that is free. */
export async function openPooler(
  { address: { host, port, user, database } }: PostgresServer,
  settings: Readonly<Record<string, string>>,
): Promise<Pooler> {
  if (program === undefined) throw new Error(String(lacksPooler));
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-pooler-"));
  const listenPort = 20_000 + (process.pid % 20_000);
  const lines = {
    listen_addr: "127.0.0.1",
    listen_port: String(listenPort),
    unix_socket_dir: "",
    auth_type: "trust",
    auth_file: join(folder, "users.txt"),
    pool_mode: "session",
    default_pool_size: "40",
    ...settings,
  };
  const text = Object.entries(lines).map(([name, value]) => `${name} = ${value}`);
  const configuration = join(folder, "pgbouncer.ini");
  await writeFile(join(folder, "users.txt"), `"${user}" ""\n`);
  await writeFile(
    configuration,
    `[databases]\n${database} = host=${host} port=${port}\n[pgbouncer]\n${text.join("\n")}\n`,
  );
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) await chown(folder, unprivileged, unprivileged);
  const id = String(unprivileged);
  const prefix = isRoot ? ["setpriv", `--reuid=${id}`, `--regid=${id}`, "--clear-groups"] : [];
  const [command = "", ...args] = [...prefix, program, configuration];
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
  await new Promise<void>((resolve, reject) => {
    let log = "";
    child.stderr.on("data", (bytes) => {
      log += bytes;
      if (log.includes("process up")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`pgbouncer ended with ${code}: ${log}`)));
  });
  return {
    address: { host: "127.0.0.1", port: listenPort, user, database },
    url: `postgres://${user}@127.0.0.1:${listenPort}/${database}`,
    async close() {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
