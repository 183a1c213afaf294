// The results of a search of people beyond what a page shows: limits, counts, and the cache.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type Browse, findHits, listParts, maxHits } from "../../src/catalog/browse/browseParts.ts";
import { suggestParts } from "../../src/catalog/browse/suggestParts.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);
const now = new Date("2026-03-10T12:00:00Z");

before(async () => {
  const offers: readonly OfferFields[] = [
    { partNumber: "PUMP-1", vendor: "B", partName: "PUMP,FUEL" },
    { partNumber: "PUMP-1", vendor: "A", condition: "OH", stock: 0 },
    { partNumber: "PUMP-12", vendor: "A", partName: "VALVE" },
    { partNumber: "X-1", vendor: "A", partName: "FUEL PUMP", shelfLifeExpires: "2026-03-09" },
    { partNumber: "X-2", vendor: "C", description: "for a pump", shelfLifeExpires: "2026-03-10" },
    { partNumber: "X-3", vendor: "D", partName: "BOLT" },
    {
      partNumber: "Y-1",
      title: "Oil drain pump, 28 VDC",
      partName: "PUMP,OIL DRAIN,28 VDC",
      price: 900,
    },
    { partNumber: "Y-2", title: "Kit for oil drain pump", partName: "KIT", price: 100 },
  ];
  for (const offer of offers) await insertOffer(database.db, offer);
  await database.replica.catchUp();
});

const none = { inStock: false, vendors: [], conditions: [], certificates: [] } as const;

const browse = (text: string, more: Partial<Browse> = {}) => {
  const order = { by: "best", isDescending: false } as const;
  const asked = { text, filter: none, order, after: null, before: null, ...more };
  const found = database.replica.read((view) => findHits(view, asked, now));
  return listParts(found, asked, new Map());
};

/** Copies an offer to further numbers. */
const copy = (beginning: string, name: string, from: number, to: number) =>
  database.db.query({
    name: "test_multiply",
    text: `insert into offers (part_number, part_number_key, part_number_bare, vendor, condition,
        unit_of_measure, part_name, received, list_price, currency, status, updated_at)
      select $1 || '-' || n, $1 || '-' || n, $1 || n, case when n = $4 then 'Last' else vendor end,
        condition, unit_of_measure, $2, received, list_price + n, currency, status, updated_at
      from offers, generate_series($3::integer, $4::integer) n where part_number = 'X-3'`,
    values: [beginning, name, from, to],
  });

test("each hit is counted once, by number, prefix or words, with the stock of the day", () => {
  const { facets, isAll, offerCount, partCount } = browse("pump");
  assert.deepEqual([isAll, offerCount, partCount, facets.inStock], [true, 7, 6, 5]);
  assert.deepEqual(facets.conditions, new Map(Object.entries({ NE: 6, OH: 1 })));
  assert.deepEqual(
    new Map([...facets.vendors].sort()),
    new Map(Object.entries({ A: 3, B: 1, C: 1, "Example Supply": 2 })),
  );
  const numbered = browse("pump-1");
  assert.equal(numbered.offerCount, 3, "the number, and a number that begins with it");
  assert.deepEqual(browse("ＰＵＭＰ-1"), numbered, "a number in other characters");
  const own = browse("p", { filter: { ...none, vendors: ["A", "B"] } });
  assert.equal(own.offerCount, 3, "one letter is the beginning of a number only");
  for (const nothing of ["", "-\0", "zzz", "bolt pump", "\ud800"]) {
    assert.equal(browse(nothing).offerCount, 0, nothing);
  }
});

test("a text without hits is shortened by a word", () => {
  assert.deepEqual(browse("fuel pump bol").shorter, ["fuel pump"]);
  assert.deepEqual(browse("bolt pump").shorter, ["bolt", "pump"]);
  assert.deepEqual(browse("PUMP-1 99").shorter, ["PUMP-1"]);
  for (const text of ["fuel pump", "zzz yyy", "a b c d e f bolt"]) {
    assert.deepEqual(browse(text).shorter, [], text);
  }
});

