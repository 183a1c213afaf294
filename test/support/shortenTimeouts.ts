// The server's limits for slow requests, shortened for a test.
import assert from "node:assert/strict";
import type { FastifyInstance } from "fastify";

/**
 * Sets the limits for headers and whole requests, five and ten seconds, to a fifth, so that a test
 * of a request that is cut does not wait for them.
 */
export function shortenTimeouts({ server }: FastifyInstance): void {
  assert.deepEqual([server.headersTimeout, server.requestTimeout], [5_000, 10_000]);
  server.headersTimeout = 1_000;
  server.requestTimeout = 2_000;
}
