// The shell's door as its users have it: a process of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

export type ShellAnswer = {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
};

/** Runs a command on the database of `url`, `stdin` being its standard input. */
export async function runShell(
  url: string,
  args: readonly string[],
  stdin = "",
): Promise<ShellAnswer> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, DATABASE_URL: url, SECRET_KEY: "a secret of the tests, no other" },
  });
  const ended = once(child, "exit");
  child.stdin.end(stdin);
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  return { exitCode: exitCode as number, stdout, stderr };
}
