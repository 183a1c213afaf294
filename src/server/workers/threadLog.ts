// The log of a thread: all threads of a node write whole lines to its standard output.
import { isMainThread } from "node:worker_threads";
import { destination, type Logger, pino, stdTimeFunctions } from "pino";
import type { Config } from "../config.ts";
import { describeError } from "../http/describeError.ts";
import type { Metrics } from "../http/metrics/metrics.ts";

export function createLog(level: Config["logLevel"]): Logger {
  // Without a minimum length, `flush` returns at once and waits for nothing.
  const stream = destination({ dest: 1, sync: false, minLength: 1 });
  // pino writes the last lines before the process ends, but not before a thread does.
  if (!isMainThread) process.on("exit", () => stream.flushSync());
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    stream,
  );
}

/**
 * Logs and counts rejections that no code handled: each belongs to one task, so the others
 * continue. After an uncaught exception the state may be corrupt: it is logged, and Node ends the
 * thread, or the process if it is the main thread. Returns a function that stops this.
 */
export function watchUnhandledErrors(log: Logger, metrics: Metrics): () => void {
  const onRejection = (err: unknown): void => {
    log.error({ err }, "unhandled rejection");
    metrics.countUnhandledRejection();
  };
  const onException = (err: unknown): void => log.fatal({ err }, "uncaught exception");
  process.on("unhandledRejection", onRejection);
  process.on("uncaughtExceptionMonitor", onException);
  return () => {
    process.off("unhandledRejection", onRejection);
    process.off("uncaughtExceptionMonitor", onException);
  };
}