test("suggestions repeat no hits of another order, and beginnings have none", () => {
  const meant = (text: string, by: "best" | "price") =>
    browse(text, { order: { by, isDescending: false } }).suggestions.map((one) => one.partNumber);
  assert.deepEqual(meant("oil drain pump", "best"), ["Y-1"]);
  assert.deepEqual(meant("oil drain pump", "price"), []);
  assert.deepEqual(meant("pump1", "price"), ["PUMP-1"]);
  assert.deepEqual(meant("pump1*", "best"), []);
  assert.deepEqual(meant("pump 1", "best"), ["PUMP-1", "Y-1"], "each once");
});

test("names of the same words in another order come before other hits with these words", async () => {
  const offers = [
    ["Z-1", "FILTER,ELEMENT,OIL", 900],
    ["Z-2", "FILTER,ELEMENT,OIL,SPARE", 100],
    ["Z-3", "OIL FILTER ELEMENT KIT", 200],
  ] as const;
  for (const [partNumber, partName, price] of offers) {
    await insertOffer(database.db, { partNumber, partName, price });
  }
  await database.replica.catchUp();
  assert.deepEqual(
    browse("oil filter element").parts.map(({ hits: [best] }) => best?.partNumberKey),
    ["Z-3", "Z-1", "Z-2"],
  );
  const { names, parts: suggested } = database.replica.read((view) =>
    suggestParts(view, "oil filter element", now),
  );
  assert.deepEqual(
    names.map(({ name }) => name),
    ["OIL FILTER ELEMENT KIT", "FILTER,ELEMENT,OIL"],
  );
  assert.equal(suggested[1]?.partNumber, "Z-1");
});

test("a text without hits is corrected word by word", async () => {
  await insertOffer(database.db, { partNumber: "P-7", partName: "PACKING,PREFORMED 1/4" });
  await insertOffer(database.db, { partNumber: "P-8", partName: "ACTUATOR,HYDRAULIC" });
  await database.replica.catchUp();
  const corrections = [
    ["pakcing prefomed", "packing preformed"],
    ["prefomed 1/4 Pakcing", "preformed 1/4 packing"],
    ["actutor hydralic", "actuator hydraulic"],
  ] as const;
  for (const [text, corrected] of corrections) {
    const found = browse(text);
    assert.deepEqual([found.offerCount, found.corrected], [0, corrected], text);
  }
  const none = ["packing preformed", "pakcing hydralic", "zzzzzzz pakcing", "a b c d e pakcing f"];
  for (const text of none) assert.equal(browse(text).corrected, null, text);
});

test("beyond the limit the best are listed, and filters apply before it", async () => {
  await copy("MANY", "SPACER", 1, maxHits - 1);
  await database.replica.catchUp();
  for (const text of ["many-", "spacer"]) {
    const all = browse(text);
    assert.deepEqual([all.isAll, all.offerCount], [true, maxHits - 1], text);
  }
  await copy("MANY", "SPACER", maxHits, maxHits + 500);
  await database.replica.catchUp();
  for (const text of ["many-", "spacer"]) {
    const most = browse(text);
    assert.deepEqual([most.isAll, most.offerCount], [false, maxHits], text);
  }
  const last = browse("spacer", { filter: { ...none, vendors: ["Last"] } });
  assert.equal(last.offerCount, 2, "of the last part of each batch");
  assert.equal(last.isAll, true);
});

test("a prefix of very many words is listed in part, and the counts say so", async () => {
  await database.db.query({
    name: "test_words",
    text: `insert into offers (part_number, part_number_key, part_number_bare, vendor, condition,
        unit_of_measure, part_name, received, list_price, currency, status, updated_at)
      select 'W-' || n, 'W-' || n, 'W' || n, vendor, condition, unit_of_measure, 'SERIES' || n,
        received, list_price, currency, status, updated_at
      from offers, generate_series(1, 2500) n where part_number = 'X-3'`,
  });
  await database.replica.catchUp();
  const { isAll, offerCount } = browse("seri");
  assert.equal(isAll, false);
  assert.ok(offerCount >= 500);
  const { parts } = database.replica.read((view) => suggestParts(view, "seri", now));
  assert.equal(parts.length, 6);
});

test("hits are cached for one state of the catalog", async () => {
  const { facets } = browse("cached");
  assert.equal(facets.inStock, 0);
  await insertOffer(database.db, { partNumber: "CACHED-1" });
  await database.replica.catchUp();
  assert.equal(browse("cached").facets.inStock, 1);
});
