import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "../../src/db/openDatabase.ts";
import { openDatabaseProxy } from "../support/databaseProxy.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

test("a connection that hangs before its settings are made fails its statement and ends nothing else", async (t) => {
  const database = await openTestDatabase();
  const proxy = await openDatabaseProxy(database.address);
  const idleErrors: Error[] = [];
  const db = openDatabase({
    address: proxy.address,
    poolSize: 2,
    applicationName: "test",
    onIdleError: (error) => idleErrors.push(error),
  });
  t.after(async () => {
    await db.close();
    await proxy.close();
    await database.close();
  });
  const uncaught: unknown[] = [];
  const onUncaught = (error: unknown): unknown => uncaught.push(error);
  process.on("uncaughtException", onUncaught);
  proxy.hangStarted();
  await assert.rejects(
    db.query({ name: "one", text: "select 1 as one", values: [] }),
    /terminated/,
  );
  await assert.rejects(db.openSession(), /terminated/);
  proxy.restore();
  assert.deepEqual(await db.query({ name: "one", text: "select 1 as one", values: [] }), [
    { one: 1 },
  ]);
  process.off("uncaughtException", onUncaught);
  assert.deepEqual([uncaught, idleErrors], [[], []]);
});
