// How many hits of a search have each condition and vendor, and are in stock.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { countFacets } from "../../src/catalog/search/countFacets.ts";
import { findParts } from "../../src/catalog/search/findParts.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

let database: TestDatabase;
const now = new Date("2026-03-10T12:00:00Z");

before(async () => {
  database = await openTestDatabase();
  const offers: readonly OfferFields[] = [
    { partNumber: "PUMP-1", vendor: "B", partName: "PUMP,FUEL" },
    { partNumber: "PUMP-1", vendor: "A", condition: "OH", stock: 0 },
    { partNumber: "PUMP-12", vendor: "A", partName: "VALVE" },
    { partNumber: "X-1", vendor: "A", partName: "FUEL PUMP", shelfLifeExpires: "2026-03-09" },
    { partNumber: "X-2", vendor: "C", description: "for a pump", shelfLifeExpires: "2026-03-10" },
    { partNumber: "X-3", vendor: "D", partName: "BOLT" },
  ];
  for (const offer of offers) await insertOffer(database.db, offer);
  await database.replica.catchUp();
});
after(() => database.close());

const count = (text: string) => database.replica.read((view) => countFacets(view, text, now));

test("each hit is counted once, by number, prefix or words, with the stock of the day", () => {
  assert.deepEqual(count("pump"), {
    isAll: true,
    inStock: 3,
    conditions: new Map([
      ["NE", 4],
      ["OH", 1],
    ]),
    vendors: new Map([
      ["A", 3],
      ["B", 1],
      ["C", 1],
    ]),
  });
  assert.deepEqual(
    count("pump-1").vendors,
    new Map([
      ["A", 2],
      ["B", 1],
    ]),
  );
  assert.deepEqual(count("ＰＵＭＰ-1").conditions, count("pump-1").conditions);
  assert.deepEqual(count("p").inStock, 2, "one letter is the beginning of a number only");
  for (const none of ["", "-\0", "zzz", "bolt pump"]) assert.deepEqual(count(none).inStock, 0);
});

test("the counts are those of the hits that a search lists", () => {
  const search = { inStock: false, condition: null, vendor: null, after: null };
  for (const text of ["pump", "pump-1", "fuel", "fuel pump", "x-", "1", "valve", "for"]) {
    const found = database.replica.read((view) => findParts(view, { ...search, text }, now));
    const hits = [...found.exact, ...found.prefixed, ...found.named.map(({ offer }) => offer)];
    const vendors = Map.groupBy(hits, ({ vendor }) => vendor);
    const counted = new Map([...vendors].map(([vendor, ofVendor]) => [vendor, ofVendor.length]));
    const facets = count(text);
    assert.deepEqual(new Map([...counted].sort()), facets.vendors, text);
    assert.equal(hits.filter(({ stock }) => stock > 0).length, facets.inStock, text);
  }
});

test("at most ten thousand hits are counted", async () => {
  const copy = (from: number, to: number) =>
    database.db.query({
      name: "test_multiply",
      text: `insert into offers (part_number, part_number_key, part_number_bare, vendor, condition,
          unit_of_measure, part_name, received, list_price, currency, status, updated_at)
        select 'MANY-' || n, 'MANY-' || n, 'MANY' || n, vendor, condition, unit_of_measure,
          part_name, received, list_price, currency, status, updated_at
        from offers, generate_series($1::integer, $2::integer) n where part_number = 'X-3'`,
      values: [from, to],
    });
  await copy(1, 10_000);
  await database.replica.catchUp();
  const all = count("many-");
  assert.deepEqual([all.isAll, all.inStock, all.vendors], [true, 10_000, new Map([["D", 10_000]])]);
  await copy(10_001, 10_001);
  await database.replica.catchUp();
  assert.deepEqual(count("many-"), { ...all, isAll: false });
});

test("a prefix of very many words is counted in part, and the counts say so", async () => {
  await database.db.query({
    name: "test_words",
    text: `insert into offers (part_number, part_number_key, part_number_bare, vendor, condition,
        unit_of_measure, part_name, received, list_price, currency, status, updated_at)
      select 'W-' || n, 'W-' || n, 'W' || n, case when n <= 2500 then 'Yes' else 'No' end,
        condition, unit_of_measure, case when n <= 2500 then 'SERIES' else 'SERVER' end || n,
        received, list_price, currency, status, updated_at
      from offers, generate_series(1, 5000) n where part_number = 'X-3'`,
  });
  await database.replica.catchUp();
  const facets = count("seri");
  assert.equal(facets.isAll, false);
  assert.deepEqual([...facets.vendors.keys()], ["Yes"]);
  assert.ok((facets.vendors.get("Yes") ?? 0) >= 500);
  assert.deepEqual(
    [...count("ser").vendors].map(([, hits]) => hits),
    [2_500, 2_500],
  );
});

test("counts are cached for one state of the catalog", async () => {
  const before = database.replica.read((view) => countFacets(view, "remembered", now));
  assert.equal(
    database.replica.read((view) => countFacets(view, "remembered", now)),
    before,
  );
  await insertOffer(database.db, { partNumber: "REMEMBERED" });
  await database.replica.catchUp();
  assert.equal(count("remembered").inStock, 1);
});
