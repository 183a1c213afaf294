// The packed client in an empty folder, and programs that use it there.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { basicEnv, root } from "../docs/examples.ts";

const execute = promisify(execFile);

/** Where `.ci/run` installs what only the tests of the packed client use. */
export const consumer = join(root, "test/sdk/consumer/node_modules");

export const packageVersion: string = JSON.parse(
  readFileSync(join(root, "sdk/package.json"), "utf8"),
).version;

/** The reason to skip a test that needs a program, or false if the program is there. */
export function skipWithout(path: string): string | false {
  return existsSync(path) ? false : `${path} is missing; .ci/run installs it`;
}

/** Runs a program in a folder and returns what it prints; fails if it fails. */
export async function runProgram(
  folder: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = { cwd: folder, env: { ...basicEnv, ...env } };
  const ended = await execute(program, args, options).catch((error) =>
    assert.fail(`${program} ${args.join(" ")}: ${error.stdout}${error.stderr}`),
  );
  return ended.stdout;
}

export type ClientFolder = { readonly path: string; remove(): Promise<void> };

/** Installs the client from a file or an address into an empty folder. */
export async function installClient(source: string): Promise<ClientFolder> {
  const path = await mkdtemp(join(tmpdir(), "partsdesk-client-"));
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts"];
  await runProgram(path, "npm", ["install", "--prefix", path, ...quiet, source]);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
