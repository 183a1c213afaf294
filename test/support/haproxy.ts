// HAProxy from Debian in front of nodes, with deploy/haproxy.cfg and addresses of the test. It
// never sends a request a second time, so each failure reaches the client.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readDeploy, replaceOnce } from "./deployFiles.ts";
import { findFreePort } from "./findFreePort.ts";
import { lacksProgram } from "./lacksProgram.ts";

/** Why a test that needs HAProxy is skipped; false if it is installed. */
export const lacksHaproxy = lacksProgram("haproxy", "haproxy");

export type Haproxy = {
  readonly url: string;
  /** The address without TLS, which only redirects. */
  readonly plainUrl: string;
  /** The nodes that HAProxy sends requests to. */
  countUp(): Promise<number>;
  /** Waits until HAProxy sends requests to every node. */
  waitUntilAllUp(): Promise<void>;
  close(): Promise<void>;
};

type Ports = { readonly entrance: number; readonly plain: number; readonly status: number };

const tls = ":443 ssl crt /etc/haproxy/partsdesk.pem ssl-min-ver TLSv1.2 alpn h2,http/1.1";

function configure(ports: Ports, nodePorts: readonly number[], certificate: string | null): string {
  const { entrance, plain, status } = ports;
  const withTls = tls.replace("/etc/haproxy/partsdesk.pem", certificate ?? "");
  const address = `127.0.0.1:${entrance}`;
  const bind = certificate === null ? address : withTls.replace(":443", address);
  const servers = nodePorts.map((port, n) => `  server node${n + 1} 127.0.0.1:${port}\n`);
  const replacements = [
    ["bind :80\n", `bind 127.0.0.1:${plain}\n`],
    [`bind ${tls}`, `bind ${bind}`],
    ["bind 127.0.0.1:8404\n", `bind 127.0.0.1:${status}\n`],
    ["  server node1 node1:3000\n  server node2 node2:3000\n", servers.join("")],
  ] as const;
  return replacements.reduce(
    (text, [old, replacement]) => replaceOnce(text, old, replacement),
    readDeploy("haproxy.cfg"),
  );
}

/**
 * Starts HAProxy on loopback in front of the nodes on `nodePorts`: with TLS and the certificate in
 * a file, or without TLS.
 */
export async function openHaproxy(
  nodePorts: readonly number[],
  certificate: string | null,
): Promise<Haproxy> {
  const directory = await mkdtemp(join(tmpdir(), "partsdesk-haproxy-"));
  const [entrance, plain, status] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  const file = join(directory, "haproxy.cfg");
  await writeFile(file, configure({ entrance, plain, status }, nodePorts, certificate));
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
  const exited = once(child, "exit");
  const countUp = async (): Promise<number> => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}`);
    // It refuses connections until it has started.
    const page = await fetch(`http://127.0.0.1:${status}/;csv`).catch(() => null);
    const table = (await page?.text()) ?? "";
    return table.split("\n").filter((row) => /^nodes,node\d+,.*,UP,/.test(row)).length;
  };
  return {
    url: `${certificate === null ? "http" : "https"}://127.0.0.1:${entrance}`,
    plainUrl: `http://127.0.0.1:${plain}`,
    countUp,
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
