// The start and the stop of a node with several workers.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { insertOffer } from "../support/insertOffer.ts";
import { runCommand } from "../support/runCommand.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { connectToEach, send, startWorkerNode } from "../support/workerNode.ts";

const workers = 2;
const database = share(openTestDatabase);

before(async () => {
  await insertOffer(database.db, { partNumber: "P1" });
});

/** Opens an account; returns the headers of its requests. */
async function authorize(name: string): Promise<Record<string, string>> {
  await runCommand(database, ["account", "create", "--name", name, "--email", "a@b.example"]);
  const issued = await runCommand(database, ["key", "issue", "--account", name, "--json"]);
  return { authorization: `Bearer ${issued.json().key}`, "content-type": "application/json" };
}

/** Locks what a list of orders reads. */
async function lockOrders() {
  const session = await database.openOwner();
  await session.client.query("begin; lock table orders in access exclusive mode");
  return session;
}

/**
 * Waits until this many statements wait for a lock. Not in a transaction, which would see only one
 * moment.
 */
async function awaitLocked(statements: number): Promise<void> {
  const { client, close } = await database.openOwner();
  const query = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = $1";
  const count = async () => (await client.query(query, [database.address.database])).rows.length;
  while ((await count()) < statements) await delay(20);
  await close();
}

test("a stop answers the requests in progress of all workers, and none reports ready", async () => {
  const headers = await authorize("Stopped");
  const node = await startWorkerNode(database, { STOP_DELAY_SECONDS: "1" });
  const agents = [...(await connectToEach(node.url, workers)).values()];
  const session = await lockOrders();
  const url = `${node.url}/api/b2b/orders`;
  const inFlight = agents.map((agent) => send(url, { agent, headers }));
  await awaitLocked(workers);
  const ended = node.end();
  const states = new Set<string>();
  while (states.size < workers) {
    const answer = await send(`${node.url}/readyz`);
    if (answer.status !== 503) continue;
    assert.match(answer.body, /the service is stopping/);
    states.add(answer.thread);
  }
  await session.client.query("rollback");
  await session.close();
  for (const { status } of await Promise.all(inFlight)) assert.equal(status, 200);
  assert.equal(await ended, 0);
});

test("a stop writes the requests that the workers have not logged yet", async () => {
  const headers = await authorize("Logged");
  const node = await startWorkerNode(database);
  const agents = [...(await connectToEach(node.url, workers)).values()];
  for (const agent of agents) {
    const body = '{"part_numbers":["P1"]}';
    assert.equal((await send(`${node.url}/api/b2b/catalog`, { agent, headers, body })).status, 200);
  }
  assert.equal(await node.end(), 0);
  const [row] = await database.db.query<{ readonly requests: number }>({
    name: "count_logged_of_account",
    text: `select count(*)::int as requests from api_requests r join accounts a using (account_id)
      where a.name = $1 and r.method = 'POST'`,
    values: ["Logged"],
  });
  assert.equal(row?.requests, workers);
});

test("a port that another node's workers share is in use", async (t) => {
  const node = await startWorkerNode(database);
  t.after(() => node.end());
  const { port } = new URL(node.url);
  await assert.rejects(startWorkerNode(database, { PORT: port }), /EADDRINUSE/);
});
