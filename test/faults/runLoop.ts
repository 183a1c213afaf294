import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LoopAnswer, LoopPlan } from "./openLoop.ts";

const loopFile = fileURLToPath(new URL("./openLoop.ts", import.meta.url));

/** What a load got back. Times in milliseconds, from when a request was due. */
export type LoopResult = {
  readonly ok: number;
  readonly rejected: number;
  readonly failed: number;
  readonly okP99Ms: number;
  readonly rejectedP99Ms: number;
};

function findPercentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Sends the load of `plan` from a process of its own. */
export async function runLoop(plan: LoopPlan): Promise<LoopResult> {
  const child = fork(loopFile);
  child.send(plan);
  const [answers] = (await once(child, "message")) as [LoopAnswer[]];
  const isRejected = (status: number): boolean => status === 429 || status === 503;
  const ok = answers.filter(([status]) => status === 200);
  const rejected = answers.filter(([status]) => isRejected(status));
  return {
    ok: ok.length,
    rejected: rejected.length,
    failed: answers.length - ok.length - rejected.length,
    okP99Ms: findPercentile(
      ok.map(([, ms]) => ms),
      0.99,
    ),
    rejectedP99Ms: findPercentile(
      rejected.map(([, ms]) => ms),
      0.99,
    ),
  };
}
