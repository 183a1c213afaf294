import assert from "node:assert/strict";
import { test } from "node:test";
import { writeMetrics } from "../../src/http/metrics/mergeMetrics.ts";
import { createMetrics } from "../../src/http/metrics/metrics.ts";

test("a renamed task is also counted under its name of version 0.1", async () => {
  const metrics = createMetrics("main");
  metrics.countJob("index_requests", "done");
  metrics.countJob("send_mail", "failed");
  const page = await writeMetrics([await metrics.collect()]);
  const lines = page.split("\n").filter((line) => line.startsWith("jobs_total"));
  assert.deepEqual(lines.sort(), [
    'jobs_total{task="index_calls",outcome="done"} 1',
    'jobs_total{task="index_requests",outcome="done"} 1',
    'jobs_total{task="send_mail",outcome="failed"} 1',
  ]);
});
