import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabaseProxy } from "../support/databaseProxy.ts";
import { startServed } from "../support/servedNode.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

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
