// The charts below a report: requests, orders and imports.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, formatDay, utcDay } from "../../src/kit/day.ts";
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
import { app, openConsole } from "../support/console.ts";
import { makeRequest, requestIdAt } from "../support/makeRequest.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { storeRequests } from "../support/storeRequests.ts";
import { openTestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";

const hourMs = 3_600_000;

openConsole();

/** The starts of periods of the same length. */
function listStarts(first: number, count: number, stepMs: number): Date[] {
  return Array.from({ length: count }, (_, place) => new Date(first + place * stepMs));
}

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
  const read = async (count: number, stepMs: number) =>
    (await selectLatency(db, listStarts(start, count, stepMs)))
      .filter((latency) => latency.at.getTime() < start + 48 * hourMs)
      .map((latency) => {
        const { requests, refused, failed, p95Ms } = latency;
        const hour = (latency.at.getTime() - start) / hourMs;
        return [`${hour} h: ${requests}, ${refused}, ${failed}`, p95Ms];
      });
  assert.deepEqual(await read(49, hourMs), [
    ["1 h: 101, 0, 0", msOfStep(stepOf(400))],
    ["2 h: 2, 1, 1", 8],
    ["25 h: 1, 0, 0", 16],
  ]);
  const days = await read(3, 24 * hourMs);
  assert.deepEqual(
    days.map(([counts]) => counts),
    ["0 h: 103, 1, 1", "24 h: 1, 0, 0"],
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
  const kept = await selectLatency(
    db,
    listStarts(Date.parse(utcDay(daysAgo(33))), 34, 24 * hourMs),
  );
  assert.deepEqual(
    kept.filter(({ at }) => at < daysAgo(28)).map(({ at }) => utcDay(at)),
    [utcDay(daysAgo(29))],
  );
});

/** The points of a chart: the address, the label and the values of each. */
function readPoints(body: string, title: string): string[][] {
  const [, list = ""] =
    new RegExp(`<ol [^>]*aria-label="${title}"[^>]*>(.*?)</ol>`, "s").exec(body) ?? [];
  return [...list.matchAll(/<a href="([^"]*)"[^>]*><span>(.*?)<br>(.*?)<\/span>/gs)].map(
    ([, href = "", label = "", values = ""]) => [
      readAttribute(href),
      label.replace(/<[^>]*>/g, ""),
      values,
    ],
  );
}

test("each point shows its values and links to the requests and orders of its day", async (t) => {
  const own = await openTestApp();
  t.after(() => own.close());
  const { now } = own.clock;
  const today = utcDay(now);
  await maintainPartitions(own.database.db, today);
  const reader = await openOperator(own, { role: "read-only" });
  await confirmOne(own, null);
  const call = makeRequest({ requestId: requestIdAt(now), status: 422, errorCode: "NOT_FOUND" });
  await storeRequests(own.database.db, call);
  const tally = tallyOf([call, makeRequest({ requestId: requestIdAt(now) })]);
  await insertLatency(own.database.db, tally);
  const { body } = await reader.get("/console/reports");
  const last = (title: string) => readPoints(body, title).at(-1) ?? [];
  const [requests, label = "", values] = last("API requests");
  assert.equal(values, "API requests 2");
  assert.ok(label.startsWith(formatDay(now)), label);
  assert.equal(requests, `/console/requests?from=${today}&until=${today}`);
  const [errors = "", , errorValues] = last("API errors");
  assert.equal(errorValues, "Refused 1, Failed 0");
  assert.equal(errors, `/console/requests?status=error&from=${today}&until=${today}`);
  assert.ok((await reader.get(errors)).body.includes(call.requestId));
  const [orders = "", , orderValues] = last("Orders");
  assert.equal(orderValues, "Created 1, Confirmed 1");
  assert.match((await reader.get(orders)).body, /SO-\d+/);
  const [first = "", , none] = readPoints(body, "API requests")[0] ?? [];
  assert.equal(none, "API requests 0");
  assert.ok(!(await reader.get(first)).body.includes(call.requestId));
});

test("the days of the charts are those of the reader, as in the filter they link to", async (t) => {
  const own = await openTestApp();
  t.after(() => own.close());
  // An hour before midnight in UTC, when it is the next day in Tokyo.
  own.clock.now = new Date(`${utcDay(own.clock.now)}T23:00:00Z`);
  const { now } = own.clock;
  const reader = await openOperator(own, { role: "read-only" });
  await maintainPartitions(own.database.db, utcDay(now));
  const call = makeRequest({ requestId: requestIdAt(now) });
  await storeRequests(own.database.db, call);
  await insertLatency(own.database.db, tallyOf([call]));
  for (const [zone, ahead] of [
    ["UTC", 0],
    ["Asia/Tokyo", 1],
    ["America/New_York", 0],
    ["Pacific/Kiritimati", 1],
  ] as const) {
    const cookie = `${reader.cookie}; zone=${encodeURIComponent(zone)}`;
    const headers = { cookie, accept: "text/html" };
    const get = async (url: string) => (await own.server.inject({ url, headers })).body;
    const points = readPoints(await get("/console/reports"), "API requests");
    const [href = "", , values] = points.at(-1) ?? [];
    const day = addDays(utcDay(now), ahead);
    const expected = [`/console/requests?from=${day}&until=${day}`, "API requests 1"];
    assert.deepEqual([href, values], expected, zone);
    assert.ok((await get(href)).includes(call.requestId), zone);
  }
});
