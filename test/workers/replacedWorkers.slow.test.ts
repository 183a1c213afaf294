// What happens if a worker ends unexpectedly.
import assert from "node:assert/strict";
import { once } from "node:events";
import type { Agent } from "node:http";
import { createServer } from "node:net";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { ServedNode } from "../support/servedNode.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import {
  connectToEach,
  endWorker,
  readMetric,
  send,
  startWorkerNode,
  type WorkerEnd,
} from "../support/workerNode.ts";

const workers = 2;
const database = share(openTestDatabase);

type EndLine = {
  readonly reason: string;
  readonly pause_ms: number;
  readonly err?: { message: string };
};

const readEnds = (node: ServedNode): EndLine[] =>
  node
    .output()
    .split("\n")
    .filter((line) => line.includes("a worker ended"))
    .map((line) => JSON.parse(line));

async function awaitServing(node: ServedNode, count = workers): Promise<void> {
  while ((await readMetric(node, 'workers{state="serving"}')) !== count) await delay(20);
}

/** Why this process cannot listen at a port; false if it can. */
async function lacksPort(port: number): Promise<string | false> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
    return false;
  } catch (error) {
    return (error as Error).message;
  } finally {
    server.close();
  }
}

const requests = 'http_request_duration_seconds_count{method="GET",route="/livez",code="200"}';

test("a worker that ends is replaced, and the others keep answering", async (t) => {
  const node = await startWorkerNode(database);
  t.after(() => node.end());
  for (const how of ["exception", "memory", "exit"] as const satisfies readonly WorkerEnd[]) {
    const [ended, other] = [...(await connectToEach(node.url, workers)).values()] as Agent[];
    const counted = await readMetric(node, requests);
    await endWorker(node.url, how, ended);
    for (let turn = 0; turn < 20; turn += 1) {
      assert.equal((await send(`${node.url}/livez`, { agent: other as Agent })).status, 200);
      assert.ok((await readMetric(node, requests)) >= counted);
    }
    while ((await readMetric(node, `worker_ends_total{reason="${how}"}`)) !== 1) await delay(20);
    await awaitServing(node);
    assert.equal(readEnds(node).at(-1)?.reason, how);
    for (const agent of (await connectToEach(node.url, workers)).values()) {
      assert.equal((await send(`${node.url}/readyz`, { agent })).status, 200);
      agent.destroy();
    }
  }
  const pauses = readEnds(node).map(({ pause_ms: pauseMs }) => pauseMs);
  assert.deepEqual(pauses.toSorted((one, other) => one - other)[0], 0);
  assert.match(readEnds(node)[0]?.err?.message ?? "", /the test asked for it/);
  assert.match(node.output(), /"level":60[^\n]*uncaught exception/);
});

test("at port 80, which URLs leave out, a replaced worker listens again", {
  skip: await lacksPort(80),
}, async (t) => {
  const node = await startWorkerNode(database, { WORKERS: "1", PORT: "80" });
  t.after(() => node.end());
  await endWorker(node.url, "exit");
  while ((await readMetric(node, 'worker_ends_total{reason="exit"}')) !== 1) await delay(20);
  await awaitServing(node, 1);
  assert.equal((await send(`${node.url}/livez`)).status, 200);
});

test("a worker that keeps ending is replaced after increasing pauses", async (t) => {
  const node = await startWorkerNode(database, { WORKERS: "1" });
  t.after(() => node.end());
  while (readEnds(node).length < 4) await endWorker(node.url, "exit");
  const pauses = readEnds(node).map(({ pause_ms: pauseMs }) => pauseMs);
  assert.deepEqual(pauses.slice(0, 4), [0, 100, 200, 400]);
});
