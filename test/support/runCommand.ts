// The partsdesk command against a test's database: in this process, or as a process of its own.
import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { runProgram } from "../../src/main.ts";
import { folderVariable } from "./cluster.ts";
import type { TestDatabase } from "./testDatabase.ts";

export const mainFile = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

export type CommandResult = {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
  json(): any;
};

/** The environment of a process that works on a test's database. */
export function environmentOf(
  database: Pick<TestDatabase, "url">,
  extra: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    DATABASE_URL: database.url,
    SECRET_KEY: "a secret for tests that is long enough",
    DATA_DIR: process.env[folderVariable],
    STOP_DELAY_SECONDS: "0",
    WORKERS: "1",
    ...extra,
  };
}

/** The standard streams of a command that runs in this process. */
type Streams = Record<"stdin", Readable> & Record<"stdout" | "stderr", PassThrough>;

const streamsOfRun = new AsyncLocalStorage<Streams>();

for (const name of ["stdin", "stdout", "stderr"] as const) {
  const own = Object.getOwnPropertyDescriptor(process, name)?.get;
  const get = () => streamsOfRun.getStore()?.[name] ?? own?.call(process);
  Object.defineProperty(process, name, { configurable: true, enumerable: true, get });
}

/** Reads a stream; the returned function gives its text so far. */
function collect(stream: Readable): () => string {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

/** Ends a stream, unless the command destroyed it, and waits until all of it was read. */
async function endStream(stream: PassThrough): Promise<void> {
  if (stream.destroyed) return;
  stream.end();
  await once(stream, "end");
}

const toResult = (exitCode: number | null, stdout: string, stderr: string): CommandResult => ({
  exitCode,
  stdout,
  stderr,
  json: () => JSON.parse(stdout),
});

/**
 * Runs a command to its end in this process, which takes a tenth of the time of a process of its
 * own, `input` on its standard input. Several may run at once.
 */
export async function runCommand(
  database: Pick<TestDatabase, "url">,
  args: readonly string[],
  extra: Readonly<Record<string, string>> = {},
  input = "",
): Promise<CommandResult> {
  const stdin = Readable.from(input === "" ? [] : [Buffer.from(input)]);
  const streams = { stdin, stdout: new PassThrough(), stderr: new PassThrough() };
  const [stdout, stderr] = [collect(streams.stdout), collect(streams.stderr)];
  const env = environmentOf(database, extra);
  const exitCode = await streamsOfRun.run(streams, () => runProgram(args, env));
  await Promise.all([endStream(streams.stdout), endStream(streams.stderr)]);
  return toResult(exitCode, stdout(), stderr());
}

/** Runs a command to its end as a process of its own, `input` on its standard input. */
export async function spawnCommand(
  database: Pick<TestDatabase, "url">,
  args: readonly string[],
  extra: Readonly<Record<string, string>> = {},
  input = "",
): Promise<CommandResult> {
  const child = spawn(process.execPath, [mainFile, ...args], {
    env: environmentOf(database, extra),
    stdio: "pipe",
  });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return toResult(exitCode, stdout(), stderr());
}
