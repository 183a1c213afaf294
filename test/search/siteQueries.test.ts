// What the sites read from the catalog as a whole: an example, and the vendors.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findExample, listVendors } from "../../src/catalog/search/siteQueries.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(openTestDatabase);

const day = "2026-03-10";

test("an example can be ordered on the day in its smallest quantity, with a plain number if there is one", async () => {
  const { db, replica } = database;
  const none = { partNumber: "EXAMPLE-1", quantity: 1 };
  assert.deepEqual(findExample(replica, day), none, "the replica is not filled");
  const unfit: readonly OfferFields[] = [
    { partNumber: "EMPTY-1", stock: 0 },
    { partNumber: "HELD-1", status: "ON_HOLD" },
    { partNumber: "REQUEST-1", price: null },
    { partNumber: "PACK-1", price: 1, minQuantity: 90, multiple: 60 },
    { partNumber: "BEHIND-1", price: 2 },
  ];
  for (const offer of unfit) await insertOffer(db, { ...offer, vendor: "B" });
  await insertOffer(db, { partNumber: "BEHIND-1", vendor: "A", price: 1, status: "ON_HOLD" });
  for (const [offer, today, tomorrow] of [
    [{ partNumber: `LONG-${"1".repeat(27)}`, price: 3 }, 1, 1],
    [{ partNumber: "AN/960", price: 2, minQuantity: 4, multiple: 6 }, 6, 6],
    [{ partNumber: "AGED-1", price: 4, shelfLifeExpires: day, multiple: 7 }, 7, 6],
  ] as const) {
    await replica.catchUp();
    const before = findExample(replica, day).partNumber;
    await insertOffer(db, { ...offer, vendor: "A" });
    await replica.catchUp();
    assert.notEqual(before, offer.partNumber);
    const { partNumber, quantity } = findExample(replica, day);
    assert.deepEqual([partNumber, quantity], [offer.partNumber, today]);
    assert.equal(findExample(replica, "2026-03-11").quantity, tomorrow);
  }
});

test("vendors are listed in order, each once, up to a limit", async () => {
  const { db, replica } = database;
  for (const vendor of ["C", "É", "B", "a", "A"]) {
    await insertOffer(db, { partNumber: "VENDOR-1", vendor });
  }
  await replica.catchUp();
  const list = (limit: number) => replica.read((view) => listVendors(view, limit));
  assert.deepEqual(list(10), ["A", "B", "C", "a", "É"]);
  assert.deepEqual(list(5), list(10));
  assert.deepEqual(list(4), ["A", "B", "C", "a"]);
});
