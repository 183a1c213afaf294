// A process that sends lookups on a schedule and measures from the scheduled time, so that a slow
// service does not slow the load (open loop). Receives its plan as the first message.
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** `perSecond` null: each connection sends the next request when it has a response. */
export type LoopPlan = {
  readonly url: string;
  readonly keys: readonly string[];
  readonly bodies: readonly string[];
  readonly perSecond: number | null;
  readonly seconds: number;
  readonly connections: number;
};

/** A response: its status (0 if the connection failed) and its time in ms. */
export type LoopAnswer = readonly [status: number, ms: number];

function createSender(plan: LoopPlan): (dueMs: number) => Promise<LoopAnswer> {
  const agent = new Agent({ keepAlive: true, maxSockets: plan.connections, scheduling: "fifo" });
  let count = 0;
  return (dueMs) =>
    new Promise((resolve) => {
      count += 1;
      const body = plan.bodies[count % plan.bodies.length] ?? "";
      const sent = request(plan.url, {
        agent,
        method: "POST",
        headers: {
          authorization: `Bearer ${plan.keys[count % plan.keys.length]}`,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        },
      });
      const end = (status: number): void => resolve([status, performance.now() - dueMs]);
      sent.on("error", () => end(0));
      sent.on("response", (answer) => {
        answer.resume().on("end", () => end(answer.statusCode ?? 0));
      });
      sent.end(body);
    });
}

async function runClosed(plan: LoopPlan): Promise<LoopAnswer[]> {
  const send = createSender(plan);
  const answers: LoopAnswer[] = [];
  const endMs = performance.now() + plan.seconds * 1000;
  const loops = Array.from({ length: plan.connections }, async () => {
    while (performance.now() < endMs) answers.push(await send(performance.now()));
  });
  await Promise.all(loops);
  return answers;
}

async function runOpen(plan: LoopPlan, perSecond: number): Promise<LoopAnswer[]> {
  const send = createSender(plan);
  const sent: Promise<LoopAnswer>[] = [];
  const startMs = performance.now();
  const total = Math.round(perSecond * plan.seconds);
  while (sent.length < total) {
    const due = Math.min(total, ((performance.now() - startMs) / 1000) * perSecond);
    while (sent.length < due) sent.push(send(startMs + (sent.length / perSecond) * 1000));
    await delay(1);
  }
  return Promise.all(sent);
}

process.once("message", (plan: LoopPlan) => {
  const running = plan.perSecond === null ? runClosed(plan) : runOpen(plan, plan.perSecond);
  void running.then((answers) => process.send?.(answers, () => process.exit()));
});
