// SIGTERM while the database does not respond: its processes are frozen, or the network swallows
// every byte. The fault hits the requests for orders in progress: each is answered with 503. The
// replica answers a lookup.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { migrateSchema } from "../../src/db/migrateSchema.ts";
import { openDatabaseProxy } from "../support/databaseProxy.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openPostgresServer, type PostgresServer } from "../support/postgresServer.ts";
import { runCommand } from "../support/runCommand.ts";
import { startServed } from "../support/servedNode.ts";
import { openPool } from "../support/testDatabase.ts";

const maxStopMs = 8_000;
const inProgress = 20;
const settings = { STOP_DELAY_SECONDS: "5", REQUEST_LOG: "on" };

let server: PostgresServer;
let key: string;

before(async () => {
  server = await openPostgresServer();
  await migrateSchema(server.address);
  const db = openPool(server.address);
  await insertOffer(db, { partNumber: "P1" });
  await db.close();
  await runCommand(server, ["account", "create", "--name", "A", "--email", "a@b.example"]);
  ({ key } = (await runCommand(server, ["key", "issue", "--account", "A", "--json"])).json());
});

after(() => server.close());

async function lookUp(url: string): Promise<number> {
  const response = await fetch(`${url}/api/b2b/catalog`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: '{"part_numbers":["P1"]}',
  });
  await response.arrayBuffer();
  return response.status;
}

async function listOrders(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/api/b2b/orders`, { headers });
  await response.arrayBuffer();
  return response.status;
}

type Stop = { readonly exitCode: number | null; readonly ms: number; readonly statuses: number[] };

/** Stops a node in the middle of requests, which were sent after `breakDatabase`. */
async function stopNode(databaseUrl: string, breakDatabase: () => void): Promise<Stop> {
  const served = await startServed({ url: databaseUrl }, settings);
  assert.equal(await lookUp(served.url), 200);
  breakDatabase();
  const requests = Array.from({ length: inProgress }, () => listOrders(served.url));
  await delay(200);
  assert.equal(await lookUp(served.url), 200, "keys and catalog are in the node");
  const startMs = performance.now();
  const exitCode = await served.end();
  const ms = Math.round(performance.now() - startMs);
  return { exitCode, ms, statuses: await Promise.all(requests) };
}

const answers = (status: number): number[] => Array.from({ length: inProgress }, () => status);

test("a node whose database is frozen answers its requests and stops within 8 seconds", async (t) => {
  let frozen = 0;
  t.after(() => server.thaw());
  const stop = await stopNode(server.url, () => {
    frozen = server.freeze();
  });
  t.diagnostic(`${stop.ms} ms; ${frozen} processes frozen, ${inProgress} requests in progress`);
  assert.ok(frozen > 5);
  assert.deepEqual(stop.statuses, answers(503));
  assert.equal(stop.exitCode, 0);
  assert.ok(stop.ms < maxStopMs, `${stop.ms} ms`);
});

test("a node behind a network that swallows every byte stops within 8 seconds", async (t) => {
  const proxy = await openDatabaseProxy(server.address);
  t.after(() => proxy.close());
  const { user, host, port, database } = proxy.address;
  const stop = await stopNode(`postgres://${user}@${host}:${port}/${database}`, proxy.hang);
  t.diagnostic(`${stop.ms} ms; ${inProgress} requests in progress`);
  assert.deepEqual(stop.statuses, answers(503));
  assert.equal(stop.exitCode, 0);
  assert.ok(stop.ms < maxStopMs, `${stop.ms} ms`);
});

test("negative control: a node whose database responds serves during the delay", async (t) => {
  const stop = await stopNode(server.url, () => undefined);
  t.diagnostic(`${stop.ms} ms`);
  assert.deepEqual(stop.statuses, answers(200));
  assert.equal(stop.exitCode, 0);
  assert.ok(stop.ms >= 5_000, `${stop.ms} ms`);
});
