// The charts page: requests, orders and imports over a day and a month.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { utcDay } from "../../src/day.ts";
import type { ApiRequest } from "../../src/requests/apiRequest.ts";
import { insertLatency, selectLatency } from "../../src/requests/latencyQueries.ts";
import {
  addLatency,
  countLatency,
  type LatencyTally,
  msOfStep,
  stepOf,
} from "../../src/requests/latencyTally.ts";
import { maintainPartitions } from "../../src/requests/writeQueries.ts";
import { confirmOne } from "../support/confirmedOrder.ts";
import { makeRequest, requestIdAt } from "../support/makeRequest.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

const hourMs = 3_600_000;
let app: TestApp;
let olga: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  olga = await openOperator(app, { role: "read-only" });
});

after(() => app.close());

function tallyOf(calls: readonly ApiRequest[]): LatencyTally {
  const tally: LatencyTally = new Map();
  for (const call of calls) countLatency(tally, call);
  return tally;
}

test("a response time is stored with an error below 4.5%, from the shortest to the longest", () => {
  for (let ms = 0.01; ms < 100_000; ms *= 1.07) {
    const rounded = msOfStep(stepOf(ms));
    assert.ok(Math.abs(rounded / ms - 1) < 0.045, `${ms} is stored as ${rounded}`);
  }
  assert.equal(stepOf(0), stepOf(0.01));
});

test("counts that could not be written are added to later counts", () => {
  const calls = [makeRequest(), makeRequest({ status: 404 }), makeRequest({ status: 502 })];
  const tally = tallyOf(calls.slice(0, 2));
  addLatency(tally, tallyOf(calls.slice(2)));
  const [count] = tally.values();
  assert.equal(tally.size, 1);
  assert.deepEqual([count?.requests, count?.refused, count?.failed], [3, 1, 1]);
});

test("each hour and day has its requests, refusals, failures and response time (p95)", async () => {
  const { db } = app.database;
  const start = Date.UTC(2026, 0, 5);
  const at = (hours: number) => ({ requestId: requestIdAt(new Date(start + hours * hourMs)) });
  const quick = Array.from({ length: 95 }, () => makeRequest({ ...at(1.5), durationMs: 2 }));
  const slow = Array.from({ length: 5 }, () => makeRequest({ ...at(1.9), durationMs: 400 }));
  const others = [
    makeRequest({ ...at(2), status: 422, durationMs: 8 }),
    makeRequest({ ...at(2.1), status: 502, durationMs: 8 }),
    makeRequest({ ...at(25), durationMs: 16 }),
  ];
  await insertLatency(db, tallyOf([...quick, ...slow]));
  await insertLatency(db, tallyOf([...others, makeRequest({ ...at(1), durationMs: 400 })]));
  const hours = await selectLatency(db, new Date(start), "hour");
  const counts = hours
    .filter((latency) => latency.at.getTime() < start + 48 * hourMs)
    .map((latency) => [
      (latency.at.getTime() - start) / hourMs,
      latency.requests,
      latency.refused,
      latency.failed,
      latency.p95Ms,
    ]);
  assert.deepEqual(counts, [
    [1, 101, 0, 0, msOfStep(stepOf(400))],
    [2, 2, 1, 1, 8],
    [25, 1, 0, 0, 16],
  ]);
  const days = await selectLatency(db, new Date(start), "day");
  assert.deepEqual(
    days.slice(0, 2).map((latency) => [latency.requests, latency.refused, latency.failed]),
    [
      [103, 1, 1],
      [1, 0, 0],
    ],
  );
});

test("hourly counts are deleted after 30 days, like the requests", async () => {
  const { db } = app.database;
  const { now } = app.clock;
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * hourMs);
  const tally = tallyOf(
    [29, 32].map((days) => makeRequest({ requestId: requestIdAt(daysAgo(days)) })),
  );
  await insertLatency(db, tally);
  await maintainPartitions(db, utcDay(now));
  const kept = await selectLatency(db, daysAgo(33), "day");
  assert.deepEqual(
    kept.filter(({ at }) => at < daysAgo(28)).map(({ at }) => utcDay(at)),
    [utcDay(daysAgo(29))],
  );
});

test("requests, orders and stock age are charted for a month and a day, each with a table", async () => {
  const empty = await olga.get("/console/charts");
  assert.match(empty.body, /No orders in this period/);
  assert.match(empty.body, /No stock imported yet/);
  await confirmOne(app, null);
  const call = makeRequest({ requestId: requestIdAt(app.clock.now), durationMs: 64, status: 503 });
  await insertLatency(app.database.db, tallyOf([call]));
  await app.database.db.query({
    name: "",
    text: `insert into import_runs (kind, mode, state, started_by, is_dry, started_at, ended_at)
      values ('stock', 'merge', 'committed', 'a test', false, $1, $1),
        -- An edit of one offer does not change the stock age.
        ('catalog', 'edit', 'committed', 'a test', false, $2, $2)`,
    values: [new Date(app.clock.now.getTime() - 5 * hourMs), app.clock.now],
  });
  for (const [span, points] of [
    ["month", 30],
    ["day", 24],
  ] as const) {
    const { body } = await olga.get(`/console/charts?span=${span}`);
    assert.equal([...body.matchAll(/<svg role="img"/g)].length, 5, span);
    assert.equal([...body.matchAll(/<tr role="row"><th role="rowheader"/g)].length, 5 * points);
    assert.match(body, /1 created, 1 confirmed/);
    assert.match(body, /0 refused \(4xx\), 1 failed \(5xx\)/);
    assert.match(body, /p95, ms: [\d.,]+ to 64, last 64/);
    assert.match(body, /Age, hours: [\d.]+ to 5, last 5/);
    assert.ok(body.length < 100_000);
  }
  assert.equal((await olga.get("/console/charts?span=%00")).statusCode, 200);
});
