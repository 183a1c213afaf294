// What a choice of offers says before it is made: packs, minimum, and what a converted quantity is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { app, openPortal } from "../support/portal.ts";
import { fixSeveral, paste, press, readRows, showAll, textOfRow } from "../support/portalLists.ts";
import { readChoices } from "../support/readChoices.ts";
import { pick } from "../support/sendList.ts";
import { offer, read, submit } from "../support/steps.ts";

openPortal();

async function open(rows: string) {
  const address = await paste(rows);
  const body = await showAll(address);
  return { address, body, choices: readChoices(body) };
}

test("a choice says what a quantity in another unit orders, and choosing it converts", async () => {
  const { db } = app.database;
  const hose = { partNumber: "HOSE-1", unit: "FT", stock: 900 };
  await insertOffer(db, { ...hose, vendor: "Able", price: 300 });
  const packs = { minQuantity: 100, multiple: 100, price: 200 };
  await insertOffer(db, { ...hose, vendor: "Best", ...packs });
  const { address, choices } = await open("HOSE-1\t100 m");
  assert.deepEqual(pick(choices, "text"), [
    "Best NE 900 FT Packs of 100, min. 100 USD 2.00 / FT USD 800.00 orders 400 FT",
    "Able NE 900 FT USD 3.00 / FT USD 987.00 orders 329 FT",
  ]);
  await press(address, 1, "Best");
  const [row] = await readRows(address);
  assert.deepEqual(
    [row?.state, row?.quantity, row?.askedQuantity, row?.requestedQuantity, row?.requestedUnit],
    ["ready", 400, 329, 100, "m"],
  );
  const draft = await submit(`${address}/add`, { version: "2" });
  assert.match(await read(draft), />Asked: 100 m</);
});

test("a converted quantity without packs keeps what was requested, too", async () => {
  await offer("CORD-1", { unit: "FT", stock: 900 });
  const address = await paste("CORD-1\t50 m");
  await press(address, 1, "Order 165 FT");
  const [row] = await readRows(address);
  const asked = [row?.requestedQuantity, row?.requestedUnit];
  assert.deepEqual([row?.quantity, row?.askedQuantity, ...asked], [165, null, 50, "m"]);
});

test("a choice names minimum and packs, and the quantity that its total is for", async () => {
  const { db } = app.database;
  const offer = { partNumber: "WASHER-1", stock: 900 };
  await insertOffer(db, { ...offer, vendor: "Able", multiple: 5, price: 100 });
  await insertOffer(db, { ...offer, vendor: "Best", minQuantity: 50, price: 200 });
  const texts = async (rows: string) => (await open(rows)).choices.map(({ text }) => text);
  assert.deepEqual(await texts("WASHER-1\t12"), [
    "Able Cheapest in stock NE 900 EA Packs of 5, min. 1 USD 1.00 / EA USD 15.00 for 15 EA",
    "Best NE 900 EA Min. 50 USD 2.00 / EA USD 100.00 for 50 EA",
  ]);
  assert.deepEqual(await texts("WASHER-1\t50"), [
    "Able Cheapest in stock NE 900 EA Packs of 5, min. 1 USD 1.00 / EA USD 50.00",
    "Best NE 900 EA Min. 50 USD 2.00 / EA USD 100.00",
  ]);
});

test("the cheapest is marked among all offers of a row, also those that are not shown", async () => {
  const { db } = app.database;
  const nut = { partNumber: "NUT-1", stock: 900 };
  for (const vendor of ["A", "B", "C", "D", "E", "F", "G", "H"]) {
    await insertOffer(db, { ...nut, vendor, minQuantity: 100, price: 100 });
  }
  await insertOffer(db, { ...nut, vendor: "I", price: 900 });
  await insertOffer(db, { ...nut, vendor: "J", price: 950 });
  const hidden = await open("NUT-1\t5");
  assert.equal(hidden.choices.length, 8);
  assert.doesNotMatch(hidden.body, /Cheapest in stock/);
  await insertOffer(db, { partNumber: "NUT-2", vendor: "Able", price: 100 });
  await insertOffer(db, { partNumber: "NUT-2", vendor: "Best", price: 200 });
  const marked = await open("NUT-2\t5");
  assert.match(marked.choices[0]?.text ?? "", /^Able Cheapest in stock/);
  await fixSeveral(marked.address, "Choose the cheapest");
  const body = await showAll(marked.address);
  assert.match(readChoices(body)[0]?.text ?? "", /^Best NE/);
  const chosen = /class="chosen">((?:(?!<\/tr>)[\s\S])*)<\/tr>/.exec(body)?.[1] ?? "";
  assert.match(chosen.replace(/<[^>]*>/g, " "), /Able\s+Cheapest in stock[\s\S]*Current choice/);
});

test("no offer is marked as the cheapest if conditions, units or manufacturers differ", async () => {
  const { db } = app.database;
  const differing = {
    "PIN-1": { condition: "SV" },
    "PIN-2": { unit: "HD" },
    "PIN-3": { manufacturer: "Other Works", cage: "2B222" },
  };
  for (const [partNumber, other] of Object.entries(differing)) {
    const pin = { partNumber, stock: 900, manufacturer: "Example Works", cage: "1A111" };
    await insertOffer(db, { ...pin, vendor: "Able", price: 100 });
    await insertOffer(db, { ...pin, vendor: "Best", price: 200, ...other });
  }
  const { body, choices } = await open("PIN-1\t5\nPIN-2\t5\nPIN-3\t5");
  assert.equal(choices.length, 6);
  assert.doesNotMatch(body, /Cheapest in stock/);
});

test("a suggested number shows its cheapest offer that has the quantity", async () => {
  const { db } = app.database;
  const bolt = { partNumber: "DA4693-8" };
  await insertOffer(db, { ...bolt, vendor: "Able", price: 90, stock: 5000 });
  await insertOffer(db, { ...bolt, vendor: "Best", price: 40, stock: 200 });
  await insertOffer(db, { ...bolt, vendor: "Core", price: 10, stock: 1 });
  const { body } = await open("DA46938\t150\nDA46938\t900");
  assert.match(
    textOfRow(body, 1),
    /Similar: DA4693-8, PART Best NE 200 EA USD 0\.40 .*Use DA4693-8/,
  );
  assert.match(
    textOfRow(body, 2),
    /Similar: DA4693-8, PART Able NE 5,000 EA USD 0\.90 .*Use DA4693-8/,
  );
});
