import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { type TestContext, test } from "node:test";
import type { FastifyRequest } from "fastify";
import { answerInTime } from "../../src/api/answerInTime.ts";
import { canonicalPrefix, openTestApp, type TestApp } from "../support/testApp.ts";

const now = new Date("2026-01-01T12:00:00Z");

/** A request that was received so long before `now`. */
function receivedBefore(ms: number): FastifyRequest {
  return { receivedAt: new Date(now.getTime() - ms) } as FastifyRequest;
}

test("work of a request that has waited until its deadline is not started", async () => {
  let started = 0;
  const work = async (): Promise<number> => {
    started += 1;
    return started;
  };
  for (const code of ["UPSTREAM_ERROR", "UNAVAILABLE"] as const) {
    const late = answerInTime(receivedBefore(4_850), code, now, work, null);
    await assert.rejects(late, { code });
  }
  assert.equal(started, 0);
  assert.equal(await answerInTime(receivedBefore(4_800), "UNAVAILABLE", now, work, null), 1);
});

async function openApp(t: TestContext): Promise<TestApp> {
  const app = await openTestApp();
  t.after(() => app.close());
  return app;
}

/** Replaces the clock of an app. Returns how many times it was read. */
function watchClock(app: TestApp, read: (reads: number) => Date): () => number {
  let reads = 0;
  Object.defineProperty(app.clock, "now", { get: () => read(++reads) });
  return () => reads;
}

test("a client may take longer than the deadline to send a body", async (t) => {
  const app = await openApp(t);
  const { key } = await app.openAccount();
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  const client = connect((app.server.server.address() as AddressInfo).port, "127.0.0.1");
  t.after(() => client.destroy());
  const body = JSON.stringify({ part_numbers: ["A-1"] });
  let time = app.clock.now;
  const countReads = watchClock(app, () => time);
  client.write(
    `POST ${canonicalPrefix}/catalog HTTP/1.1\r\nHost: localhost\r\n` +
      `Authorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n`,
  );
  while (countReads() === 0) await new Promise(setImmediate);
  time = new Date(time.getTime() + 6_000);
  client.write(body);
  const [response] = await once(client, "data");
  assert.match(String(response), /^HTTP\/1\.1 200/);
});

test("a wrong key is a wrong key however late its request starts", async (t) => {
  const app = await openApp(t);
  const start = app.clock.now.getTime();
  watchClock(app, (reads) => new Date(start + reads * 6_000));
  const response = await app.server.inject({
    method: "POST",
    url: `${canonicalPrefix}/catalog`,
    headers: { authorization: `Bearer pd_${"a".repeat(43)}` },
    payload: { part_numbers: ["A-1"] },
  });
  assert.equal(response.json().error.code, "INVALID_API_KEY", response.body);
});
