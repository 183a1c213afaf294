import assert from "node:assert/strict";
import { test } from "node:test";
import type { FastifyRequest } from "fastify";
import { answerInTime } from "../../src/api/answerInTime.ts";

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
