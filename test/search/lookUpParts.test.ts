// What a lookup reads from the replica: filters, days, and name queries that ranking.test.ts does
// not cover.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { type Lookup, lookUpParts } from "../../src/catalog/search/lookUpParts.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { openTestReplica } from "../support/testReplica.ts";

const now = new Date("2026-11-21T12:00:00Z");
const nextDay = new Date("2026-11-22T00:00:01Z");

const database = share(openTestDatabase);
const replica = share(async () => openTestReplica(database.db, () => now));

const noEntries = { partNumbers: [], partNames: [], inStock: false, withSuggestions: false };

async function insertAll(offers: readonly OfferFields[]): Promise<OfferId[]> {
  const ids: OfferId[] = [];
  for (const offer of offers) ids.push(await insertOffer(database.db, offer));
  await replica.catchUp();
  return ids;
}

function find(lookup: Partial<Lookup>, at = now) {
  const { matches } = replica.read((view) => lookUpParts(view, { ...noEntries, ...lookup }, at));
  return matches.map(({ offerIds }) => offerIds);
}

const letters = [..."abcdefghijklmnopqrstuvwxyz"];

test("each number gets its own offers, best first", async () => {
  const [overhauled, isNew, other] = await insertAll([
    { partNumber: "LA-1", condition: "OH" },
    { partNumber: "LA-1", condition: "NE" },
    { partNumber: "LA-2" },
  ]);
  const partNumbers = ["LA-2", "LA-1", "LA-3", "la-1"];
  const both = [isNew, overhauled];
  assert.deepEqual(find({ partNumbers }), [[other], both, [], both]);
});

test("numbers in full-width characters and names that are numbers keep their places", async () => {
  const [one, two] = await insertAll([{ partNumber: "LZ-1" }, { partNumber: "LZ-2" }]);
  const partNumbers = ["LZ-2", "ＬＺ－１", "", "LZ-9", "ＬＺ－２"];
  const found = find({ partNumbers, partNames: ["LZ-9", "LZ-2", "ＬＺ－１"] });
  assert.deepEqual(found, [[two], [one], [], [], [two], [], [two], [one]]);
});

test("numbers and names are filtered by condition and by exact vendor", async () => {
  const [acme, worn, lower] = await insertAll([
    { partNumber: "LB-1", partName: "LAMP,TAXI", vendor: "Acme & Co", condition: "NE" },
    { partNumber: "LB-1", partName: "LAMP,TAXI", vendor: "Acme & Co", condition: "AR" },
    { partNumber: "LB-1", partName: "LAMP,TAXI", vendor: "acme & co", condition: "NE" },
  ]);
  const entries = { partNumbers: ["LB-1"], partNames: ["taxi lamp", "lamp, taxi", "lam"] };
  const all = (...ids: (OfferId | undefined)[]) => [ids, ids, ids, ids];
  assert.deepEqual(find(entries), all(acme, lower, worn));
  assert.deepEqual(find({ ...entries, vendor: "Acme & Co" }), all(acme, worn));
  assert.deepEqual(find({ ...entries, condition: "NE" }), all(acme, lower));
  assert.deepEqual(find({ ...entries, condition: "AR", vendor: "acme & co" }), all());
  assert.deepEqual(find({ ...entries, condition: "none" }), all());
});

test("the day of the lookup decides what has expired, whatever the day of the replica", async () => {
  const expires = { partName: "SEALANT", shelfLifeExpires: "2026-11-21", stock: 3 };
  const offers = Array.from({ length: 30 }, (_, at) => ({ partNumber: `LC-${at}`, ...expires }));
  const ids = await insertAll([...offers, { partNumber: "LC-X", partName: "SEALANT", stock: 1 }]);
  const last = ids.at(-1);
  const inStock = { partNumbers: ["LC-0"], partNames: ["sealant"], inStock: true };
  assert.deepEqual(find(inStock), [[ids[0]], ids.slice(0, 25)]);
  assert.deepEqual(find(inStock, nextDay), [[], [last]]);
  const { offers: found } = replica.read((view) =>
    lookUpParts(view, { ...noEntries, partNumbers: ["LC-0"] }, nextDay),
  );
  assert.deepEqual(
    found.map(({ wire, isInStock }) => [JSON.parse(`{${wire}`).available_stock, isInStock]),
    [[0, false]],
  );
});

