// Concurrent lookups share queries, but never what was read before they started.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CatalogReader, createCatalogReader } from "../../src/catalog/catalogReader.ts";
import type { LookupFilter } from "../../src/catalog/search/selectFoundText.ts";
import type { Queryable } from "../../src/db/database.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

const anyOffer: LookupFilter = {
  day: "2026-11-21",
  inStock: false,
  condition: null,
  vendor: null,
  pricedFor: null,
};

let database: TestDatabase;

before(async () => {
  database = await openTestDatabase();
});

after(() => database.close());

/** The database; each query by number starts when `open` is called. */
function openGatedDatabase() {
  const queries: unknown[] = [];
  const gates: (() => void)[] = [];
  const db: Queryable = {
    async query(statement) {
      if (!statement.name.startsWith("select_by_number")) return database.db.query(statement);
      queries.push(statement.values?.[0]);
      await new Promise<void>((resolve) => gates.push(resolve));
      return database.db.query(statement);
    },
  };
  const { findByNumber } = createCatalogReader(db);
  return { findByNumber, queries, open: () => gates.shift()?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("pending lookups share the next query, and each gets its own offers, best first", async () => {
  await insertOffer(database.db, { partNumber: "JA-1", condition: "OH" });
  await insertOffer(database.db, { partNumber: "JA-1", condition: "NE" });
  await insertOffer(database.db, { partNumber: "JA-2" });
  const { findByNumber, queries, open } = openGatedDatabase();
  const [first, ...others] = ["JA-1", "JA-2", "JA-3"].map((key) => findByNumber([key], anyOffer));
  const waiting = [["JA-1", "JA-2"], ["JA-2"], ["JA-9"]].map((keys) =>
    findByNumber(keys, anyOffer),
  );
  assert.deepEqual(queries, [["JA-1"], ["JA-2"], ["JA-3"]]);
  open();
  await first;
  await settled();
  assert.deepEqual(queries.slice(3), [["JA-1", "JA-2", "JA-9"]]);
  open();
  open();
  open();
  await Promise.all(others);
  const [both, one, none] = await Promise.all(waiting);
  assert.deepEqual(
    both?.get("JA-1")?.map(({ condition }) => condition),
    ["NE", "OH"],
  );
  assert.equal(one?.get("JA-2")?.length, 1);
  assert.deepEqual(none?.get("JA-9"), []);
});

test("a lookup sees everything committed before it, whichever queries are running", async () => {
  const { findByNumber, queries, open } = openGatedDatabase();
  const early = findByNumber(["JB-1"], anyOffer);
  open();
  assert.deepEqual((await early).get("JB-1"), []);
  const other = findByNumber(["JB-1"], anyOffer);
  await insertOffer(database.db, { partNumber: "JB-1" });
  const late = findByNumber(["JB-1"], anyOffer);
  assert.equal(queries.length, 3);
  open();
  open();
  await other;
  assert.equal((await late).get("JB-1")?.length, 1);
});

test("lookups with different filters do not share queries", async () => {
  await insertOffer(database.db, { partNumber: "JC-1", stock: 0 });
  const { findByNumber, queries, open } = openGatedDatabase();
  const busy = ["JC-7", "JC-8", "JC-9"].map((key) => findByNumber([key], anyOffer));
  const all = findByNumber(["JC-1"], anyOffer);
  const inStock = findByNumber(["JC-1"], { ...anyOffer, inStock: true });
  open();
  open();
  open();
  await Promise.all(busy);
  await settled();
  assert.equal(queries.length, 5);
  open();
  open();
  assert.equal((await all).get("JC-1")?.length, 1);
  assert.deepEqual((await inStock).get("JC-1"), []);
});

test("lookups in a transaction reuse the conditions that earlier lookups read", async () => {
  await insertOffer(database.db, { partNumber: "JE-1", condition: "OH" });
  await insertOffer(database.db, { partNumber: "JE-1", condition: "NE" });
  const names: string[] = [];
  const record = (on: Queryable): Queryable => ({
    query(statement) {
      names.push(statement.name);
      return on.query(statement);
    },
  });
  const catalog = createCatalogReader(record(database.db));
  const findConditions = async (reader: CatalogReader) =>
    (await reader.findByNumber(["JE-1"], anyOffer)).get("JE-1")?.map((one) => one.condition);
  assert.deepEqual(await findConditions(catalog), ["NE", "OH"]);
  assert.deepEqual(names, ["select_by_number", "select_trade_codes"]);
  const inTransaction = await database.db.transaction((tx) =>
    findConditions(catalog.within({ ...tx, ...record(tx) })),
  );
  assert.deepEqual(inTransaction, ["NE", "OH"]);
  assert.deepEqual(names.slice(2), ["select_by_number"]);
});

test("a failed query fails only its own lookups, and the next query runs", async () => {
  let fails = true;
  const db: Queryable = {
    query: async (statement) => {
      if (!fails) return database.db.query(statement);
      await settled();
      throw new Error("gone");
    },
  };
  const { findByNumber } = createCatalogReader(db);
  const failing = ["JD-1", "JD-2", "JD-3"].map((key) => findByNumber([key], anyOffer));
  const waiting = findByNumber(["JD-4"], anyOffer);
  for (const lookup of failing) await assert.rejects(lookup, /gone/);
  fails = false;
  await waiting.catch((error) => assert.match(String(error), /gone/));
  assert.deepEqual((await findByNumber(["JD-5"], anyOffer)).get("JD-5"), []);
});
