import assert from "node:assert/strict";
import { test } from "node:test";
import type { Queryable } from "../../src/db/database.ts";
import { openDatabaseProxy } from "../support/databaseProxy.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openPool, openTestDatabase } from "../support/testDatabase.ts";

const database = share(() => openTestDatabase(2));

function addUnit(db: Queryable, code: string): Promise<unknown> {
  return runSql(db, "insert into units_of_measure (code, name) values ($1, 'a test unit')", [code]);
}

async function hasUnit(code: string): Promise<boolean> {
  const text = "select from units_of_measure where code = $1";
  return (await runSql(database.db, text, [code])).length > 0;
}

test("a statement that is sent without waiting is committed with the transaction", async () => {
  await database.db.transaction(async (tx) => {
    void addUnit(tx, "ZZ1");
  });
  assert.equal(await hasUnit("ZZ1"), true);
});

test("a statement that fails at the commit fails the whole transaction", async () => {
  const placed = database.db.transaction(async (tx) => {
    await addUnit(tx, "ZZ2");
    void addUnit(tx, "ZZ2");
    return "placed";
  });
  await assert.rejects(placed, { code: "23505" });
  assert.equal(await hasUnit("ZZ2"), false);
  await database.db.transaction((tx) => addUnit(tx, "ZZ2"));
  assert.equal(await hasUnit("ZZ2"), true, "the connection serves on");
});

test("an error that the work ignores still fails the transaction", async () => {
  const placed = database.db.transaction(async (tx) => {
    await addUnit(tx, "ZZ3");
    await addUnit(tx, "ZZ3").catch(() => undefined);
  });
  await assert.rejects(placed, { code: "23505" });
  assert.equal(await hasUnit("ZZ3"), false);
});

test("statements sent in one turn of the event loop are one write", async () => {
  const proxy = await openDatabaseProxy(database.address);
  const db = openPool(proxy.address, 1);
  const statement = { name: "one", text: "select 1" };
  const place = () =>
    db.transaction(async (tx) => {
      await Promise.all([tx.query(statement), tx.query(statement)]);
      tx.send(statement);
      tx.send(statement);
    });
  await place();
  const before = proxy.countSent();
  await place();
  assert.equal(proxy.countSent() - before, 2);
  await db.close();
  await proxy.close();
});