test("an entry of more than six words ranks names that start with it first", async () => {
  const words = "one two three four five six";
  const [named, shuffled] = await insertAll([
    { partNumber: "LD-1", partName: `${words} seven nine`, condition: "AR" },
    { partNumber: "LD-2", partName: `${words} nine seven`, condition: "NE" },
  ]);
  assert.deepEqual(find({ partNames: [`${words} seven`] }), [[named, shuffled]]);
  assert.deepEqual(find({ partNames: [`${words} nin`] }), [[shuffled, named]]);
});

test("names of the words of an entry in any order come before others that have them", async () => {
  const [kit, pump, described, assembly] = await insertAll([
    { partNumber: "LF-1", partName: "BOOST PUMPS KIT", price: 300 },
    { partNumber: "LF-2", partName: "PUMP,BOOST", price: 900, stock: 0 },
    { partNumber: "LF-3", partName: "HOUSING", description: "of a boost pump", price: 100 },
    { partNumber: "LF-4", partName: "PUMP,BOOST,ASSEMBLY", price: 200 },
  ]);
  const begins = find({ partNames: ["boost pump"] });
  assert.deepEqual(begins, [[kit, pump, described, assembly]]);
  assert.deepEqual(find({ partNames: ["Boosts pumps"] }), begins, "folded");
  assert.deepEqual(find({ partNames: ["assy boost pump"] }), [[assembly]]);
  assert.deepEqual(find({ partNames: ["boost pump"], inStock: true }), [
    [kit, described, assembly],
  ]);
});

test("a prefix of more words than are queried one by one finds them all", async () => {
  const words = letters.flatMap((one) => letters.slice(0, 3).map((other) => `zirc${one}${other}`));
  const rest = words.map((word, at) => ({
    partNumber: `LE-${at + 10}`,
    partName: "PLATE",
    description: word,
    condition: at === words.length - 1 ? "NE" : "AR",
  }));
  const ids = await insertAll([
    { partNumber: "LE-1", partName: `ZIRCON,${words.at(-1)}`, condition: "AR" },
    ...rest,
  ]);
  assert.ok(words.length > 64);
  assert.deepEqual(find({ partNames: ["zirc"] })[0]?.slice(0, 2), [ids[0], ids.at(-1)]);
});

test("text that the index would read as a query is only text", async () => {
  const entries = ['"', "a OR b", 'x" OR "y', "words:plate", "NEAR(a b)", "*", "^none", "\u0000"];
  const found = find({ partNames: entries, partNumbers: entries, withSuggestions: true });
  assert.equal(found.flat().length, 0);
});

test("a prefix of more than 2,000 words finds the best offers that have one", async () => {
  const text = `insert into offers (part_number, part_number_key, part_number_bare, vendor,
      condition, unit_of_measure, nsn, received, list_price, currency, status, updated_at)
    select 'LF-' || i, 'LF-' || i, 'LF' || i, 'Acme', 'NE', 'EA',
      lpad((77770000 + i)::text, 13, '7'), 1, 4000 - i, 'USD', 'ACTIVE', now()
    from generate_series(1, 2500) i`;
  await runSql(database.db, text);
  const [pump] = await insertAll([{ partNumber: "LF-X", description: "pump 77777701" }]);
  const [all, one, none] = find({ partNames: ["777777", "pump 777777", "pump 777778"] });
  assert.equal(all?.length, 25);
  const { offers } = replica.read((view) =>
    lookUpParts(view, { ...noEntries, partNames: ["777777"] }, now),
  );
  assert.deepEqual([offers[0]?.offerId, /"LF-2500"/.test(offers[1]?.wire ?? "")], [pump, true]);
  assert.deepEqual([one, none], [[pump], []]);
});
