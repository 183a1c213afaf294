import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { divideConnections } from "../../src/server/config/workers.ts";
import { ConfigFault, readConfig } from "../../src/server/config.ts";

test("a node has a worker for each core, at most eight, and two connections for each", () => {
  const { workers, databasePool } = readConfig({}, {});
  assert.equal(workers, Math.min(8, availableParallelism()));
  assert.equal(databasePool, 2 + Math.max(8, 2 * workers));
  assert.equal(readConfig({}, { WORKERS: "8" }).databasePool, 18);
  assert.throws(() => readConfig({}, { WORKERS: "0" }), ConfigFault);
});

test("DATABASE_POOL is divided among jobs and workers, and each has a connection", () => {
  assert.deepEqual(divideConnections(10, 1), { jobs: 2, perWorker: 8 });
  assert.deepEqual(divideConnections(10, 2), { jobs: 2, perWorker: 4 });
  assert.deepEqual(divideConnections(18, 8), { jobs: 2, perWorker: 2 });
  assert.deepEqual(divideConnections(2, 1), { jobs: 1, perWorker: 1 });
  assert.deepEqual(divideConnections(4, 8), { jobs: 2, perWorker: 1 });
});
