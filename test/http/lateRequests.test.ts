import assert from "node:assert/strict";
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import type { FastifyInstance } from "fastify";
import { writeMetrics } from "../../src/http/metrics/mergeMetrics.ts";
import { openTestApp } from "../support/testApp.ts";

const spinMs = 30;

function spin(): void {
  const endMs = performance.now() + spinMs;
  while (performance.now() < endMs);
}

function addSpin(message: unknown): void {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  fastify.get("/spin", (request, reply) => {
    spin();
    return reply.send(request.receivedAt.toISOString());
  });
}

test("the duration of a late request counts from when it was received", async (t) => {
  subscribe("fastify.initialization", addSpin);
  const app = await openTestApp();
  t.after(() => app.close());
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.server.address() as AddressInfo;
  const sockets = Array.from({ length: 5 }, () => connect(port, "127.0.0.1"));
  for (const socket of sockets) await once(socket, "connect");
  const answers = sockets.map((socket) => once(socket, "data"));
  // All are read in one turn of the event loop, so that some are late.
  for (const socket of sockets) socket.write("GET /spin HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await Promise.all(answers);
  for (const socket of sockets) socket.destroy();
  const durations = app.logLines
    .filter(({ route }) => route === "/spin")
    .map((line) => Number(line["duration_ms"]));
  assert.equal(durations.length, 5);
  assert.ok(Math.max(...durations) >= 2 * spinMs, durations.join());
  const metrics = await writeMetrics([await app.app.metrics.collect()]);
  assert.match(metrics, /late_requests\{state="waiting"\} 0/);
});
