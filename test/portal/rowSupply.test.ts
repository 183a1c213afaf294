// Rows that several offers fit, of which not all have enough stock.

import assert from "node:assert/strict";
import { test } from "node:test";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { app, openPortal } from "../support/portal.ts";
import {
  findButton,
  fixSeveral,
  paste,
  press,
  readRows,
  readSeveral,
  showAll,
  textOfRow,
  typeQuantity,
} from "../support/portalLists.ts";
import { pick } from "../support/sendList.ts";
import { run } from "../support/steps.ts";

openPortal();

async function offers(partNumber: string, ...all: readonly Partial<OfferFields>[]) {
  const vendors = ["Able", "Best", "Core", "Dear"];
  for (const [place, fields] of all.entries()) {
    const vendor = vendors[place] ?? "";
    await insertOffer(app.database.db, { partNumber, vendor, price: 100, ...fields });
  }
}

async function send(rows: string) {
  const address = await paste(rows);
  const found = await readRows(address);
  const states = found.map(({ state, reason }) => [state, reason]);
  return { address, states, body: await showAll(address) };
}

test("the only offer with enough stock is chosen, says so, and can be changed", async () => {
  await offers("SUP-1", { stock: 8 }, { stock: 30, price: 900 }, { stock: 0 });
  const { address, states, body } = await send("SUP-1\t12");
  assert.deepEqual(states, [["ready", "Only offer with enough stock."]]);
  const text = textOfRow(body, 1);
  assert.match(text, /Best NE 30 EA USD 108\.00 USD 9\.00 Only offer with enough stock\./);
  assert.match(body, /aria-label="Other offers \(2\) for row 1"/);
  await press(address, 1, "Able");
  const [row] = await readRows(address);
  assert.deepEqual([row?.state, row?.quantity, row?.nearestQuantity], ["short", 12, 8]);
});

test("an offer that may be another part or worse is not chosen, but named", async () => {
  const [few, many] = [{ stock: 8 }, { stock: 30 }];
  await offers("COND-2", { ...few }, { ...many, condition: "OH" });
  await offers("CERT-2", { ...few, certificate: "8130-3" }, { ...many, certificate: "CoC" });
  await offers("MADE-2", { ...few, manufacturer: "Apex" }, { ...many, manufacturer: "Fix" });
  await offers("UNIT-2", few, { ...many, unit: "HD" });
  await offers("COIN-2", few, { ...many, currency: "EUR" });
  await offers("PACK-2", few, { ...many, multiple: 5 });
  const { states } = await send(
    ["COND-2", "CERT-2", "UNIT-2", "COIN-2", "PACK-2"].map((one) => `${one}\t12`).join("\n"),
  );
  const named = "Only Best (NE) has enough stock.";
  assert.deepEqual(states, [
    ["ambiguous", "Only Best (OH) has enough stock."],
    ...[named, named, named, named].map((reason) => ["ambiguous", reason]),
  ]);
  const { states: made } = await send("MADE-2\t12");
  assert.deepEqual(made, [["ambiguous", `2 manufacturers make part MADE-2. ${named}`]]);
});

test("a requested certificate decides, a better one of another offer only without it", async () => {
  await offers(
    "WISH-2",
    { stock: 8, certificate: "8130-3; CoC" },
    { stock: 30, certificate: "CoC" },
  );
  const { states } = await send("WISH-2\t12\tNE / CoC\nWISH-2\t2\tNE / 8130-3");
  assert.deepEqual(states[0], ["ready", "Only offer with enough stock."]);
  await offers("BEST-2", { stock: 8 }, { stock: 30, certificate: "CoC" });
  assert.deepEqual((await send("BEST-2\t12")).states[0]?.[0], "ready");
});

test("rows that need more together than the only offer has are for a person", async () => {
  await offers("SUM-1", { stock: 8 }, { stock: 20 });
  const { states } = await send("SUM-1\t12\nSUM-1\t9");
  const named =
    "Only Best (NE) has enough stock, but not for all rows of the part: 20 in stock, 21 needed.";
  assert.deepEqual(states, [
    ["ambiguous", `${named}`],
    ["ambiguous", `${named}`],
  ]);
  assert.deepEqual(
    (await send("SUM-1\t11\nSUM-1\t9")).states.map(([state]) => state),
    ["ready", "ready"],
  );
});

