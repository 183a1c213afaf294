import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../src/db/database.ts";
import { openDatabase } from "../../src/db/openDatabase.ts";
import { openDatabaseProxy } from "../support/databaseProxy.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const one = { name: "one", text: "select 1 as one", values: [] };

const database = share(openTestDatabase);
const proxy = share(() => openDatabaseProxy(database.address));
let db: Database;
const idleErrors: Error[] = [];

before(async () => {
  db = openDatabase({
    address: proxy.address,
    poolSize: 2,
    applicationName: "test",
    onIdleError: (error) => idleErrors.push(error),
  });
});

after(() => db.close());

test("a connection that hangs before its settings are made fails its statement and ends nothing else", async () => {
  const uncaught: unknown[] = [];
  const onUncaught = (error: unknown): unknown => uncaught.push(error);
  process.on("uncaughtException", onUncaught);
  proxy.hangStarted();
  await assert.rejects(db.query(one), /terminated/);
  await assert.rejects(db.openSession(), /terminated/);
  proxy.restore();
  assert.deepEqual(await db.query(one), [{ one: 1 }]);
  process.off("uncaughtException", onUncaught);
  assert.deepEqual([uncaught, idleErrors], [[], []]);
});

test("a connection that hangs after it was idle for long fails its statement", async () => {
  await db.query(one);
  const idleMs = 5_000;
  await delay(idleMs);
  proxy.hang();
  await assert.rejects(db.query(one), /terminated/);
});
