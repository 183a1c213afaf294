import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { writeMetrics } from "../../src/server/http/metrics/mergeMetrics.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";

const spinMs = 30;
/** Turns of the event loop so far. */
let turns = 0;
const turnsOfPosts: number[] = [];
let onFirstPost = (): void => undefined;

/** Counts turns until the test ends. */
function countTurns({ signal }: { readonly signal: AbortSignal }): void {
  turns += 1;
  if (!signal.aborted) setImmediate(countTurns, { signal }).unref();
}

function spin(ms = spinMs): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

function addSpin(message: unknown): void {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  fastify.get("/spin", (_, reply) => {
    spin();
    return reply.send("done");
  });
  fastify.post("/spin", (_, reply) => {
    if (turnsOfPosts.push(turns) === 1) onFirstPost();
    spin();
    return reply.send("done");
  });
}

async function openApp(t: TestContext): Promise<{ app: TestApp; sockets: Socket[] }> {
  subscribe("fastify.initialization", addSpin);
  const app = await openTestApp();
  unsubscribe("fastify.initialization", addSpin);
  t.after(() => app.close());
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.server.address() as AddressInfo;
  const sockets = Array.from({ length: 5 }, () => connect(port, "127.0.0.1"));
  for (const socket of sockets) await once(socket, "connect");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { app, sockets };
}

const head =
  "POST /spin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
  "Content-Length: 2\r\n\r\n";

test("the duration of a late request counts from when it was received", async (t) => {
  const { app, sockets } = await openApp(t);
  const answers = sockets.map((socket) => once(socket, "data"));
  // All are read in one turn of the event loop, so that some are late.
  for (const socket of sockets) socket.write("GET /spin HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await Promise.all(answers);
  const durations = app.logLines
    .filter(({ route }) => route === "/spin")
    .map((line) => Number(line["duration_ms"]));
  assert.equal(durations.length, 5);
  assert.ok(Math.max(...durations) >= 2 * spinMs, durations.join());
  const metrics = await writeMetrics([await app.app.metrics.collect()]);
  assert.match(metrics, /queued_requests\{state="waiting"\} 0/);
});

test("a request whose body arrives after its headers takes a turn when it has arrived", async (t) => {
  const { app, sockets } = await openApp(t);
  turnsOfPosts.length = 0;
  const startedMs = performance.now();
  for (const socket of sockets) socket.write(head);
  await delay(100);
  assert.deepEqual(turnsOfPosts, []);
  countTurns(t);
  const answers = sockets.map((socket) => once(socket, "data"));
  for (const socket of sockets) socket.write("{}");
  for (const [data] of await Promise.all(answers)) {
    assert.match(String(data), /^HTTP\/1\.1 200/);
  }
  assert.equal(new Set(turnsOfPosts).size, 5, turnsOfPosts.join());
  const sums = app.logLines
    .filter(({ route }) => route === "/spin")
    .map((line) => Number(line["duration_ms"]));
  // The wait for the turn of the body counts once: no request took longer than the test.
  assert.ok(Math.max(...sums) <= performance.now() - startedMs, sums.join());
});

test("forms take turns when they have arrived", async (t) => {
  const { app, sockets } = await openApp(t);
  const body = "email=a&".repeat(5_000);
  const formHead =
    "POST /sign-in HTTP/1.1\r\nHost: localhost\r\n" +
    "Content-Type: application/x-www-form-urlencoded\r\n" +
    `Content-Length: ${body.length}\r\n\r\n`;
  for (const socket of sockets) socket.write(formHead);
  await delay(100);
  const answers = Promise.all(sockets.map((socket) => once(socket, "data")));
  for (const socket of sockets) socket.write(body);
  let isAnswered = false;
  void answers.then(() => (isAnswered = true));
  let late = 0;
  while (!isAnswered) {
    await new Promise(setImmediate);
    late = Math.max(late, app.server.requestQueue.count().waiting);
  }
  assert.ok(late > 0);
});

test("a request whose client disconnects before the turn of its body is not handled", async (t) => {
  const { sockets } = await openApp(t);
  turnsOfPosts.length = 0;
  onFirstPost = () => sockets.at(-1)?.resetAndDestroy();
  for (const socket of sockets) socket.on("error", () => undefined).write(head);
  await delay(100);
  const answers = sockets.slice(0, -1).map((socket) => once(socket, "data"));
  for (const socket of sockets) socket.write("{}");
  await Promise.all(answers);
  await delay(100);
  assert.equal(turnsOfPosts.length, 4);
});
