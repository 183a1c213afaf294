// One measurement: the load of a scenario against a server, with what it cost the machine.
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { BareServerAnswer } from "./bareServer.ts";
import { type Child, startChild } from "./children.ts";
import type { Load, LoadResult } from "./load.ts";
import type { TwinNodes } from "./twinNodes.ts";

const graceMs = 30_000;

/** The first message of a program; throws where it ends or is silent for too long. */
async function receive<Message>(child: Child, limitMs: number): Promise<Message> {
  const patience = new AbortController();
  const { signal } = patience;
  const message = new Promise<Message>((resolve) => child.program.once("message", resolve));
  const end = child.ended.then((how) => {
    throw new Error(`A program of the bench ${how} before it answered.`);
  });
  const silence = delay(limitMs, undefined, { signal }).then(() => {
    throw new Error(`A program of the bench was silent for ${limitMs} ms.`);
  });
  try {
    return await Promise.race([message, end, silence]);
  } finally {
    end.catch(() => undefined);
    silence.catch(() => undefined);
    patience.abort();
  }
}

function startProgram(file: string): Child {
  const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
  return startChild(process.execPath, [join(import.meta.dirname, file)], { stdio: [...stdio] });
}

/** Two nodes in one program that runs, see `twinNodes.ts`. */
export type StartedTwins = TwinNodes & { readonly child: Child };

// Twice what one node is given.
const twinBounds = ["--max-semi-space-size=8", "--max-old-space-size=320"];

/** Starts the nodes on a data folder, their log in a file as in operation. */
export async function startTwinNodes(dataDir: string): Promise<StartedTwins> {
  const log = openSync(join(dataDir, "service.log"), "a");
  const program = join(import.meta.dirname, "twinNodes.ts");
  const child = startChild(process.execPath, [...twinBounds, program, dataDir], {
    stdio: ["ignore", log, "inherit", "ipc"],
  });
  closeSync(log);
  return { ...(await receive<TwinNodes>(child, graceMs)), child };
}

/** Sends a load from a program of its own and waits for its end. */
export async function measureLoad(load: Load): Promise<LoadResult> {
  const child = startProgram("load.ts");
  try {
    child.program.send(load);
    return await receive<LoadResult>(child, load.seconds * 1000 + graceMs);
  } finally {
    await child.stop();
  }
}

/** Starts a bare server that gives this answer; its address. */
export async function startBareServer(
  answer: BareServerAnswer,
): Promise<{ readonly url: string; readonly child: Child }> {
  const child = startProgram("bareServer.ts");
  child.program.send(answer);
  const port = await receive<number>(child, graceMs);
  return { url: `http://127.0.0.1:${port}`, child };
}
