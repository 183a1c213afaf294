// What the sites read from the catalog as a whole: an example, and the vendors.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findExampleNumber, listVendors } from "../../src/catalog/search/siteQueries.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

const day = "2026-03-10";

test("an example is a plain part number that can be ordered on the day, if there is one", async () => {
  const { db, replica } = database;
  assert.equal(findExampleNumber(replica, day), undefined, "the replica is not filled");
  const unfit: readonly OfferFields[] = [
    { partNumber: "EMPTY-1", stock: 0 },
    { partNumber: "HELD-1", status: "ON_HOLD" },
    { partNumber: "REQUEST-1", price: null },
    { partNumber: "AN/960", price: 1 },
    { partNumber: "A1", price: 1 },
    { partNumber: `LONG-${"1".repeat(27)}`, price: 1 },
  ];
  for (const offer of unfit) await insertOffer(db, { ...offer, vendor: "B" });
  await insertOffer(db, { partNumber: "AGED-1", vendor: "A", shelfLifeExpires: day });
  await replica.catchUp();
  assert.equal(findExampleNumber(replica, "2026-03-11"), undefined);
  assert.equal(findExampleNumber(replica, day), "AGED-1");
});

test("vendors are listed in order, each once, up to a limit", async () => {
  const { db, replica } = database;
  for (const vendor of ["C", "É", "a"]) await insertOffer(db, { partNumber: "VENDOR-1", vendor });
  await replica.catchUp();
  const list = (limit: number) => replica.read((view) => listVendors(view, limit));
  assert.deepEqual(list(10), ["A", "B", "C", "a", "É"]);
  assert.deepEqual(list(5), list(10));
  assert.deepEqual(list(4), ["A", "B", "C", "a"]);
});
