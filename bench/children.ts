// The processes of a run. Invariant: none outlives the run. If the run is killed, each process
// notices that its channel closes and ends itself.
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";

export type Child = {
  readonly pid: number;
  readonly program: ChildProcess;
  /** Resolves with a description of how the process ended. */
  readonly ended: Promise<string>;
  /** Ends the process; kills it after 15 seconds. */
  stop(): Promise<void>;
};

const maxStopMs = 15_000;
const children = new Set<Child>();

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
      const timer = setTimeout(() => program.kill("SIGKILL"), maxStopMs);
      await ended;
      clearTimeout(timer);
    },
  };
  children.add(child);
  return child;
}

/** Ends every process that is still running. */
export async function stopAllChildren(): Promise<void> {
  await Promise.all([...children].map((child) => child.stop()));
}
