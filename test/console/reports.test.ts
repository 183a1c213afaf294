// Reports and charts: exact values of confirmed orders by step, account and part, and times to fulfil.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { newId } from "../../src/db/newId.ts";
import { utcDay } from "../../src/kit/day.ts";
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
import { app, offer, openConsole, query, reader } from "../support/console.ts";
import { expectAnswer, expectTexts } from "../support/expectAnswer.ts";
import { makeRequest, requestIdAt } from "../support/makeRequest.ts";
import { readAttribute } from "../support/readAttribute.ts";
import type { TestAccount } from "../support/testApp.ts";

const hourMs = 3_600_000;
let kestrel: TestAccount;
let other: TestAccount;

type Made = {
  readonly account: TestAccount;
  readonly at: string;
  readonly currency?: string;
  /** Part numbers with the totals of their lines, in minor units. */
  readonly lines: Readonly<Record<string, bigint>>;
  readonly status?: string;
  readonly fulfilledAfter?: number;
};

async function insertOrder(made: Made): Promise<void> {
  const { account, at, currency = "USD", lines, status = "confirmed", fulfilledAfter } = made;
  const orderId = newId();
  const subtotal = Object.values(lines).reduce((sum, minor) => sum + minor, 0n);
  await query(
    `insert into orders (order_id, account_id, status, currency, subtotal, request_id, created_at,
        user_id, made_by)
      values ($1, $2, $3, $4, $5, 'r', $6, gen_random_uuid(), 'Ada')`,
    [orderId, account.accountId, status, currency, subtotal, at],
  );
  for (const [nth, [partNumber, total]] of Object.entries(lines).entries()) {
    const offerId = await offer(partNumber, { vendor: newId() });
    await query(
      `insert into order_lines (order_id, line_number, offer_id, part_number, vendor, condition,
          unit_of_measure, quantity, unit_price, line_total)
        values ($1, $2, $3, $4, 'Kestrel', 'NE', 'EA', 1, $5, $5)`,
      [orderId, nth + 1, offerId, partNumber, total],
    );
  }
  const happened = (version: number, kind: string, when: Date) =>
    query(
      `insert into order_events (order_id, version, kind, at, actor, details)
        values ($1, $2, $3, $4, 'clock', '{}')`,
      [orderId, version, kind, when],
    );
  if (status !== "draft") await happened(2, "confirmed", new Date(at));
  if (fulfilledAfter === undefined) return;
  await happened(3, "fulfilled", new Date(Date.parse(at) + fulfilledAfter * hourMs));
}

openConsole();

before(async () => {
  kestrel = await app.openAccount();
  other = await app.openAccount();
  const done = { status: "fulfilled" } as const;
  // 2 March 2026 is a Monday.
  const orders: readonly Made[] = [
    { account: kestrel, at: "2026-03-02T00:00:00Z", lines: { "=A-1": 1_000n, "B-2": 2n } },
    { account: kestrel, at: "2026-03-08T23:59:59.999Z", lines: { "B-2": 5_000n } },
    { account: other, at: "2026-03-09T10:00:00Z", lines: { "C-3": 70n }, ...done },
    { account: other, at: "2026-03-10T09:00:00Z", lines: { "B-2": 30n }, status: "cancelled" },
    { account: other, at: "2026-03-10T09:00:00Z", lines: { "B-2": 40n }, status: "draft" },
    { account: other, at: "2026-03-31T23:30:00Z", lines: { "B-2": 9_007_199_254_740_993n } },
    { account: other, at: "2026-03-05T10:00:00Z", lines: { "B-2": 1_501n }, currency: "JPY" },
    { account: kestrel, at: "2026-03-01T23:59:59.999Z", lines: { "B-2": 600n } },
  ];
  for (const [nth, order] of orders.entries()) {
    await insertOrder({ ...order, ...(nth === 2 && { fulfilledAfter: 30 }) });
  }
});

async function show(query: string, zone = "UTC"): Promise<string> {
  const answer = await app.server.inject({
    url: `/console/reports?${query}`,
    headers: { cookie: `${reader.cookie}; zone=${encodeURIComponent(zone)}`, accept: "text/html" },
  });
  assert.equal(answer.statusCode, 200, query);
  return answer.body;
}

