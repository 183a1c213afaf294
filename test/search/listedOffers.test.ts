// Lists of offers by part number, and how many offers one page reads.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type FoundParts, findParts, type PartSearch } from "../../src/catalog/search/findParts.ts";
import { maxPlaces } from "../../src/catalog/search/listedQueries.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(() => openTestDatabase(4));
const now = new Date();

before(async () => {
  const offerId = await insertOffer(database.db, { partNumber: "L-000000" });
  // As many more as two pages read, then the only one that matches.
  await runSql(
    database.db,
    `insert into offers (part_number, part_number_key, part_number_bare, vendor, condition,
        unit_of_measure, part_name, received, list_price, currency, status, updated_at)
      select 'L-' || lpad(n::text, 6, '0'), 'L-' || lpad(n::text, 6, '0'), lpad(n::text, 6, '0'),
        vendor, condition, unit_of_measure, part_name, 100, list_price, currency, status,
        updated_at
      from offers, generate_series(1, $2::integer) n where offer_id = $1`,
    [offerId, 2 * maxPlaces - 1],
  );
  await insertOffer(database.db, { partNumber: "L-999999", condition: "AR" });
  await database.replica.catchUp();
});

function find(search: PartSearch): FoundParts {
  return database.replica.read((view) => findParts(view, search, now));
}

const baseSearch: PartSearch = {
  text: "L-",
  inStock: false,
  condition: null,
  vendor: null,
  after: null,
};

test("a list whose filter matches nothing reads 5,000 offers per page and links to the next page", async () => {
  assert.equal(maxPlaces, 5_000);
  const search = { ...baseSearch, condition: "AR" };
  const first = find(search);
  assert.deepEqual([first.prefixed.length, first.next?.partNumberKey], [0, "L-004999"]);
  const second = find({ ...search, after: first.next });
  assert.deepEqual([second.prefixed.length, second.next?.partNumberKey], [0, "L-009999"]);
  const third = find({ ...search, after: second.next });
  assert.deepEqual(
    third.prefixed.map(({ partNumber }) => partNumber),
    ["L-999999"],
  );
  assert.equal(third.next, null);
});

test("an empty text lists every offer, or only those of a vendor or status", async () => {
  const all = find({ ...baseSearch, text: "" });
  assert.equal(all.prefixed[0]?.partNumber, "L-000000");
  assert.equal(all.prefixed.length, 25);
  await insertOffer(database.db, { partNumber: "Z-1", vendor: "Zed", status: "ON_HOLD" });
  await database.replica.catchUp();
  for (const filter of [{ vendor: "Zed" }, { status: "ON_HOLD" as const }]) {
    const found = find({ ...baseSearch, text: "", ...filter });
    assert.deepEqual(
      found.prefixed.map(({ partNumber }) => partNumber),
      ["Z-1"],
    );
    assert.equal(found.next, null);
  }
});

test("a full page with no other match among the offers it reads links to the next page", async () => {
  await runSql(
    database.db,
    `update offers set condition = 'OH'
      where part_number_key < 'L-000025' or part_number_key = 'L-009000'`,
  );
  await database.replica.catchUp();
  const search = { ...baseSearch, condition: "OH" };
  const first = find(search);
  assert.deepEqual([first.prefixed.length, first.next?.partNumberKey], [25, "L-004999"]);
  const second = find({ ...search, after: first.next });
  assert.deepEqual(
    second.prefixed.map(({ partNumber }) => partNumber),
    ["L-009000"],
  );
});
