// The measured node: `partsdesk serve` as a separate process, without rate limits, with its log in
// a file as in production.
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { type Child, startChild } from "./children.ts";

/** `startMs` is the time from the start until /readyz is OK. */
export type ServedNode = { readonly url: string; readonly startMs: number; readonly child: Child };

const partsdesk = join(import.meta.dirname, "..", "bin", "partsdesk");
/** A first fill of a million offers takes a minute on a slow disk. */
const maxStartMs = 180_000;
const retryMs = 5;

async function readAddress(child: Child): Promise<string> {
  const { stderr } = child.program;
  if (stderr === null) throw new Error("The service has no standard error.");
  const lines = createInterface({ input: stderr });
  for await (const line of lines) {
    const address = /http:\/\/\S+$/.exec(line)?.[0];
    if (address !== undefined) {
      stderr.resume();
      return address;
    }
    process.stderr.write(`serve: ${line}\n`);
  }
  throw new Error(`The service ${await child.ended}.`);
}

async function waitUntilReady(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`);
    await answer.body?.cancel();
    if (answer.ok) return;
    await delay(retryMs);
  }
}

/** Starts a node on a data folder, and its database unless that is already running. */
export async function startServedNode(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServedNode> {
  const log = openSync(join(dataDir, "service.log"), "a");
  const startedMs = performance.now();
  const child = startChild(partsdesk, ["serve"], {
    stdio: ["ignore", log, "pipe"],
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: dataDir,
      PORT: "0",
      RATE_LIMIT_CATALOG: "0",
      RATE_LIMIT_ORDERS: "0",
      ...settings,
    },
  });
  closeSync(log);
  const late = delay(maxStartMs, undefined, { ref: false }).then(() => {
    throw new Error("The service was not ready within three minutes.");
  });
  const url = await Promise.race([readAddress(child), late]);
  await Promise.race([waitUntilReady(url), late]);
  return { url, startMs: performance.now() - startedMs, child };
}
