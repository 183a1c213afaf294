import assert from "node:assert/strict";
import { subscribe } from "node:diagnostics_channel";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { mintKey } from "../../src/keys/plainKey.ts";
import { writeMetrics } from "../../src/server/http/metrics/mergeMetrics.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { sendRaw } from "../support/sendRaw.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";

const path = "/public/api/v1/b2b/catalog";
const orderLimit = 30;
/** The orders that each request of a filler lists: one more is read, for two units each. */
const counts = [...Array.from({ length: 3 }, () => new Array(26).fill(100)), [100]];

let app: TestApp;
let port: number;
const fillers: [TestAccount, number[]][] = [];
/** Requests that the framework handled. */
let handled = 0;

function countHandled(message: unknown): void {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  fastify.addHook("onRequest", async () => {
    handled += 1;
  });
}

before(async () => {
  subscribe("fastify.initialization", countHandled);
  app = await openTestApp({ rateLimitCatalog: 100, rateLimitOrders: orderLimit });
  await insertOffer(app.database.db, { partNumber: "B-1", partName: "NAME 0" });
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  for (const names of counts) fillers.push([await app.openAccount(), names]);
  port = (app.server.server.address() as { port: number }).port;
});

after(() => app.close());

/** The units that run or wait. */
async function countUnits(): Promise<number> {
  const text = await writeMetrics([await app.app.metrics.collect()]);
  const counted = text.matchAll(/api_work_units\{state="\w+"\} (\d+)/g);
  return [...counted].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Runs `work` while other accounts, which read orders that are locked, fill the node. */
async function whileFull(work: () => Promise<void>): Promise<void> {
  const session = await app.database.openOwner();
  await session.client.query("begin; lock table orders in access exclusive mode");
  const sent: Promise<unknown>[] = [];
  let units = 0;
  for (const [account, counts] of fillers) {
    for (const count of counts) {
      sent.push(account.get(`orders?limit=${count}`));
      units += 2 * (count + 1);
    }
    while ((await countUnits()) !== units) await delay(5);
  }
  try {
    await work();
  } finally {
    await session.close();
    await Promise.all(sent);
  }
}

function writeLookup(key: string, url: string, lines: readonly string[] = []): string {
  const body = JSON.stringify({ part_numbers: ["A-1"] });
  const head = [
    `POST ${url} HTTP/1.1`,
    "Host: x",
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    ...lines,
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

/** Replaces what differs between two responses: ids, times, and what is left of a limit. */
function normalize(text: string): string {
  return text
    .replaceAll(/req_[0-9a-f]+/g, "REQUEST")
    .replace(/r=\d+;t=\d+/, "r=R;t=T")
    .replace(/date: .*/i, "date");
}

async function expectSame(
  account: TestAccount,
  resource: "catalog" | "orders",
  status: number,
): Promise<void> {
  const url = `/public/api/v1/b2b/${resource}`;
  const close = ["Connection: close"];
  const linesBefore = app.logLines.length;
  const handledBefore = handled;
  const early = await sendRaw(port, [writeLookup(account.key, url, close)]);
  assert.equal(handled, handledBefore, "the framework did not see it");
  const normal = await sendRaw(port, [writeLookup(account.key, `${url}?`, close)]);
  assert.equal(handled, handledBefore + 1);
  assert.match(early, new RegExp(`^HTTP/1.1 ${status} `));
  assert.equal(normalize(early), normalize(normal));
  const [ofEarly, ofNormal, ...others] = app.logLines.slice(linesBefore);
  const shapeOf = (line = {}) => ({ ...line, time: 0, request_id: "", duration_ms: 0 });
  assert.deepEqual([shapeOf(ofEarly), others], [shapeOf(ofNormal), []]);
  assert.ok(early.includes(String(ofEarly?.["request_id"])));
}

test("a request that a full node rejects early gets the response and log line of any other", {
  timeout: 20_000,
}, async () => {
  const account = await app.openAccount();
  assert.equal((await account.post("catalog", { part_numbers: ["A-1"] })).statusCode, 200);
  await expectLookup(account);
  await whileFull(async () => {
    await expectSame(account, "catalog", 503);
    for (let count = 0; count < orderLimit; count += 2) await expectSame(account, "orders", 503);
    await expectSame(account, "orders", 429);
    await expectOrder(account);
    await expectLookUpOfKey();
  });
  await expectLookup(account);
});

async function expectLookup({ key }: TestAccount): Promise<void> {
  const answer = await sendRaw(port, [writeLookup(key, path, ["Connection: close"])]);
  assert.match(answer, /^HTTP\/1.1 200 /, "a node that is not full rejects nothing");
}

/** Expects responses to pipelined requests in their order, of which some are rejected early. */
async function expectOrder({ key }: TestAccount): Promise<void> {
  const health = "GET /livez HTTP/1.1\r\nHost: x\r\n\r\n";
  const lookup = writeLookup(key, path);
  const last = writeLookup(key, path, ["Connection: close"]);
  const text = await sendRaw(port, [lookup, health, lookup.slice(0, -5), lookup.slice(-5), last]);
  const statuses = [...text.matchAll(/HTTP\/1.1 (\d+) /g)].map(([, status]) => status);
  assert.deepEqual(statuses, ["503", "200", "503", "503"]);
}

/** Expects that an unknown key is looked up. */
async function expectLookUpOfKey(): Promise<void> {
  const handledBefore = handled;
  const text = await sendRaw(port, [writeLookup(mintKey(), path, ["Connection: close"])]);
  assert.match(text, /^HTTP\/1.1 401 /);
  assert.equal(handled, handledBefore + 1);
}
