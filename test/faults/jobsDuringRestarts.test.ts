// Restarts of the database while jobs run. A restart hits if it cuts off a job in progress: its row
// is still locked after the restart.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { migrateSchema } from "../../src/db/migrateSchema.ts";
import { openPostgresServer, type PostgresServer } from "../support/postgresServer.ts";
import { startServed } from "../support/servedNode.ts";

const restarts = 8;
const jobsPerRestart = 1_000;
const limitMs = 300_000;

let server: PostgresServer;

before(async () => {
  server = await openPostgresServer();
  await migrateSchema(server.address);
});

after(() => server.close());

async function query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new Client(server.address);
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows as Row[];
  } finally {
    await client.end();
  }
}

async function queueJobs(): Promise<void> {
  const add = "select graphile_worker.add_job('check_stalled_quick_orders')";
  await query(`select count(*) from (${add} from generate_series(1, $1)) as added`, [
    jobsPerRestart,
  ]);
}

async function countJobs(condition: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from graphile_worker._private_jobs where ${condition}`,
  );
  return row?.count ?? 0;
}

/** Waits until jobs are being done. */
async function waitForProgress(): Promise<void> {
  const before = await countJobs("true");
  while ((await countJobs("true")) > before - 100) await delay(10);
}

/** Restarts the server in the middle of jobs; returns how many it cut off. */
async function restart(turn: number): Promise<number> {
  await queueJobs();
  await waitForProgress();
  await server.stop(turn % 2 === 0 ? "immediate" : "fast");
  await server.start();
  return countJobs("locked_at < pg_postmaster_start_time()");
}

test("a node survives restarts while jobs run, and every job is done", {
  timeout: limitMs,
}, async (t) => {
  const served = await startServed(server);
  t.after(() => served.end());
  let hits = 0;
  for (let turn = 0; turn < restarts; turn += 1) {
    if ((await restart(turn)) > 0) hits += 1;
    assert.equal(served.child.exitCode, null, `the node ended at restart ${turn}`);
    while ((await fetch(`${served.url}/readyz`)).status !== 200) await delay(50);
  }
  t.diagnostic(`${hits} of ${restarts} restarts cut off a job`);
  assert.ok(hits >= restarts / 2, `only ${hits} restarts cut off a job`);
  const metrics = await (await fetch(served.metricsUrl)).text();
  assert.match(metrics, /^unhandled_rejections_total 0$/m);
  while ((await countJobs("true")) > 0) await delay(50);
});
