import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LoopPlan, LoopReport } from "./openLoop.ts";

const loopFile = fileURLToPath(new URL("./openLoop.ts", import.meta.url));

/** What a load got back. Times in milliseconds, from when a request was due, or was sent. */
export type LoopResult = {
  readonly ok: number;
  readonly rejected: number;
  readonly failed: number;
  readonly okP50Ms: number;
  readonly okP99Ms: number;
  readonly okSentP99Ms: number;
  readonly rejectedP99Ms: number;
  readonly rejectedSentP99Ms: number;
  readonly maxSentMs: number;
  /** The time until the last response, in seconds. */
  readonly lastedS: number;
  /** The p99 delay of the event loop that sent the load, and its share of a core. */
  readonly loadDelayMs: number;
  readonly loadCpuShare: number;
};

function findPercentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Sends the load of `plan` from a process of its own. */
export async function runLoop(plan: LoopPlan): Promise<LoopResult> {
  const child = fork(loopFile);
  child.send(plan);
  const reported = once(child, "message") as Promise<[LoopReport]>;
  const ended = once(child, "disconnect").then(() => {
    throw new Error("The load ended without a report.");
  });
  const [report] = await Promise.race([reported, ended]);
  const isOk = (status: number): boolean => status === 200;
  const timesOf = (isCounted: (status: number) => boolean): number[] =>
    report.answers.filter(([status]) => isCounted(status)).map(([, ms]) => ms);
  const isRejected = (status: number): boolean => status === 429 || status === 503;
  const sentTimesOf = (isCounted: (status: number) => boolean): number[] =>
    report.answers.filter(([status]) => isCounted(status)).map(([, , ms]) => ms);
  const ok = timesOf(isOk);
  const rejected = timesOf(isRejected);
  return {
    ok: ok.length,
    rejected: rejected.length,
    failed: report.answers.length - ok.length - rejected.length,
    okP50Ms: findPercentile(ok, 0.5),
    okP99Ms: findPercentile(ok, 0.99),
    okSentP99Ms: findPercentile(sentTimesOf(isOk), 0.99),
    rejectedP99Ms: findPercentile(rejected, 0.99),
    rejectedSentP99Ms: findPercentile(sentTimesOf(isRejected), 0.99),
    maxSentMs: findPercentile(
      sentTimesOf(() => true),
      1,
    ),
    lastedS: report.lastedS,
    loadDelayMs: report.delayMs,
    loadCpuShare: report.cpuShare,
  };
}
