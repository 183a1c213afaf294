// Work in a process of its own: the system has its memory back when it ends, and whatever ends it,
// ends nothing else. A thread would not do: if the heap of a thread cannot grow as much as a large
// table needs at once, Node ends the whole process.
import { fork } from "node:child_process";
import { type SentFault, toError, toSentFault } from "./sentFault.ts";

type FromProgram =
  | { readonly kind: "event"; readonly value: unknown }
  | { readonly kind: "result"; readonly value: unknown }
  | { readonly kind: "fault"; readonly fault: SentFault };

/** The system, or Node for lack of memory, has ended a process. */
export class ProgramKilled extends Error {
  override readonly name = "ProgramKilled";
}

/** In megabytes; streams and buffers outside of it must be bounded by the program. */
const bounds = ["--max-old-space-size=256", "--max-semi-space-size=8"];

/**
 * Runs a program that calls `serveOrder`, and returns its result. Rejects if it fails or `signal`
 * is aborted; the process has ended then. If this process ends, it ends after the step in progress.
 */
export async function runProgram<Result>(
  program: URL,
  order: object,
  signal: AbortSignal,
  { onEvent }: { readonly onEvent?: (value: unknown) => void } = {},
): Promise<Result> {
  const started = fork(program, {
    execArgv: bounds,
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    killSignal: "SIGKILL",
    // Its own: a process that cannot be started never removes its listener.
    signal: AbortSignal.any([signal]),
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<Error>();
  started.once("exit", (code, name) => {
    const how = `The process ended with ${name ?? `exit code ${code}`}.`;
    end(name === null ? new Error(how) : new ProgramKilled(how));
  });
  const result = new Promise<Result>((resolve, reject) => {
    started.on("error", reject);
    void ended.then(reject);
    started.on("message", (message: FromProgram) => {
      if (message.kind === "event") onEvent?.(message.value);
      else if (message.kind === "result") resolve(message.value as Result);
      else reject(toError(message.fault));
    });
  });
  started.once("spawn", () => started.send(order));
  try {
    return await result;
  } finally {
    if (started.pid !== undefined) {
      started.kill("SIGKILL");
      await ended;
    }
  }
}

/** The work of a program: `work` gets its order, and a function that sends events. */
export function serveOrder<Order>(
  work: (order: Order, sendEvent: (value: unknown) => void) => Promise<unknown>,
): void {
  const send = (message: FromProgram): void => void process.send?.(message);
  // The process that started this one has ended. It also handles signals that are sent to both.
  process.once("disconnect", () => process.exit());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
  process.once("message", (order) =>
    work(order as Order, (value) => send({ kind: "event", value })).then(
      (value) => send({ kind: "result", value }),
      (error: unknown) => send({ kind: "fault", fault: toSentFault(error) }),
    ),
  );
}
