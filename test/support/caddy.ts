// Caddy from Debian in front of nodes, with deploy/Caddyfile and addresses of the test, no TLS.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readDeploy, replaceOnce } from "./deployFiles.ts";
import { findFreePort } from "./findFreePort.ts";
import { lacksProgram } from "./lacksProgram.ts";

/** Why a test that needs Caddy is skipped; false if it is installed. */
export const lacksCaddy = lacksProgram("caddy", "caddy");

export type Caddy = { readonly url: string; close(): Promise<void> };

/** Starts Caddy on loopback in front of the nodes on `nodePorts`, and waits until it listens. */
export async function openCaddy(nodePorts: readonly number[]): Promise<Caddy> {
  const directory = await mkdtemp(join(tmpdir(), "partsdesk-caddy-"));
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const nodes = nodePorts.map((port) => `127.0.0.1:${port}`).join(" ");
  const named = replaceOnce(readDeploy("Caddyfile"), "parts.example.com {", `${url} {`);
  const text = `{\n\tadmin off\n}\n${replaceOnce(named, "node1:3000 node2:3000", nodes)}`;
  const file = join(directory, "Caddyfile");
  await writeFile(file, text);
  const child = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    env: { PATH: process.env["PATH"], HOME: directory },
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  while ((await fetch(url).catch(() => null)) === null) {
    if (child.exitCode !== null) throw new Error(`Caddy ended with ${child.exitCode}`);
    await delay(50);
  }
  return {
    url,
    async close() {
      child.kill("SIGKILL");
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
