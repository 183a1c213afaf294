// A start before the database: waits for it, with a line per second, up to a limit.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { openDatabaseProxy } from "../support/databaseProxy.ts";
import { spawnCommand } from "../support/runCommand.ts";
import { startServed } from "../support/servedNode.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);
const proxy = share(() => openDatabaseProxy(database.address));
let url: string;

before(async () => {
  const { host, port, user, database: name } = proxy.address;
  url = `postgres://${user}@${host}:${port}/${name}`;
});

test("a node that starts before the database waits for it and logs that it waits", async () => {
  proxy.refuse();
  const starting = startServed({ url }, { LOG_LEVEL: "warn" });
  await proxy.nextRefusal();
  await proxy.nextRefusal();
  proxy.restore();
  const served = await starting;
  assert.equal((await fetch(`${served.url}/readyz`)).status, 200);
  assert.match(served.output(), /Waiting for the database/);
  assert.equal(await served.end(), 0);
});

test("if the database does not become available, the start ends with 1 and the reason", async (t) => {
  proxy.refuse();
  t.after(() => proxy.restore());
  const result = await spawnCommand({ url }, ["serve"], { DATABASE_WAIT_SECONDS: "1" });
  assert.equal(result.exitCode, 1);
  assert.match(result.stderr, /did not accept a connection within 1 s: \S.*DATABASE_WAIT_SECONDS/);
});

test("a permanent fault ends the start immediately", async () => {
  const missing = url.replace(/[^/]*$/, "no_such_database");
  const result = await spawnCommand({ url: missing }, ["serve"], { DATABASE_WAIT_SECONDS: "600" });
  assert.equal(result.exitCode, 1);
  assert.match(result.stderr, /"no_such_database" does not exist/);
});

test("a command does not wait for the database", async (t) => {
  proxy.refuse();
  t.after(() => proxy.restore());
  const result = await spawnCommand({ url }, ["account", "list"], { DATABASE_WAIT_SECONDS: "600" });
  assert.equal(result.exitCode, 1);
});