/** The points of a currency's chart that have a value: the days they link to, and the value. */
function readPoints(body: string, currency: string): string[][] {
  const [, list = ""] =
    new RegExp(`<ol [^>]*aria-label="Order value, ${currency}"[^>]*>(.*?)</ol>`, "s").exec(body) ??
    [];
  return [...list.matchAll(/<a href="([^"]*)"[^>]*><span>.*?<br>Value (.*?)<\/span>/gs)]
    .map(([, href = "", value = ""]) => {
      const { searchParams } = new URL(readAttribute(href), "https://parts.example");
      return [searchParams.get("from") ?? "", searchParams.get("until") ?? "", value];
    })
    .filter(([, , value]) => !/^\w+ 0(\.00)?$/.test(value ?? ""));
}

/** The rows of a file. */
async function readFile(name: string, query: string): Promise<string[]> {
  const answer = await expectAnswer(reader.get(`/console/reports/${name}.csv?${query}`), 200);
  return answer.body.trim().split("\n");
}

const march = "from=2026-03-02&until=2026-03-31";

test("each step has the exact sum of its confirmed orders, and no currency is added to another", async () => {
  const weekly = await show(`${march}&per=week`);
  assert.deepEqual(readPoints(weekly, "USD"), [
    ["2026-03-02", "2026-03-08", "USD 60.02"],
    ["2026-03-09", "2026-03-15", "USD 0.70"],
    ["2026-03-30", "2026-03-31", "USD 90,071,992,547,409.93"],
  ]);
  assert.deepEqual(readPoints(weekly, "JPY"), [["2026-03-02", "2026-03-08", "JPY 1,501"]]);
  assert.match(weekly, /USD 90,071,992,547,470\.65, 4 orders/);
  const daily = readPoints(await show(`${march}&per=day`), "USD");
  assert.deepEqual(
    daily.map(([from, until]) => [from, until]),
    ["2026-03-02", "2026-03-08", "2026-03-09", "2026-03-31"].map((day) => [day, day]),
  );
  const monthly = readPoints(await show("from=2026-02-15&until=2026-03-15&per=month"), "USD");
  assert.deepEqual(monthly, [["2026-03-01", "2026-03-15", "USD 66.72"]]);
});

test("cancelled orders, drafts and other days are not included, and the page says so", async () => {
  expectTexts(
    await show(march),
    /5 orders: 1 fulfilled, 4 to fulfil\. Not included: 1 cancelled after/,
  );
  const none = await show("from=2026-03-10&until=2026-03-10");
  expectTexts(none, /No confirmed orders in this period/, /0 orders: .* 1 cancelled after/);
});

test("the days of a report are those of the reader", async () => {
  const tokyo = readPoints(await show("from=2026-03-02&until=2026-03-31", "Asia/Tokyo"), "USD");
  assert.deepEqual(tokyo, [
    ["2026-03-02", "2026-03-02", "USD 16.02"],
    ["2026-03-09", "2026-03-09", "USD 50.70"],
  ]);
});

test("accounts and parts are listed by their value in each currency, and files have the same", async () => {
  const [kestrelId, otherId] = [kestrel.accountId, other.accountId];
  const names = (id: string) => `Account ${id}`;
  assert.deepEqual(await readFile("accounts", march), [
    "account_id,account,currency,orders,value",
    `${otherId},${names(otherId)},JPY,1,1501`,
    `${otherId},${names(otherId)},USD,2,90071992547410.63`,
    `${kestrelId},${names(kestrelId)},USD,2,60.02`,
  ]);
  assert.deepEqual(await readFile("parts", "from=2026-03-02&until=2026-03-09"), [
    "part_number,title,currency,orders,value",
    "B-2,,JPY,1,1501",
    "B-2,,USD,2,50.02",
    "'=A-1,,USD,1,10.00",
    "C-3,,USD,1,0.70",
  ]);
  assert.deepEqual(await readFile("value", `${march}&per=month&account=${kestrelId}`), [
    "from,until,currency,orders,value",
    "2026-03-02,2026-03-31,USD,2,60.02",
  ]);
  const body = await show(`${march}&account=${kestrelId}`);
  const rows = body.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  assert.match(
    rows,
    /B-2 2 USD 50\.02 .*&#61;A-1 1 USD 10\.00|B-2 2 USD 50\.02 .*=A-1 1 USD 10\.00/,
  );
  assert.doesNotMatch(rows, /JPY|C-3/);
});

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
