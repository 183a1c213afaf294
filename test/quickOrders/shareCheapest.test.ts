// The cheapest offers for several rows of one part, which may be more than one offer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { applyBulkAction } from "../../src/quickOrders/bulk/applyBulkAction.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { accountId, database, now, openLists, rowsOf, send } from "../support/lists.ts";

openLists();

/** Offers of a part: vendor, price in cents and stock, and others of `insertOffer`. */
async function offer(
  partNumber: string,
  [vendor, price, stock]: [string, number, number],
  more = {},
) {
  await insertOffer(database.db, { partNumber, vendor, price, stock, ...more });
}

/** The unit prices of rows in cents, and their states, after the cheapest offers were chosen. */
async function choose(text: string): Promise<string[]> {
  const listId = await send(text);
  await applyBulkAction(database, { accountId, listId, now }, "cheapest");
  const rows = await rowsOf(listId);
  return rows.map(({ unitPrice, state }) => `${unitPrice?.minor ?? ""} ${state}`);
}

test("if the cheapest offer has not enough for all rows, it is for those that cost least with it", async () => {
  await offer("WIRE-1", ["Able", 152, 553]);
  await offer("WIRE-1", ["Best", 168, 900]);
  assert.deepEqual(await choose("WIRE-1\t300\nWIRE-1\t400"), ["168 ready", "152 ready"]);
});

test("rows that no offer can supply together are shared", async () => {
  await offer("SEAL-1", ["Able", 152, 500]);
  await offer("SEAL-1", ["Best", 168, 300]);
  assert.deepEqual(await choose("SEAL-1\t300\nSEAL-1\t400"), ["168 ready", "152 ready"]);
});

test("of equal totals one offer is for all rows, as it is if offers have packs or currencies", async () => {
  await offer("BOLT-1", ["Able", 100, 10]);
  await offer("BOLT-1", ["Best", 100, 90]);
  assert.deepEqual(await choose("BOLT-1\t8\nBOLT-1\t5"), ["100 ready", "100 ready"]);
  await offer("NUT-1", ["Able", 100, 10]);
  await offer("NUT-1", ["Best", 200, 90]);
  await offer("NUT-1", ["Core", 50, 90], { multiple: 10 });
  assert.deepEqual(await choose("NUT-1\t8\nNUT-1\t5"), ["100 ready", "200 ready"]);
  await offer("PIN-1", ["Able", 100, 10], { currency: "EUR" });
  await offer("PIN-1", ["Best", 200, 90]);
  assert.deepEqual(await choose("PIN-1\t8\nPIN-1\t5"), ["200 ready", "200 ready"]);
});

test("of more ways than can be compared, one offer is for all rows", async () => {
  await offer("MANY-1", ["Able", 100, 12]);
  await offer("MANY-1", ["Best", 200, 90]);
  const rows = Array.from({ length: 13 }, () => "MANY-1\t1");
  assert.deepEqual([...new Set(await choose(rows.join("\n")))], ["200 ready"]);
});
