// HAProxy from Debian in front of nodes, configured as docs/operating.md recommends. It never sends
// a request a second time, so each failure reaches the client.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "./findFreePort.ts";

/** Why a test that needs HAProxy is skipped; false if it is installed. */
export const lacksHaproxy: string | false =
  spawnSync("haproxy", ["-v"]).error === undefined
    ? false
    : "haproxy is not installed (apt-get install haproxy)";

export type Haproxy = {
  readonly url: string;
  /** Waits until HAProxy sends requests to every node. */
  waitUntilAllUp(): Promise<void>;
  close(): Promise<void>;
};

function configure(port: number, nodePorts: readonly number[]): string {
  const servers = nodePorts.map((nodePort, n) => `  server node${n} 127.0.0.1:${nodePort}`);
  return `global
  maxconn 200
defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 60s
  timeout server 15s
frontend entrance
  stats enable
  stats uri /haproxy
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 1s fall 2 rise 1
${servers.join("\n")}
`;
}

/** Starts HAProxy on loopback in front of the nodes on `nodePorts`. */
export async function openHaproxy(nodePorts: readonly number[]): Promise<Haproxy> {
  const directory = await mkdtemp(join(tmpdir(), "partsdesk-haproxy-"));
  const port = await findFreePort();
  const file = join(directory, "haproxy.cfg");
  await writeFile(file, configure(port, nodePorts));
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
  const exited = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  const countUp = async (): Promise<number> => {
    // It refuses connections until it has started.
    const page = await fetch(`${url}/haproxy;csv`).catch(() => null);
    const table = (await page?.text()) ?? "";
    return table.split("\n").filter((row) => /^nodes,node\d+,.*,UP,/.test(row)).length;
  };
  return {
    url,
    async waitUntilAllUp() {
      while ((await countUp()) < nodePorts.length) await delay(100);
    },
    async close() {
      child.kill("SIGKILL");
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