test("a row that no offer can supply says what there is, with a button for it", async () => {
  await offers("FEW-1", { stock: 8 }, { stock: 3 });
  const { address, states, body } = await send("FEW-1\t12");
  assert.deepEqual(states, [["short", "No offer has 12 in stock. The most is 8."]]);
  assert.match(body, /aria-label="Choose from 2 offers for row 1"/);
  await press(address, 1, "Order 8");
  const [row] = await readRows(address);
  assert.deepEqual([row?.state, row?.quantity, row?.askedQuantity], ["ready", 8, 12]);
  await offers("NONE-1", { stock: 0 }, { stock: 0 });
  assert.deepEqual((await send("NONE-1\t2")).states, [["short", "2 offers, none in stock."]]);
  await offers("FEW-2", { stock: 8 }, { stock: 3, condition: "OH" });
  const differing = await send("FEW-2\t12");
  assert.deepEqual(differing.states[0]?.[0], "short");
  assert.doesNotMatch(differing.body, /1:quantity:/);
});

const stateOf = async (address: string) =>
  (await readRows(address)).map((row) => [
    row.state,
    row.quantity,
    row.nearestQuantity,
    row.reason,
  ]);

test("rows of a part share its stock: one is reduced at a time, to what others leave", async () => {
  await offers("SHARE-1", { stock: 8 }, { stock: 3 });
  const { address, states } = await send("SHARE-1\t12\nSHARE-1\t13");
  assert.deepEqual(states, [
    ["short", "No offer has 12 in stock. The most is 8."],
    ["short", "No offer has 13 in stock. The most is 8."],
  ]);
  await fixSeveral(address, "Reduce");
  const after = "No offer has 12 left after the other rows of the part. The most is 3.";
  const only = "Only offer with enough stock.";
  assert.deepEqual(await stateOf(address), [
    ["short", 12, 3, after],
    ["ready", 8, null, only],
  ]);
  await fixSeveral(address, "Reduce");
  assert.deepEqual(await stateOf(address), [
    ["ready", 3, null, "Only offer with enough stock left after the other rows of the part."],
    ["ready", 8, null, only],
  ]);
  const more = await send("SHARE-1\t8\nSHARE-1\t8\nSHARE-1\t3\nSHARE-1\t12");
  const needed = "Only Able (NE) has enough stock, but not for all rows of the part: 8 in stock,";
  assert.deepEqual(await stateOf(more.address), [
    ["ambiguous", 8, null, `${needed} 16 needed.`],
    ["ambiguous", 8, null, `${needed} 16 needed.`],
    ["ambiguous", 3, null, "2 offers match."],
    ["short", 12, 3, after],
  ]);
});

test("the most that a row can order leaves what another row has chosen", async () => {
  await offers("LEFT-1", { stock: 8 }, { stock: 2 });
  const { address } = await send("LEFT-1\t12\nLEFT-1\t5");
  await press(address, 1, "Order 3");
  const only = "Only offer with enough stock.";
  assert.deepEqual(await stateOf(address), [
    ["ready", 3, null, only],
    ["ready", 5, null, only],
  ]);
  await offers("LEFT-2", { stock: 5 }, { stock: 5 });
  const none = await send("LEFT-2\t5\nLEFT-2\t6");
  await press(none.address, 1, "Able");
  assert.deepEqual(await stateOf(none.address), [
    ["ready", 5, null, null],
    ["short", 6, 5, "No offer has 6 in stock. The most is 5."],
  ]);
});

test("if the offer chosen before is gone, the only one with enough stock is named", async () => {
  await offers("GONE-2", { stock: 50 }, { stock: 100 }, { stock: 2 });
  const { address } = await send("GONE-2\t12");
  await press(address, 1, "Able");
  const [row] = await readRows(address);
  await run("update offers set status = 'ON_HOLD' where offer_id = $1", [row?.chosenOfferId]);
  await typeQuantity(address, 1, "13");
  const gone = "The offer chosen before is no longer available.";
  assert.deepEqual(await stateOf(address), [
    ["ambiguous", 13, null, `${gone} Only Best (NE) has enough stock.`],
  ]);
});

test("what is done for several rows leaves a row that can be split", async () => {
  await offers("SPL-1", { stock: 25 }, { stock: 20 });
  await offers("TWO-1", { stock: 25 }, { stock: 20 });
  const { address, body } = await send("SPL-1\t40\nTWO-1\t5");
  findButton(body, 1, "Split: 25 from Able, 15 from Best");
  assert.equal((await readSeveral(address)).length, 1);
  await fixSeveral(address, "Choose the cheapest");
  assert.deepEqual(pick(await readRows(address), "state", "quantity"), ["short 40", "ready 5"]);
});
