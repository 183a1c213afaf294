// Starts the processes of a measurement and sends a load.
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { BareServerTask } from "./bareServer.ts";
import { type Child, startChild } from "./children.ts";
import type { Load, LoadResult } from "./load.ts";
import type { NodePair } from "./nodePair.ts";

const timeoutMs = 30_000;

/** Returns the first message of a process. Throws if it ends or sends nothing in time. */
async function receive<Message>(child: Child, limitMs: number): Promise<Message> {
  const received = new AbortController();
  const { signal } = received;
  const message = new Promise<Message>((resolve) => child.program.once("message", resolve));
  const end = child.ended.then((how) => {
    throw new Error(`A benchmark process ${how} before it responded.`);
  });
  const silence = delay(limitMs, undefined, { signal }).then(() => {
    throw new Error(`A benchmark process did not respond within ${limitMs} ms.`);
  });
  try {
    return await Promise.race([message, end, silence]);
  } finally {
    end.catch(() => undefined);
    silence.catch(() => undefined);
    received.abort();
  }
}

function startProgram(file: string, bounds: readonly string[] = []): Child {
  const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
  const options = { stdio: [...stdio], env: { ...process.env, MALLOC_ARENA_MAX: "2" } };
  return startChild(process.execPath, [...bounds, join(import.meta.dirname, file)], options);
}

/** Two nodes in one process, see `nodePair.ts`. */
export type StartedPair = NodePair & { readonly child: Child };

// As `partsdesk serve`, of which a pair has twice as much old generation.
const serviceBounds = ["--max-semi-space-size=8", "--max-old-space-size=160"];
const pairBounds = ["--max-semi-space-size=8", "--max-old-space-size=320"];

/** Starts the nodes on a data folder, with their log in a file as in production. */
export async function startNodePair(dataDir: string): Promise<StartedPair> {
  const log = openSync(join(dataDir, "service.log"), "a");
  const program = join(import.meta.dirname, "nodePair.ts");
  const child = startChild(process.execPath, [...pairBounds, program, dataDir], {
    stdio: ["ignore", log, "inherit", "ipc"],
  });
  closeSync(log);
  return { ...(await receive<NodePair>(child, timeoutMs)), child };
}

/** Sends a load from a separate process. */
export async function measureLoad(load: Load): Promise<LoadResult> {
  const child = startProgram("load.ts");
  try {
    child.program.send(load);
    return await receive<LoadResult>(child, load.seconds * 1000 + timeoutMs);
  } finally {
    await child.stop();
  }
}

/** Starts a server for comparison. */
export async function startBareServer(
  task: BareServerTask,
): Promise<{ readonly url: string; readonly child: Child }> {
  const child = startProgram("bareServer.ts", serviceBounds);
  child.program.send(task);
  const port = await receive<number>(child, timeoutMs);
  return { url: `http://127.0.0.1:${port}`, child };
}
