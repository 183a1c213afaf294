// How a node stops: readiness first, then a delay in which it keeps serving, then the end.
import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { test } from "node:test";
import { openDatabaseProxy } from "../support/databaseProxy.ts";
import { startServed } from "../support/servedNode.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);

type Answer = { readonly status: number; readonly connection: string | undefined };

/** Sends a request on a connection that stays open unless the server closes it. */
function get(agent: Agent, url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent }, (response) => {
      response.resume();
      response.on("end", () => {
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, connection: headers.connection });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

test("after SIGTERM a node is not ready, but serves, and closes each connection", async (t) => {
  const served = await startServed(database, { STOP_DELAY_SECONDS: "2" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  assert.equal((await get(agent, `${served.url}/livez`)).connection, "keep-alive");
  const ended = served.end();
  let ready = await get(agent, `${served.url}/readyz`);
  while (ready.status !== 503) ready = await get(agent, `${served.url}/readyz`);
  assert.equal(ready.connection, "close");
  for (const [path, status] of [
    ["livez", 200],
    ["unknown", 404],
    ["%zz", 400],
  ] as const) {
    const answer = await get(agent, `${served.url}/${path}`);
    assert.deepEqual(answer, { status, connection: "close" });
  }
  assert.equal(await ended, 0);
  await assert.rejects(get(agent, `${served.url}/livez`));
});

test("after SIGINT a node stops without the delay", async () => {
  const served = await startServed(database, { STOP_DELAY_SECONDS: "300" });
  assert.equal(await served.end("SIGINT"), 0);
});

test("with a database that hangs, a node stops without the delay", async (t) => {
  const proxy = await openDatabaseProxy(database.address);
  t.after(() => proxy.close());
  const { host, port, user, database: name } = proxy.address;
  const url = `postgres://${user}@${host}:${port}/${name}`;
  const served = await startServed({ url }, { STOP_DELAY_SECONDS: "300" });
  proxy.hang();
  assert.equal(await served.end(), 0);
});

test("a node whose standard streams were closed stops in order", async () => {
  const served = await startServed(database, { LOG_LEVEL: "info" });
  served.child.stdout?.destroy();
  served.child.stderr?.destroy();
  assert.equal((await fetch(`${served.url}/livez`)).status, 200);
  assert.equal(await served.end(), 0);
});

test("with a hanging database, metrics are available and SIGTERM ends the node with 0", async (t) => {
  const database = await openTestDatabase();
  const proxy = await openDatabaseProxy(database.address);
  t.after(async () => {
    await proxy.close();
    await database.close();
  });
  const { host, port, user, database: name } = proxy.address;
  const served = await startServed(database, {
    DATABASE_URL: `postgres://${user}@${host}:${port}/${name}`,
  });
  assert.equal((await fetch(`${served.url}/readyz`)).status, 200);
  proxy.hang();
  const page = await (await fetch(served.metricsUrl)).text();
  assert.match(page, /nodejs_eventloop_lag_seconds/);
  assert.equal((await fetch(`${served.url}/readyz`)).status, 200, "lookups are answered");
  assert.equal((await fetch(`${served.url}/livez`)).status, 200);
  assert.equal(await served.end(), 0);
});
