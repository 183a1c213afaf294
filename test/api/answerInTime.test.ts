import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { type TestContext, test } from "node:test";
import { answerInTime } from "../../src/server/api/answerInTime.ts";
import { canonicalPrefix, openTestApp, type TestApp } from "../support/testApp.ts";

test("work of a request that has waited until its deadline is not started", async () => {
  let started = 0;
  const work = async (): Promise<number> => {
    started += 1;
    return started;
  };
  await assert.rejects(answerInTime(4_850, "UPSTREAM_ERROR", work, null), {
    code: "UNAVAILABLE",
    message: /at capacity and did not start/,
  });
  assert.equal(started, 0);
  assert.equal(await answerInTime(4_800, "UPSTREAM_ERROR", work, null), 1);
});

test("work that takes longer than what is left of the deadline is an outage", async () => {
  const work = () => new Promise<never>(() => undefined);
  await assert.rejects(answerInTime(4_840, "UPSTREAM_ERROR", work, null), {
    code: "UPSTREAM_ERROR",
  });
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
