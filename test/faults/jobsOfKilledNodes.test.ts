// A node that is killed has its jobs locked. Others take them over, but none of a node that runs.
import assert from "node:assert/strict";
import { after, before, beforeEach, type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { migrateSchema } from "../../src/db/migrateSchema.ts";
import { markRunning } from "../../src/jobs/queries.ts";
import { openPostgresServer, type PostgresServer } from "../support/postgresServer.ts";
import { startServed } from "../support/servedNode.ts";

/** It waits for a table that nothing else of a starting node needs. */
const task = "expire_old_drafts";

let server: PostgresServer;
let client: Client;

async function connect(): Promise<Client> {
  const connected = new Client(server.address);
  await connected.connect();
  return connected;
}

before(async () => {
  server = await openPostgresServer();
  await migrateSchema(server.address);
  client = await connect();
});

beforeEach(() => client.query("delete from graphile_worker._private_jobs"));

after(async () => {
  await client.end();
  await server.close();
});

async function addJob(name: string): Promise<string> {
  const added = await client.query("select id from graphile_worker.add_job($1)", [name]);
  return added.rows[0].id;
}

/** The pool that has a job locked, undefined if the job is done. */
async function readLock(id: string): Promise<string | null | undefined> {
  const found = await client.query("select locked_by from graphile_worker.jobs where id = $1", [
    id,
  ]);
  return found.rows[0]?.locked_by;
}

/** Makes it as if a job had been locked for a minute. */
async function ageLock(id: string, poolId: string | null): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs
    set locked_at = now() - interval '1 minute', locked_by = $2 where id = $1`,
    [id, poolId],
  );
}

/** Ends with its test. */
async function waitUntil(done: () => Promise<boolean>, { signal }: TestContext): Promise<void> {
  while (!(await done())) await delay(20, undefined, { signal });
}

function waitUntilDone(id: string, t: TestContext): Promise<void> {
  return waitUntil(async () => (await readLock(id)) === undefined, t);
}

test("the job of a killed node is done by another one", async (t) => {
  const holder = await connect();
  await holder.query("begin");
  await holder.query("lock table orders in access exclusive mode");
  const id = await addJob(task);
  const killed = await startServed(server);
  t.after(() => killed.end("SIGKILL"));
  let poolId: string | null | undefined = null;
  await waitUntil(async () => {
    poolId = await readLock(id);
    return typeof poolId === "string";
  }, t);
  await killed.end("SIGKILL");
  await holder.end();
  await ageLock(id, poolId);
  const other = await startServed(server);
  t.after(() => other.end());
  await waitUntilDone(id, t);
});

test("negative control: the job of a node that runs is left to it", async (t) => {
  const running = await connect();
  await markRunning(running, "pool-of-another-node");
  const id = await addJob(task);
  await ageLock(id, "pool-of-another-node");
  const other = await startServed(server);
  t.after(() => other.end());
  await waitUntilDone(await addJob("unlock_jobs_of_ended_nodes"), t);
  assert.equal(await readLock(id), "pool-of-another-node");
  await running.end();
  await addJob("unlock_jobs_of_ended_nodes");
  await waitUntilDone(id, t);
});
