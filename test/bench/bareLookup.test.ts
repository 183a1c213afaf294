// The server that lookups are compared with does only what they cannot avoid, and finds the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openBareLookup } from "../../bench/bareLookup.ts";
import { lookUpParts } from "../../src/catalog/search/lookUpParts.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { openTestReplica } from "../support/testReplica.ts";

const database = share(openTestDatabase);
const replica = share(async () => openTestReplica(database.db));

test("the server for comparison reads the parts that a lookup finds", async () => {
  for (const offer of [
    { partNumber: "BL-1", condition: "NE" },
    { partNumber: "BL-1", condition: "OH" },
    { partNumber: "BL 2", stock: 5, shelfLifeExpires: "2020-01-31" },
    { partNumber: "BL2" },
  ]) {
    await insertOffer(database.db, offer);
  }
  await replica.catchUp();
  const partNumbers = ["bl-1", "BL\u00a02", "BL-3"];
  const lookup = { partNumbers, partNames: [], inStock: false, withSuggestions: false };
  const { offers } = replica.read((view) => lookUpParts(view, lookup, new Date()));
  const request = Buffer.from(JSON.stringify({ part_numbers: partNumbers }));
  const read = JSON.parse(openBareLookup(replica.folder)(request)) as { found_parts: unknown[] };
  const found = offers.map(({ wire }) => `{${wire}`);
  assert.equal(found.length, 3);
  assert.match(found[2] ?? "", /"available_stock":0,/);
  const asText = read.found_parts.map((part) => JSON.stringify(part));
  assert.deepEqual(asText.sort(), found.sort());
});

test("the server for comparison reads the parts that names find", async () => {
  await insertOffer(database.db, { partNumber: "BN-1", partName: "Valve, Bleed" });
  await insertOffer(database.db, { partNumber: "BN-2", partName: "Valve, Relief" });
  await replica.catchUp();
  const request = Buffer.from(JSON.stringify({ part_names: ["bleed valve", "valve", "none"] }));
  const read = JSON.parse(openBareLookup(replica.folder)(request)) as {
    found_parts: { part_number: string }[];
  };
  assert.deepEqual(
    read.found_parts.map(({ part_number }) => part_number),
    ["BN-1", "BN-2"],
  );
});
