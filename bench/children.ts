// The programs a run starts. Invariant: each is ended by its own id and none outlives the
// run: one whose run was killed sees its channel close and ends by itself.
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";

/** A started program. */
export type Child = {
  readonly pid: number;
  readonly program: ChildProcess;
  /** Resolves when the program has ended, with a line on how. */
  readonly ended: Promise<string>;
  /** Asks it to end, and ends it where it does not within 15 seconds. */
  stop(): Promise<void>;
};

const stopLimitMs = 15_000;
const children = new Set<Child>();

/** Starts a program. */
export function startChild(
  command: string,
  args: readonly string[],
  options: { readonly stdio: StdioOptions; readonly env?: NodeJS.ProcessEnv },
): Child {
  const program = spawn(command, args, options);
  const { pid } = program;
  if (pid === undefined) throw new Error(`${command} could not be started.`);
  const ended = once(program, "exit").then(([code, signal]) => {
    children.delete(child);
    return `ended with ${signal ?? `exit code ${code}`}`;
  });
  const child: Child = {
    pid,
    program,
    ended,
    async stop() {
      if (program.exitCode !== null || program.signalCode !== null) return;
      program.kill("SIGTERM");
      const timer = setTimeout(() => program.kill("SIGKILL"), stopLimitMs);
      await ended;
      clearTimeout(timer);
    },
  };
  children.add(child);
  return child;
}

/** Ends every program that still runs. */
export async function stopAllChildren(): Promise<void> {
  await Promise.all([...children].map((child) => child.stop()));
}
