// The partsdesk command as a process of its own, against a test's database.
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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
  database: TestDatabase,
  extra: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    DATABASE_URL: database.url,
    SECRET_KEY: "a secret for tests that is long enough",
    DATA_DIR: join(tmpdir(), "partsdesk-test-unused"),
    ...extra,
  };
}

/** Runs a command to its end, `input` on its standard input. */
export async function runCommand(
  database: TestDatabase,
  args: readonly string[],
  extra: Readonly<Record<string, string>> = {},
  input = "",
): Promise<CommandResult> {
  const child = spawn(process.execPath, [mainFile, ...args], {
    env: environmentOf(database, extra),
    stdio: "pipe",
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (bytes) => {
    stdout += bytes;
  });
  child.stderr.on("data", (bytes) => {
    stderr += bytes;
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return { exitCode, stdout, stderr, json: () => JSON.parse(stdout) };
}
